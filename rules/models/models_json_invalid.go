package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ModelsJSONInvalid is documented, with examples that run as tests, in models-json-invalid.md.
var ModelsJSONInvalid = &lint.Rule{
	Meta: lint.Meta{
		ID:       "models-json-invalid",
		Title:    "The JSON of models or model_snapshot does not parse",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if s.Config == nil {
				continue
			}
			r, known := s.Release.Get()
			for _, j := range []*model.JSON{s.Config.Models, s.Config.Snapshot} {
				if j == nil || j.Fault == nil || known && j.Key == "models" && r.Before("0.4.1") {
					continue
				}
				p.Report(j.Fault.At, "%s is not valid: %s at line %d of the value; the server stops at start", j.Key, j.Fault.Text, j.Fault.Line).
					Advise("repair the JSON; every line but the last ends in a backslash").
					Edit(lint.Safe, "continue the lines", j.Fault.Mend...)
			}
		}
		return nil
	},
}
