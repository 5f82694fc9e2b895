package models

import (
	"strconv"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ModelValueNonpositive is documented, with examples that run as tests, in model-value-nonpositive.md.
var ModelValueNonpositive = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-value-nonpositive",
		Title:    "A value of a model is 0 or below, and counts as absent",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			for _, e := range entries(s, r) {
				for _, q := range e.Params {
					if k, ok := torchserve.LookupJSONKey(q.Name); ok && k.Since != "" && r.AtLeast(k.Since) {
						nonpositive(p, loaded(s, e), q, 0)
					}
				}
			}
			for _, m := range s.Models {
				restored(p, m)
				if m.Config == nil || m.Restored {
					continue
				}
				for _, q := range m.Config.Params {
					k, ok := torchserve.LookupModelKey(q.Name)
					if !ok || !k.In(r) || !q.Wins {
						continue
					}
					raised, _ := k.Effective(q.Int.Or(0), r)
					nonpositive(p, m, q, raised)
				}
			}
		})
	},
}

// counted are the keys that must be above 0, with what holds else.
var counted = map[string]string{
	"minWorkers": "the default count", "maxWorkers": "the default count", "batchSize": "1", "maxBatchDelay": "100 ms",
	"responseTimeout": "the default", "startupTimeout": "the default",
}

// nonpositive reports a value that does not mean what it says; m is nil where nothing loads the
// model, raised is what the server makes of it, or 0.
func nonpositive(p *lint.Pass, m *model.Model, q *model.Param, raised int64) {
	otherwise, ok := counted[q.Name]
	n, known := q.Int.Get()
	if !ok || !known || n > 0 || !q.Wins {
		return
	}
	batch := 0
	if m != nil {
		batch = m.BatchSize.Or(0)
		otherwise = instead(m, q.Name, otherwise)
	}
	if q.Name == "maxBatchDelay" && batch == 1 {
		return // without batches nobody waits
	}
	if raised > 0 {
		otherwise = strconv.FormatInt(raised, 10)
	}
	f := p.Report(q, "%s: %d does not mean %d; %s is used", q.Name, n, n, otherwise).
		Advise("write a positive value")
	if q.Name == "maxBatchDelay" {
		f.Advise("write 1 for practically no delay")
		if n == 0 && batch > 1 && q.Type == "int" {
			f.Edit(lint.Safe, "wait 1 ms", q.Replace("1"))
		}
	}
}

// restored reports a model of model_snapshot without workers: there the number is meant as it is.
func restored(p *lint.Pass, m *model.Model) {
	if !m.Restored {
		return
	}
	if q := m.Entry.Param("minWorkers"); q != nil {
		if n, ok := q.Int.Get(); ok && n <= 0 {
			p.Report(q, "minWorkers: %d of %s starts no worker: predictions answer 503", n, name(m)).
				Advise("write a positive value")
		}
	}
}
