// Package timeouts holds the rules about how long TorchServe waits.
package timeouts

import (
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	ClientTimeoutShort,
	ResponseTimeoutShort,
	RetryWindowShort,
	StartupTimeoutShort,
	YAMLShadowsTimeout,
}

// name is how a message calls a model whose name may not be known.
func name(m *model.Model) string { return m.Name.Or("the model") }

// each calls f for every model of every server whose release is known.
func each(p *lint.Pass, f func(*model.Server, *model.Model, model.Release)) error {
	for _, s := range p.Servers {
		r, ok := s.Release.Get()
		if !ok {
			continue
		}
		for _, m := range s.Models {
			f(s, m, r)
		}
	}
	return nil
}

// declared returns a duration that the user declared of a model.
func declared(v *model.Value[time.Duration]) (time.Duration, bool) {
	if v == nil {
		return 0, false
	}
	return v.Get()
}

// loadBound returns what bounds loading, and the setting's name: before 0.12.0 it is the
// response timeout (facts: runtime.md D).
func loadBound(m *model.Model, r model.Release) (model.Value[time.Duration], string) {
	if r.AtLeast("0.12.0") {
		return m.StartupTimeout, "startupTimeout"
	}
	return m.ResponseTimeout, "responseTimeout"
}
