package workers

import (
	"fmt"
	"strconv"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// WorkersYAMLPairIgnored is documented, with examples that run as tests, in workers-yaml-pair-ignored.md.
var WorkersYAMLPairIgnored = &lint.Rule{
	Meta: lint.Meta{
		ID:       "workers-yaml-pair-ignored",
		Title:    "minWorkers and maxWorkers of model-config.yaml are dropped as a pair",
		Severity: lint.Error,
		Versions: ">=0.8.0",
		Needs:    []string{"model-config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, m := range s.Models {
				if m.Config != nil && !m.Restored {
					workersYAMLPairIgnored(p, s, m)
				}
			}
		}
		return nil
	},
}

func workersYAMLPairIgnored(p *lint.Pass, s *model.Server, m *model.Model) {
	lo, hi := m.Config.Param("minWorkers"), m.Config.Param("maxWorkers")
	least, okLo := number(lo, s)
	most, okHi := number(hi, s)
	switch {
	case lo != nil && !okLo || hi != nil && !okHi:
		return // model-config-type-ignored says why
	case least <= 0 && most <= 0, least > 0 && most >= least:
		return
	case hi == nil || most == 0:
		report(p, m, lo, fmt.Sprintf("minWorkers %d without maxWorkers", least)).
			Edit(lint.Safe, "name the bound that is missing", lo.Before("maxWorkers: "+strconv.FormatInt(least, 10))...)
	case lo == nil || least == 0:
		report(p, m, hi, fmt.Sprintf("maxWorkers %d without minWorkers", most)).
			Edit(lint.Safe, "name the bound that is missing", hi.Before("minWorkers: "+strconv.FormatInt(most, 10))...)
	default:
		report(p, m, hi, fmt.Sprintf("maxWorkers %d below minWorkers %d", most, least)).
			Cause(lo).
			Replace(lint.Safe, "raise the bound to minWorkers", strconv.FormatInt(least, 10))
	}
}

func report(p *lint.Pass, m *model.Model, at model.Cited, pair string) *lint.Finding {
	effect := "the number of GPUs or CPUs decides how many start"
	if n, ok := m.MinWorkers.Get(); ok {
		effect = fmt.Sprintf("%d start", n)
	}
	return p.Report(at, "%s: both are dropped, %s for %s", pair, effect, name(m)).
		Cause(m.MinWorkers).
		Advise("write both, maxWorkers at least equal to minWorkers")
}

// number reads a count as this release does; an absent one is 0. From 0.10.0 a minWorkers
// below 1 becomes 1 (facts: model-config-keys.yaml).
func number(p *model.Param, s *model.Server) (int64, bool) {
	if p == nil {
		return 0, true
	}
	n, ok := p.Int.Get()
	if r, known := s.Release.Get(); ok && known && p.Name == "minWorkers" && r.AtLeast("0.10.0") {
		n = max(1, n)
	}
	return max(0, n), ok
}
