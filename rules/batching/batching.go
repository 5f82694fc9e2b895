// Package batching holds the rules about batches and the job queue.
package batching

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	BatchDelayHigh,
	BatchDelayNoop,
	BatchHandlerUnsupported,
	QueueTooDeep,
	QueueTooSmall,
	SequenceBatchingIncomplete,
}

// name is how a message calls a model whose name may not be known.
func name(m *model.Model) string { return m.Name.Or("the model") }

// each calls f for every model of every server.
func each(p *lint.Pass, f func(*model.Server, *model.Model)) error {
	for _, s := range p.Servers {
		for _, m := range s.Models {
			f(s, m)
		}
	}
	return nil
}
