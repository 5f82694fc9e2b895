package timeouts

import (
	"fmt"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ClientTimeoutShort is documented, with examples that run as tests, in client-timeout-short.md.
var ClientTimeoutShort = &lint.Rule{
	Meta: lint.Meta{
		ID:       "client-timeout-short",
		Title:    "Requests are dropped without an answer before the client gives up",
		Severity: lint.Warning,
		Versions: ">=0.8.0",
		Needs:    []string{"model-config"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model, _ model.Release) { clientTimeoutShort(p, s, m) })
	},
}

func clientTimeoutShort(p *lint.Pass, s *model.Server, m *model.Model) {
	q := m.Config.Param("clientTimeoutInMills")
	if q == nil {
		return
	}
	n, ok := q.Int.Get()
	if !ok || n <= 0 {
		return
	}
	drop := time.Duration(n) * time.Millisecond
	bound, what, why := lower(s, m, drop)
	if why == nil {
		return
	}
	p.Report(q, "clientTimeoutInMills %d ms of %s is below %s (%s): requests that expire get no answer at all, and their clients wait on", n, name(m), model.Show(bound), what).
		Cause(why).
		Advise("set it to at least the timeout of the proxy in front, or remove it")
}

// lower returns what a client timeout must not be below and is: the batch delay, the
// declared latency, the shortest proxy.
func lower(s *model.Server, m *model.Model, drop time.Duration) (bound time.Duration, what string, why model.Cited) {
	batch, ok1 := m.BatchSize.Get()
	delay, ok2 := m.MaxBatchDelay.Get()
	if ok1 && ok2 && batch > 1 && drop <= delay {
		return delay, fmt.Sprintf("maxBatchDelay with batchSize %d", batch), m.MaxBatchDelay
	}
	if d, ok := declared(m.Declared.LatencyMax); ok && drop < d {
		return d, "the declared latency-max", m.Declared.LatencyMax
	}
	if h := s.Shortest(); h != nil {
		if t, _ := h.Timeout.Get(); drop < t {
			return t, h.Timeout.Origin.Key + " of " + h.Name.Or(h.Title), h.Timeout
		}
	}
	return 0, "", nil
}
