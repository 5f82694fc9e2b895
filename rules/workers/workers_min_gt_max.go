package workers

import (
	"strconv"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// WorkersMinGTMax is documented, with examples that run as tests, in workers-min-gt-max.md.
var WorkersMinGTMax = &lint.Rule{
	Meta: lint.Meta{
		ID:       "workers-min-gt-max",
		Title:    "minWorkers is greater than maxWorkers",
		Severity: lint.Warning,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, m := range s.Models {
				if m.Entry != nil {
					workersMinGTMax(p, m)
				}
			}
		}
		return nil
	},
}

func workersMinGTMax(p *lint.Pass, m *model.Model) {
	least, ok1 := m.MinWorkers.Get()
	most, ok2 := m.MaxWorkers.Get()
	lo, hi := m.Entry.Param("minWorkers"), m.Entry.Param("maxWorkers")
	if !ok1 || !ok2 || least <= most || lo == nil || m.MinWorkers.Origin.Span != lo.Raw.Origin.Span {
		return // model-config.yaml, where it has a say, is left to workers-yaml-pair-ignored
	}
	f := p.Report(lo, "minWorkers %d of %s exceeds maxWorkers %d: %d start, and the next scaling cuts them to %d", least, name(m), most, least, most).
		Cause(m.MaxWorkers).
		Advise("raise maxWorkers to %d", least)
	if hi != nil && hi.Type == "int" {
		f.Edit(lint.Safe, "raise the bound to minWorkers", hi.Replace(strconv.Itoa(least)))
	}
}
