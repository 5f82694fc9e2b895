package models

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// StartupWithoutModels is documented, with examples that run as tests, in startup-without-models.md.
var StartupWithoutModels = &lint.Rule{
	Meta: lint.Meta{
		ID:       "startup-without-models",
		Title:    "Nothing is loaded at start, and nothing can be registered",
		Severity: lint.Error,
		Versions: ">=0.11.1",
		Needs:    []string{"config", "manifest", "image"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, _ model.Release) {
			if launches(s) && !s.Wrapper.Or(true) && !remembers(s) {
				startupWithoutModels(p, s)
			}
		})
	},
}

func startupWithoutModels(p *lint.Pass, s *model.Server) {
	v, raw, ok := loadModels(s)
	on, known := s.ModelAPI.Get()
	if !ok || raw != "" || !known || on || s.Config != nil && s.Config.Snapshot != nil {
		return
	}
	var at model.Cited = s.Start.Line
	if v != nil {
		at = v
	}
	f := p.Report(at, "no model is loaded at start and the model API is off: every prediction is 404, while /ping answers 200").
		Cause(s.ModelAPI).
		Advise("set load_models, or enable_model_api=true if models are registered at run time")
	switch c := own(s); {
	case c == nil:
	case v == nil:
		f.Edit(lint.Unsafe, "load all models of the store", c.Text.Append("load_models=all"))
	case v.Origin.Kind == model.Written:
		f.Replace(lint.Unsafe, "load all models of the store", "all")
	}
}

// remembers reports whether the server may find a snapshot of an earlier run, with models.
func remembers(s *model.Server) bool {
	if s.Start.Flag("--no-config-snapshots") != nil || s.Start.Flag("--ts-config") != nil || s.Start.Serve.Or(false) {
		return false // a file that is named wins over snapshots
	}
	for _, e := range s.Env {
		if e.Name.Or("") == "LOG_LOCATION" {
			return true
		}
	}
	return slices.ContainsFunc(s.Mounts, func(m *model.Mount) bool {
		at, ok := m.Path.Get()
		return !ok || strings.HasPrefix(torchserve.Home+"/logs/config/", strings.TrimSuffix(at, "/")+"/")
	})
}
