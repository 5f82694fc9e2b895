package timeouts

import (
	"fmt"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// RetryWindowShort is documented, with examples that run as tests, in retry-window-short.md.
var RetryWindowShort = &lint.Rule{
	Meta: lint.Meta{
		ID:       "retry-window-short",
		Title:    "A worker is given up before one reload can end",
		Severity: lint.Warning,
		Versions: ">=0.8.0",
		Needs:    []string{"model-config"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model, r model.Release) { retryWindowShort(p, m, r) })
	},
}

// defaultWindow is the built-in maxRetryTimeoutInSec, and the highest that does not overflow
// (facts: model-config-keys.yaml).
const (
	defaultWindow = 300 * time.Second
	highestWindow = 2147483 * time.Second
)

func retryWindowShort(p *lint.Pass, m *model.Model, r model.Release) {
	if m.Config == nil {
		return
	}
	bound, key := loadBound(m, r)
	load, ok := bound.Get()
	if !ok || load <= 0 {
		return
	}
	load, key, why := longest(m, load, key, bound)
	q := m.Config.Param("maxRetryTimeoutInSec")
	if q == nil {
		if bound.Origin.Kind != model.Written && m.Declared.LoadTime == nil || defaultWindow > load {
			return
		}
		f := p.Report(why, "%s %s is not shorter than maxRetryTimeoutInSec, which is %s by default: a worker is given up after one retry, and /ping turns 500 meanwhile", key, model.Show(load), model.Show(defaultWindow))
		f.Advise("set maxRetryTimeoutInSec to %s or more", model.Show(enough(load)))
		return
	}
	n, ok := q.Int.Get()
	window := time.Duration(n) * time.Second
	if !ok || n < 0 || n > int64(highestWindow/time.Second) || window > load {
		return
	}
	p.Report(q, "maxRetryTimeoutInSec %s is not longer than one reload of up to %s (%s): a worker is given up after one retry, and /ping turns 500 meanwhile", model.Show(window), model.Show(load), key).
		Cause(why).
		Advise("set it to %s or more", model.Show(enough(load))).
		Replace(lint.Unsafe, "leave time for two reloads", fmt.Sprint(int(enough(load).Seconds())))
}

// longest is the bound on loading, or the declared load time where that is longer.
func longest(m *model.Model, load time.Duration, key string, bound model.Value[time.Duration]) (time.Duration, string, model.Cited) {
	if d, ok := declared(m.Declared.LoadTime); ok && d > load {
		return d, "declared load-time", m.Declared.LoadTime
	}
	return load, key, bound
}

// enough leaves time for two loads and the fixed bound on starting a process, 120 s.
func enough(load time.Duration) time.Duration { return 2 * (load + 120*time.Second) }
