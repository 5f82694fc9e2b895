package models

import (
	"path"
	"slices"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ModelsVersionMismatch is documented, with examples that run as tests, in models-version-mismatch.md.
var ModelsVersionMismatch = &lint.Rule{
	Meta: lint.Meta{
		ID:       "models-version-mismatch",
		Title:    "An entry of models={...} is of a name or version that no archive has",
		Severity: lint.Warning,
		Versions: ">=0.4.1",
		Needs:    []string{"config", "mar"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model, r model.Release) {
			if m.Archive != nil && m.Archive.Fault == nil && m.Archive.ModelName != nil && !m.Restored && m.Entry == nil {
				modelsVersionMismatch(p, s, m, r)
			}
		})
	},
}

func modelsVersionMismatch(p *lint.Pass, s *model.Server, m *model.Model, r model.Release) {
	registered, ok1 := m.Name.Get()
	version, ok2 := m.Version.Get()
	if !ok1 || !ok2 {
		return
	}
	var same []*model.ModelEntry
	for _, e := range entries(s, r) {
		if e.Model.Or("") == registered {
			same = append(same, e)
		}
	}
	const never = "models entry %s/%s never applies: the archive is %s/%s; defaults are used"
	for _, e := range same {
		if slices.ContainsFunc(s.Models, func(o *model.Model) bool { return o.Entry == e }) {
			continue // another version of it loads too
		}
		f := p.Report(e.Version, never, e.Model.Or(""), e.Version.Or(""), registered, version).
			Advise("use the version of the archive")
		if m.Archive.ModelVersion != nil {
			f.Cause(m.Archive.ModelVersion)
		}
		if len(same) == 1 {
			f.Replace(lint.Safe, "use the version of the archive", version)
		}
	}
	if len(same) > 0 {
		return
	}
	for _, e := range entries(s, r) {
		mar := e.Param("marName")
		if mar != nil && mar.Raw.Or("") == path.Base(m.File.Or("")) && loaded(s, e) == nil {
			p.Report(e.Model, never, e.Model.Or(""), e.Version.Or(""), registered, version).
				Cause(m.Archive.ModelName).
				Advise("use the name of the archive")
		}
	}
}
