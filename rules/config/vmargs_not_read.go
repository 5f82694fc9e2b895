package config

import (
	"regexp"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// VMArgsNotRead is documented, with examples that run as tests, in vmargs-not-read.md.
var VMArgsNotRead = &lint.Rule{
	Meta: lint.Meta{
		ID:       "vmargs-not-read",
		Title:    "vmargs does not reach the JVM",
		Severity: lint.Warning,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return entries(p, func(s *model.Server, e *model.Entry) { vmargsNotRead(p, s, e) })
	},
}

// meansVMArgs reports whether a key is vmargs in another spelling: VMARGS, vm_args, vm-args.
func meansVMArgs(key string) bool { return key != "vmargs" && spelling.MatchString(key) }

var spelling = regexp.MustCompile(`(?i)^vm[._-]?args?$`)

func vmargsNotRead(p *lint.Pass, s *model.Server, e *model.Entry) {
	misspelt := meansVMArgs(e.Key)
	if !misspelt && e.Key != "vmargs" || !e.Wins || byVariable(s, e.Raw.Or("")) {
		return
	}
	reads, known := s.Config.Launcher.Get()
	switch {
	case misspelt:
		f := p.Report(e.KeyAt, "%s does not reach the JVM: the launcher looks for vmargs", e.Key).
			Advise("write vmargs=..., on one line")
		if !has(s.Config, "vmargs") && e.Separator == "=" {
			f.Edit(lint.Safe, "use the name that is read", source.Edit{Span: e.KeyAt.Origin.Span, New: "vmargs"})
		}
	case e.Separator != "=":
		f := p.Report(e.KeyAt, "vmargs does not reach the JVM: the launcher parts key and value at = only").
			Advise("write vmargs=..., on one line")
		if key, value := e.KeyAt.Origin.Span, e.Raw.Origin.Span; key.File == value.File && e.Lines == 1 {
			f.Edit(lint.Safe, "write =", source.Edit{Span: source.Span{File: key.File, Start: key.End, End: value.Start}, New: "="})
		}
	case known && !reads:
		p.Report(e.KeyAt, "vmargs of %s does not reach the JVM: the launcher is not given that file, only the server finds it", s.Config.Name).
			Advise("name the file with --ts-config")
	}
}

// byVariable reports whether JAVA_TOOL_OPTIONS carries the same options.
func byVariable(s *model.Server, options string) bool {
	e := variable(s, "JAVA_TOOL_OPTIONS")
	if e == nil {
		return false
	}
	value, ok := e.Value.Get()
	given := strings.Fields(value)
	return !ok || !slices.ContainsFunc(strings.Fields(options), func(o string) bool { return !slices.Contains(given, o) })
}
