package batching

import (
	"fmt"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// QueueTooDeep is documented, with examples that run as tests, in queue-too-deep.md.
var QueueTooDeep = &lint.Rule{
	Meta: lint.Meta{
		ID:       "queue-too-deep",
		Title:    "The queue holds requests whose clients have long left",
		Severity: lint.Warning,
		Profile:  lint.Strict,
		Needs:    []string{"proxy"},
		Params: []lint.Param{
			{Name: "factor", Default: 2.0, Unit: "ratio", Doc: "how often the proxy's timeout a full queue may take"},
		},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model) { queueTooDeep(p, s, m) })
	},
}

func queueTooDeep(p *lint.Pass, s *model.Server, m *model.Model) {
	queue, ok1 := m.JobQueueSize.Get()
	batch, ok2 := m.BatchSize.Get()
	workers, ok3 := m.MinWorkers.Get()
	_, delay, ok4 := m.Head()
	hop := s.Shortest()
	if !ok1 || !ok2 || !ok3 || !ok4 || hop == nil || batch*workers <= 0 || offline(m) {
		return
	}
	service, source := serviceTime(m)
	patience, _ := hop.Timeout.Get()
	round := delay + service
	wait := time.Duration(float64(queue) * float64(round) / float64(batch*workers))
	if float64(wait) <= p.Ratio("factor")*float64(patience) {
		return
	}
	f := p.Report(m.JobQueueSize, "a full queue of %d takes %s with workers %d, batchSize %d and %s a batch (%s), %s gives up after %s", queue, seconds(wait), workers, batch, model.Show(round), source, hop.Name.Or(hop.Title), model.Show(patience)).
		Cause(hop.Timeout, m.MinWorkers)
	if better := int(float64(batch*workers) * float64(patience-round) / float64(round)); better > 0 {
		f.Advise("lower the queue to about %d, or use useJobTicket", better)
	} else {
		f.Advise("lower the queue, add workers, or use useJobTicket")
	}
	if m.JobQueueSize.Origin.Kind != model.Written {
		f.Weaken(lint.Info)
	}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.0f s", d.Seconds()) }

func offline(m *model.Model) bool {
	return m.Declared.Mode != nil && m.Declared.Mode.Or("") == "offline"
}

// serviceTime is the time of one batch: as declared, else a quarter of what is allowed.
func serviceTime(m *model.Model) (time.Duration, string) {
	if d := m.Declared.LatencyP95; d != nil {
		if t, ok := d.Get(); ok {
			return t, "declared"
		}
	}
	return m.ResponseTimeout.Or(0) / 4, "a quarter of responseTimeout"
}
