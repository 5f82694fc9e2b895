package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// DefaultVersionIgnored is documented, with examples that run as tests, in default-version-ignored.md.
var DefaultVersionIgnored = &lint.Rule{
	Meta: lint.Meta{
		ID:       "default-version-ignored",
		Title:    "defaultVersion of models={...} is read by nobody",
		Severity: lint.Warning,
		Versions: ">=0.4.1",
		Needs:    []string{"config"},
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) { defaultVersionIgnored(p, s, r) })
	},
}

func defaultVersionIgnored(p *lint.Pass, s *model.Server, r model.Release) {
	versions := map[string]int{}
	for _, e := range entries(s, r) {
		versions[e.Model.Or("")]++
	}
	for _, e := range entries(s, r) {
		q, m := e.Param("defaultVersion"), loaded(s, e)
		if q == nil || m == nil || m.Restored || q.Raw.Or("") != "true" || versions[e.Model.Or("")] < 2 {
			continue
		}
		p.Report(q, "defaultVersion of %s %s is ignored; the version that is loaded first becomes the default", e.Model.Or("the model"), e.Version.Or("")).
			Advise("use model_snapshot, or PUT /models/%s/%s/set-default", e.Model.Or("MODEL"), e.Version.Or("VERSION"))
	}
}
