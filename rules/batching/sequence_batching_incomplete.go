package batching

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// SequenceBatchingIncomplete is documented, with examples that run as tests, in
// sequence-batching-incomplete.md.
var SequenceBatchingIncomplete = &lint.Rule{
	Meta: lint.Meta{
		ID:       "sequence-batching-incomplete",
		Title:    "Sequence batching lacks a key that it cannot do without",
		Severity: lint.Error,
		Versions: ">=0.11.0",
		Needs:    []string{"model-config"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model) { sequenceBatchingIncomplete(p, m) })
	},
}

func sequenceBatchingIncomplete(p *lint.Pass, m *model.Model) {
	on := m.Config.Param("sequenceBatching")
	if on == nil || !on.True() {
		return
	}
	var missing, effect []string
	if idle := m.Config.Param("sequenceMaxIdleMSec"); idle == nil || idle.Int.Or(1) <= 0 {
		missing, effect = append(missing, "sequenceMaxIdleMSec above 0"), append(effect, "each sequence request ends in 500")
	}
	if m.Config.Param("maxNumSequence") == nil {
		missing, effect = append(missing, "maxNumSequence"), append(effect, "it is 1, and every other sequence gets 503")
	}
	if len(missing) == 0 {
		return
	}
	p.Report(on, "sequenceBatching of %s without %s: %s", name(m), strings.Join(missing, " and "), strings.Join(effect, "; ")).
		Advise("set sequenceMaxIdleMSec, and maxNumSequence to batchSize x workers or more")
}
