package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ModelConfigUnparseable is documented, with examples that run as tests, in model-config-unparseable.md.
var ModelConfigUnparseable = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-config-unparseable",
		Title:    "model-config.yaml does not parse",
		Severity: lint.Error,
		Versions: ">=0.8.0",
		Needs:    []string{"model-config"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model, _ model.Release) {
			if m.Config == nil || m.Config.Fault == nil || template(m.Config) {
				return
			}
			p.Report(m.Config.Fault.At, "%s does not parse (%s): the frontend drops it and no worker of %s can load", m.Config.Name, m.Config.Fault.Text, name(m)).
				Advise("repair the YAML")
		})
	},
}
