package timeouts

import (
	"fmt"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ResponseTimeoutShort is documented, with examples that run as tests, in response-timeout-short.md.
var ResponseTimeoutShort = &lint.Rule{
	Meta: lint.Meta{
		ID:       "response-timeout-short",
		Title:    "A worker gets less time to answer than requests take",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config"},
		Params: []lint.Param{
			{Name: "min-seconds", Default: 5, Doc: "shortest responseTimeout in seconds that is not reported, where no latency is declared"},
		},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model, r model.Release) { responseTimeoutShort(p, m, r) })
	},
}

func responseTimeoutShort(p *lint.Pass, m *model.Model, r model.Release) {
	answer, ok := m.ResponseTimeout.Get()
	if !ok || answer <= 0 || async(m) {
		return
	}
	bound, what := time.Duration(p.Int("min-seconds"))*time.Second, "the shortest that is usual"
	if r.AtLeast("0.12.0") && m.StartupTimeout.Origin.Kind == model.Written {
		bound, what = time.Second, "one second"
	}
	slow, isDeclared := declared(m.Declared.LatencyMax)
	if isDeclared {
		bound, what = slow, "the declared latency-max"
	}
	if answer >= bound {
		return
	}
	loading := ""
	if r.Before("0.12.0") {
		loading = fmt.Sprintf(", and before 0.12.0 (this is %s) loading has to be as fast", r)
	}
	f := p.Report(m.ResponseTimeout, "responseTimeout %s of %s is below %s (%s): every slower request kills the worker and costs a reload%s", model.Show(answer), name(m), model.Show(bound), what, loading).
		Advise("allow at least twice the slowest batch that is expected")
	if isDeclared {
		f.Cause(m.Declared.LatencyMax)
	}
}

// async reports whether no response timeout is enforced at all.
func async(m *model.Model) bool {
	p := m.Config.Param("asyncCommunication")
	return p != nil && p.True()
}
