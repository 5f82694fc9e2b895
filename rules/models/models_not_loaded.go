package models

import (
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// ModelsNotLoaded is documented, with examples that run as tests, in models-not-loaded.md.
var ModelsNotLoaded = &lint.Rule{
	Meta: lint.Meta{
		ID:       "models-not-loaded",
		Title:    "A model is configured or registered once, and nothing loads it at start",
		Severity: lint.Warning,
		Needs:    []string{"config", "manifest"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			_, raw, ok := loadModels(s)
			if !ok || s.LoadsAll.Or(true) || s.Config == nil || s.Config.Snapshot != nil {
				return
			}
			configuredOnly(p, s, r, raw)
			if raw == "" && len(entries(s, r)) == 0 {
				registeredOnly(p, s)
			}
		})
	},
}

// configuredOnly reports the models of models={...} that certainly do not load.
func configuredOnly(p *lint.Pass, s *model.Server, r model.Release, raw string) {
	var first *lint.Finding
	var archives []string
	seen := map[string]bool{}
	for _, e := range entries(s, r) {
		name := e.Model.Or("")
		mar := e.Param("marName")
		if seen[name] || loaded(s, e) != nil || maybe(s, r, mar) || hooked(s, name, mar) {
			continue
		}
		seen[name] = true
		f := p.Report(e.Model, "%s is configured in models, but nothing loads it at start", name).
			Advise("add its archive to load_models")
		if mar == nil || mar.Type != "string" {
			continue
		}
		archives = append(archives, mar.Raw.Or(""))
		if first == nil {
			first = f
		}
	}
	c := own(s)
	if first == nil || c == nil || len(archives) != len(seen) {
		return
	}
	if e := setting(c, "load_models"); e != nil && e.Raw.Origin.Span.File != nil {
		if raw != "" {
			archives = slices.Insert(archives, 0, raw)
		}
		first.Edit(lint.Safe, "load them at start", source.Edit{Span: e.Raw.Origin.Span, New: strings.Join(archives, ",")})
	} else if s.Settings.Get("load_models") == nil {
		first.Edit(lint.Safe, "load them at start", c.Text.Append("load_models="+strings.Join(archives, ",")))
	}
}

// maybe reports whether one of the models that load may be this one after all: its file says so, or
// its archive, which could, is not visible.
func maybe(s *model.Server, r model.Release, mar *model.Param) bool {
	return slices.ContainsFunc(s.Models, func(m *model.Model) bool {
		file, ok := m.File.Get()
		if !ok || mar != nil && path.Base(file) == mar.Raw.Or("") {
			return true
		}
		named := slices.ContainsFunc(entries(s, r), func(e *model.ModelEntry) bool { return e.Model.Or("") == m.Name.Or("-") })
		return m.Archive == nil && !named
	})
}

// hooked reports whether a hook registers the model whenever the server starts.
func hooked(s *model.Server, name string, mar *model.Param) bool {
	for _, c := range s.Calls {
		if c.Hook && c.Method == "POST" && (c.Model == "" || strings.TrimSuffix(c.Model, ".mar") == name || mar != nil && c.Model == mar.Raw.Or("")) {
			return true
		}
	}
	return false
}

// registeredOnly reports models that live through a registration at run time alone.
func registeredOnly(p *lint.Pass, s *model.Server) {
	if on, ok := s.ModelAPI.Get(); !ok || !on {
		return // model-api-disabled
	}
	for _, c := range s.Calls {
		if c.Method != "POST" || c.Hook || hooked(s, strings.TrimSuffix(c.Model, ".mar"), nil) {
			continue
		}
		var at model.Cited = c.At
		if e := setting(own(s), "model_store"); e != nil {
			at = e
		}
		of := c.Model
		if of == "" {
			of = "a model"
		}
		p.Report(at, "%s is registered by a call, but nothing loads it at start: after every restart it is gone", of).
			Cause(c.At).
			Advise("add it to load_models")
	}
}
