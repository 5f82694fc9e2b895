package models

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ModelConfigKeyUnknown is documented, with examples that run as tests, in model-config-key-unknown.md.
var ModelConfigKeyUnknown = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-config-key-unknown",
		Title:    "A key of model-config.yaml is a misspelt key of the server's",
		Severity: lint.Warning,
		Versions: ">=0.8.0",
		Needs:    []string{"model-config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model, r model.Release) {
			if m.Config == nil {
				return
			}
			for _, q := range m.Config.Params {
				modelConfigKeyUnknown(p, m, r, q)
			}
		})
	},
}

func modelConfigKeyUnknown(p *lint.Pass, m *model.Model, r model.Release, q *model.Param) {
	if _, exact := torchserve.LookupModelKey(q.Name); exact {
		return
	}
	right, near := torchserve.ModelKeyNear(q.Name)
	k, _ := torchserve.LookupModelKey(right)
	_, ofServer := torchserve.Exists(q.Name)
	if !near || ofServer || strings.Contains(q.Name, ".") || !k.In(r) || m.Config.Param(right) != nil || k.Type != "list" && k.Type != "map" && (q.Type == "list" || q.Type == "map") {
		return // with the right key beside it, this one is the handler's
	}
	p.Report(q.KeyAt, "%s is not read by the frontend; %s stays %s", q.Name, right, instead(m, right, fallback(k))).
		Advise("write %s, unless the handler reads %s", right, q.Name).
		Edit(lint.Safe, "use the key that is read", source.Edit{Span: q.KeyAt.Origin.Span, New: right})
}
