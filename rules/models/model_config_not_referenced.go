package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ModelConfigNotReferenced is documented, with examples that run as tests, in model-config-not-referenced.md.
var ModelConfigNotReferenced = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-config-not-referenced",
		Title:    "A model-config.yaml lies in an archive that does not name it",
		Severity: lint.Warning,
		Versions: ">=0.8.0",
		Needs:    []string{"mar"},
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, _ model.Release) {
			for _, a := range s.Store {
				modelConfigNotReferenced(p, a)
			}
		})
	},
}

func modelConfigNotReferenced(p *lint.Pass, a *model.Archive) {
	if a.Unnamed == nil || a.Fault != nil {
		return
	}
	names := "no configFile"
	if a.ConfigFile != nil {
		names = a.ConfigFile.Or("another file")
	}
	f := p.Report(a.Unnamed, "%s is never read: the manifest of %s names %s", a.Unnamed.Or(""), a.Name.Or("the archive"), names).
		Advise("build the archive with --config-file")
	if a.ConfigFile != nil {
		f.Cause(a.ConfigFile)
	}
}
