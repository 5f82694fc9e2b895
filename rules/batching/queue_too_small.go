package batching

import (
	"fmt"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// QueueTooSmall is documented, with examples that run as tests, in queue-too-small.md.
var QueueTooSmall = &lint.Rule{
	Meta: lint.Meta{
		ID:       "queue-too-small",
		Title:    "The job queue overflows at the load that is expected",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model) { queueTooSmall(p, m) })
	},
}

func queueTooSmall(p *lint.Pass, m *model.Model) {
	queue, ok1 := m.JobQueueSize.Get()
	batch, ok2 := m.BatchSize.Get()
	workers, ok3 := m.MinWorkers.Get()
	if !ok1 || !ok2 || !ok3 || queue <= 0 || tickets(m) {
		return
	}
	flight := batch * workers
	if c := m.Declared.PeakConcurrency; c != nil {
		if peak, ok := c.Get(); ok && queue < peak-flight {
			p.Report(m.JobQueueSize, "a queue of %d and %d in flight (%s) are fewer than the declared %d concurrent requests of %s: the rest gets 503", queue, flight, product(batch, workers), peak, name(m)).
				Cause(c, m.MinWorkers, m.BatchSize).
				Advise("raise the queue to %d, or add workers or replicas", peak-flight)
		}
		return
	}
	if queue < flight {
		p.Report(m.JobQueueSize, "a queue of %d is smaller than one round of batches of %s, %s = %d requests: a burst gets 503", queue, name(m), product(batch, workers), flight).
			Cause(m.MinWorkers, m.BatchSize).
			Advise("raise the queue to %d at least", flight)
	}
}

func product(batch, workers int) string {
	return fmt.Sprintf("batchSize %d x workers %d", batch, workers)
}

// tickets reports whether requests without an idle worker are refused on purpose.
func tickets(m *model.Model) bool {
	p := m.Config.Param("useJobTicket")
	return p != nil && p.True()
}
