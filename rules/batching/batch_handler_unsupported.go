package batching

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// BatchHandlerUnsupported is documented, with examples that run as tests, in batch-handler-unsupported.md.
var BatchHandlerUnsupported = &lint.Rule{
	Meta: lint.Meta{
		ID:       "batch-handler-unsupported",
		Title:    "The handler cannot answer a batch",
		Severity: lint.Error,
		Needs:    []string{"mar"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model) { batchHandlerUnsupported(p, m) })
	},
}

func batchHandlerUnsupported(p *lint.Pass, m *model.Model) {
	batch, ok := m.BatchSize.Get()
	if !ok || batch <= 1 || m.Archive == nil || m.Archive.Handler == nil || m.Archive.Handler.Or("") != "text_classifier" {
		return
	}
	p.Report(m.BatchSize, "batchSize %d of %s is more than text_classifier can answer: it returns one result, and the whole batch gets 503", batch, name(m)).
		Cause(m.Archive.Handler).
		Advise("use batchSize 1, or a handler of your own").
		Replace(lint.Safe, "send one request at a time", "1")
}
