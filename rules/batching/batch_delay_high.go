package batching

import (
	"fmt"
	"strconv"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// BatchDelayHigh is documented, with examples that run as tests, in batch-delay-high.md.
var BatchDelayHigh = &lint.Rule{
	Meta: lint.Meta{
		ID:       "batch-delay-high",
		Title:    "A lone request waits long for a batch to fill",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config"},
		Params: []lint.Param{
			{Name: "max-delay-ms", Default: 500, Doc: "highest maxBatchDelay in milliseconds that is not reported, where no latency is declared"},
			{Name: "budget-share", Default: 0.5, Unit: "ratio", Doc: "share of the declared latency-p95 that waiting may take"},
			{Name: "mode", Default: "online", Doc: "mode of models that declare none: online or offline"},
		},
		Fix: lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, m := range s.Models {
				batchDelayHigh(p, m)
			}
		}
		return nil
	},
}

func batchDelayHigh(p *lint.Pass, m *model.Model) {
	batch, ok1 := m.BatchSize.Get()
	delay, ok2 := m.MaxBatchDelay.Get()
	if !ok1 || !ok2 || batch <= 1 || mode(p, m) == "offline" || sequences(m) {
		return
	}
	most := time.Duration(p.Int("max-delay-ms")) * time.Millisecond
	bound, better := fmt.Sprintf("online serving starts at some tens of ms, and %s is the bound", model.Show(most)), 50*time.Millisecond
	if d := m.Declared.LatencyP95; d != nil {
		latency, ok := d.Get()
		if !ok {
			return
		}
		share := p.Ratio("budget-share")
		most, better = time.Duration(share*float64(latency)), max(time.Millisecond, latency/4)
		bound = fmt.Sprintf("%g of the declared latency-p95 %s is %s", share, model.Show(latency), model.Show(most))
	}
	if delay <= most {
		return
	}
	f := p.Report(m.MaxBatchDelay, "maxBatchDelay %s with batchSize %d makes a lone request of %s wait %s; %s", millis(delay), batch, name(m), millis(delay), bound).
		Cause(m.BatchSize)
	if d := m.Declared.LatencyP95; d != nil {
		f.Cause(d)
	}
	f.Advise("keep the delay below %s, or declare the model offline", model.Show(most)).
		Replace(lint.Unsafe, "wait less for a batch to fill", strconv.FormatInt(better.Milliseconds(), 10))
}

// millis writes a delay in the unit in which it is set.
func millis(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }

func mode(p *lint.Pass, m *model.Model) string {
	if m.Declared.Mode != nil {
		return m.Declared.Mode.Or("")
	}
	return p.Word("mode")
}

// sequences reports whether the model batches by sequence, where the delay means something else.
func sequences(m *model.Model) bool {
	p := m.Config.Param("sequenceBatching")
	return p != nil && p.True()
}
