package models

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ModelConfigNotMapping is documented, with examples that run as tests, in model-config-not-mapping.md.
var ModelConfigNotMapping = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-config-not-mapping",
		Title:    "model-config.yaml is empty or no mapping",
		Severity: lint.Error,
		Versions: ">=0.8.0",
		Needs:    []string{"model-config", "mar"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model, _ model.Release) {
			if m.Config != nil && m.Config.Fault == nil && !template(m.Config) {
				modelConfigNotMapping(p, m)
			}
		})
	},
}

// template reports whether a file is yet to be filled in.
func template(c *model.ModelConfig) bool {
	text := c.Text.String()
	return strings.Contains(text, "{{") || strings.Contains(text, "#@")
}

func modelConfigNotMapping(p *lint.Pass, m *model.Model) {
	c := m.Config
	shape, ok := map[string]string{"empty": "empty", "list": "a list", "scalar": "a single value"}[c.Shape]
	if ok {
		at := c.Text.Span()
		at.End = at.Start
		p.Report(model.Known(c.Name, model.Origin{Key: "model-config.yaml", Span: at}), "%s is %s, not a mapping; the server exits while it loads %s", c.Name, shape, name(m)).
			Advise("write at least one key, e.g. responseTimeout, or build the archive without --config-file")
		return
	}
	if c.Odd != nil {
		p.Report(c.Odd, "the key %s of %s is no text to YAML 1.1; the server exits while it loads %s", c.Odd.Or(""), c.Name, name(m)).
			Advise("write the key in quotes")
	}
}
