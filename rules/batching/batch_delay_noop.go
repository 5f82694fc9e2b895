package batching

import (
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// BatchDelayNoop is documented, with examples that run as tests, in batch-delay-noop.md.
var BatchDelayNoop = &lint.Rule{
	Meta: lint.Meta{
		ID:       "batch-delay-noop",
		Title:    "maxBatchDelay is set, but there are no batches",
		Severity: lint.Info,
		Profile:  lint.Strict,
		Needs:    []string{"config", "model-config"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model) { batchDelayNoop(p, m) })
	},
}

func batchDelayNoop(p *lint.Pass, m *model.Model) {
	batch, ok1 := m.BatchSize.Get()
	delay, ok2 := m.MaxBatchDelay.Get()
	if !ok1 || !ok2 || batch != 1 || m.Restored || m.MaxBatchDelay.Origin.Kind != model.Written || delay == 100*time.Millisecond {
		return
	}
	p.Report(m.MaxBatchDelay, "maxBatchDelay %s of %s has no effect with batchSize 1", millis(delay), name(m)).
		Cause(m.BatchSize).
		Advise("remove it, or raise batchSize")
}
