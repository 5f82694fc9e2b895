package batching

import (
	"fmt"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
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
		Fix:      lint.Unsafe,
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
	f := p.Report(on, "sequenceBatching of %s without %s: %s", name(m), strings.Join(missing, " and "), strings.Join(effect, "; ")).
		Advise("set sequenceMaxIdleMSec, and maxNumSequence to batchSize x workers or more")
	f.Edit(lint.Unsafe, "add what is missing", completion(m, on)...)
}

// idle is how long the fix lets a sequence rest: a minute.
const idle = 60_000

// completion adds the keys above sequenceBatching, or first makes a time that does not work one that
// does; none where it cannot be told how many sequences there may be.
func completion(m *model.Model, on *model.Param) []source.Edit {
	batch, ok1 := m.BatchSize.Get()
	workers, ok2 := m.MinWorkers.Get()
	if !ok1 || !ok2 {
		return nil
	}
	var lines []string
	if p := m.Config.Param("sequenceMaxIdleMSec"); p == nil {
		lines = append(lines, fmt.Sprintf("sequenceMaxIdleMSec: %d", idle))
	} else if p.Int.Or(1) <= 0 {
		return []source.Edit{p.Replace(fmt.Sprint(idle))}
	}
	if m.Config.Param("maxNumSequence") == nil {
		lines = append(lines, fmt.Sprintf("maxNumSequence: %d", max(1, batch*workers)))
	}
	at := on.KeyAt.Origin.Span
	if at.File == nil {
		return nil
	}
	text, from := at.File.Source(at.Start)
	return on.Before(strings.Join(lines, "\n"+text[:at.Start-from]))
}
