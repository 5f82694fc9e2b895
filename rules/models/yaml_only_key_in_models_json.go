package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// YAMLOnlyKeyInModelsJSON is documented, with examples that run as tests, in yaml-only-key-in-models-json.md.
var YAMLOnlyKeyInModelsJSON = &lint.Rule{
	Meta: lint.Meta{
		ID:       "yaml-only-key-in-models-json",
		Title:    "A key of models={...} is read from model-config.yaml alone",
		Severity: lint.Warning,
		Versions: ">=0.8.0",
		Needs:    []string{"config"},
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			for _, e := range entries(s, r) {
				for _, q := range e.Params {
					k, ok := torchserve.LookupModelKey(q.Name)
					j, both := torchserve.LookupJSONKey(q.Name)
					if ok && k.In(r) && (!both || j.Since == "") {
						p.Report(q.KeyAt, "%s in models={...} is ignored; only model-config.yaml inside the archive sets it", q.Name).
							Advise("move it to model-config.yaml")
					}
				}
			}
		})
	},
}
