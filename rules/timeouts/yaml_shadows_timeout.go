package timeouts

import (
	"fmt"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// YAMLShadowsTimeout is documented, with examples that run as tests, in yaml-shadows-timeout.md.
var YAMLShadowsTimeout = &lint.Rule{
	Meta: lint.Meta{
		ID:       "yaml-shadows-timeout",
		Title:    "A model-config.yaml without a timeout cancels the one set elsewhere",
		Severity: lint.Error,
		Versions: ">=0.8.0",
		Needs:    []string{"model-config", "mar"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			r, ok := s.Release.Get()
			for _, m := range s.Models {
				if !ok || m.Config == nil || m.Config.Shape != "map" || m.Restored {
					continue
				}
				yamlShadowsTimeout(p, s, m, "responseTimeout", "default_response_timeout")
				if r.AtLeast("0.12.0") {
					yamlShadowsTimeout(p, s, m, "startupTimeout", "default_startup_timeout")
				}
			}
		}
		return nil
	},
}

// builtIn is what the server takes where a YAML is silent, in seconds (facts: precedence.md 3).
const builtIn = 120

func yamlShadowsTimeout(p *lint.Pass, s *model.Server, m *model.Model, yamlKey, serverKey string) {
	if m.Config.Param(yamlKey) != nil {
		return
	}
	at, key, seconds, ok := shadowed(s, m, yamlKey, serverKey)
	if !ok || seconds == builtIn {
		return
	}
	f := p.Report(at, "%s=%d s is shadowed: %s exists and does not set %s, so %s uses %d s", key, seconds, m.Config.Name, yamlKey, name(m), builtIn).
		Cause(m.Config.From).
		Advise("set %s: %d in %s", yamlKey, seconds, m.Config.Name)
	if len(m.Config.Params) > 0 {
		f.Edit(lint.Safe, "set it where it is read", m.Config.Params[0].Before(fmt.Sprintf("%s: %d", yamlKey, seconds))...)
	}
}

// shadowed returns the setting that would hold without the YAML: the one of models={...},
// else the server's own; seconds are what it says.
func shadowed(s *model.Server, m *model.Model, yamlKey, serverKey string) (at model.Cited, key string, seconds int64, ok bool) {
	if m.Entry != nil {
		if q := m.Entry.Param(yamlKey); q != nil {
			n, ok := q.Int.Get()
			return q, yamlKey, n, ok && n > 0
		}
	}
	v := s.Settings.Get(serverKey)
	if v == nil || v.Origin.Kind != model.Written {
		return nil, "", 0, false
	}
	raw, ok := v.Get()
	if !ok {
		return nil, "", 0, false
	}
	n, err := torchserve.ReadInt(raw)
	return v, serverKey, n, err == nil && n > 0
}
