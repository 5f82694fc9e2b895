package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// LoadModelsDuplicate is documented, with examples that run as tests, in load-models-duplicate.md.
var LoadModelsDuplicate = &lint.Rule{
	Meta: lint.Meta{
		ID:       "load-models-duplicate",
		Title:    "A model is loaded twice at start",
		Severity: lint.Error,
		Needs:    []string{"config", "manifest"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, _ model.Release) { loadModelsDuplicate(p, s) })
	},
}

func loadModelsDuplicate(p *lint.Pass, s *model.Server) {
	v, _, ok := loadModels(s)
	if v == nil || !ok || s.LoadsAll.Or(true) {
		return
	}
	type identity struct{ name, version string }
	first := map[identity]*model.Model{}
	for _, m := range s.Models {
		id := identity{name: m.Name.Or(""), version: m.Version.Or("")}
		if _, known := m.Version.Get(); !known { // the archive is not visible: only the same file is sure to be the same
			id.version = "of " + m.File.Or("")
		}
		before := first[id]
		if before == nil {
			first[id] = m
			continue
		}
		what := name(m)
		if v, ok := m.Version.Get(); ok {
			what += " " + v
		}
		f := p.Report(m.File, "%s is loaded twice (%s, %s); the server exits", what, before.File.Or(""), m.File.Or("")).
			Cause(before.File).
			Advise("list each archive once, or give it a second name: name=file")
		if at := m.File.Origin.Span; before.File.Or("") == m.File.Or("") && v.Origin.Kind == model.Written && at.File != nil && at.Start > 0 && at.File.Data[at.Start-1] == ',' {
			at.Start--
			f.Edit(lint.Safe, "load it once", source.Edit{Span: at})
		}
	}
}
