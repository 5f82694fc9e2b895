package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ModelsJSONIgnored is documented, with examples that run as tests, in models-json-ignored.md.
var ModelsJSONIgnored = &lint.Rule{
	Meta: lint.Meta{
		ID:       "models-json-ignored",
		Title:    "TorchServe 0.8.0 ignores models={...} for archives without model-config.yaml",
		Severity: lint.Warning,
		Versions: ">=0.8.0 <0.8.1",
		Needs:    []string{"config", "model-config", "image"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model, _ model.Release) {
			if m.Entry == nil || m.Restored || m.Config != nil || m.Archive == nil && s.Release.Origin.Kind == model.Absent {
				return // of a server that may be of any release, with any archive, nothing can be said
			}
			for _, q := range m.Entry.Params {
				if q.Name != "batchSize" && q.Name != "maxBatchDelay" && q.Name != "responseTimeout" {
					continue
				}
				f := p.Report(q, "TorchServe 0.8.0 ignores %s in models={...} for an archive without model-config.yaml", q.Name).
					Advise("use 0.8.1 or later")
				if m.Archive == nil { // it may have one
					f.Weaken(lint.Info)
				}
			}
		})
	},
}
