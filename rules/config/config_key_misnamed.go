package config

import (
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ConfigKeyMisnamed is documented, with examples that run as tests, in config-key-misnamed.md.
var ConfigKeyMisnamed = &lint.Rule{
	Meta: lint.Meta{
		ID:       "config-key-misnamed",
		Title:    "A key has a name that no release reads, and another one is meant",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return entries(p, func(s *model.Server, e *model.Entry) { configKeyMisnamed(p, s, e) })
	},
}

func configKeyMisnamed(p *lint.Pass, s *model.Server, e *model.Entry) {
	right, ok := torchserve.Misnamed(e.Key)
	r, known := s.Release.Get()
	if !ok || !known {
		return
	}
	if _, reads := torchserve.Lookup(right, r); !reads {
		p.Report(e.KeyAt, "%s is not read; the name is %s, which TorchServe %s does not have either", e.Key, right, r).
			Weaken(lint.Warning).
			Advise("delete the line")
		return
	}
	f := p.Report(e.KeyAt, "%s is not read; the name is %s, so %s stays %s", e.Key, right, right, stays(s, right)).
		Advise("rename it")
	if has(s.Config, right) {
		return
	}
	edits := []source.Edit{{Span: e.KeyAt.Origin.Span, New: right}}
	if strings.HasPrefix(e.Key, "enable_") && strings.HasPrefix(right, "disable_") { // what is meant is the opposite
		on, err := strconv.ParseBool(e.Raw.Or(""))
		if err != nil {
			return
		}
		f.Advise("rename it, and turn the value round")
		edits = append(edits, source.Edit{Span: e.Raw.Origin.Span, New: strconv.FormatBool(!on)})
	}
	f.Edit(lint.Safe, "use the name that is read", edits...)
}
