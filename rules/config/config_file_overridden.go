package config

import (
	"path"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// ConfigFileOverridden is documented, with examples that run as tests, in config-file-overridden.md.
var ConfigFileOverridden = &lint.Rule{
	Meta: lint.Meta{
		ID:       "config-file-overridden",
		Title:    "TS_CONFIG_FILE and --ts-config name different files",
		Severity: lint.Error,
		Needs:    []string{"manifest"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) { configFileOverridden(p, s, r) })
	},
}

func configFileOverridden(p *lint.Pass, s *model.Server, r model.Release) {
	e, flag := variable(s, "TS_CONFIG_FILE"), s.Start.Flag("--ts-config")
	if e == nil || flag == nil || len(flag.Values) == 0 {
		return
	}
	value, ok1 := e.Value.Get()
	named, ok2 := flag.Values[0].Get()
	if !ok1 || !ok2 || path.Clean(value) == path.Clean(named) || value != "" && path.IsAbs(value) != path.IsAbs(named) {
		return // a relative path may be the same file
	}
	effect := named + " is never read"
	switch {
	case r.Before("0.5.0"):
		effect = "the launcher reads " + named + ", the server reads the other"
	case value == "":
		effect = "empty, it means no file at all"
	}
	f := p.Report(e.Name, "TS_CONFIG_FILE=%s wins over --ts-config %s: %s", value, named, effect).
		Cause(flag).
		Advise("keep one of the two")
	if l := s.Lacking; l != nil && l.From.Origin.Key == "TS_CONFIG_FILE" {
		f.Edit(lint.Safe, "delete the variable, whose file is not there", withoutVariable(e)...)
	}
}

// withoutVariable returns an edit that deletes an item of env; none where it shares its lines.
func withoutVariable(e *model.EnvVar) []source.Edit {
	name, value := e.Name.Origin.Span, e.Value.Origin.Span
	f := name.File
	if f == nil || value.File != f || value.Start < name.End {
		return nil
	}
	first, from := f.Source(name.Start)
	last, at := f.Source(value.End)
	key, between := strings.TrimLeft(first[:name.Start-from], " "), f.Data[name.End:value.Start]
	if !strings.HasPrefix(key, "- ") || !strings.HasSuffix(strings.TrimRight(key, `"' `), "name:") ||
		strings.Count(between, "\n") > 1 || strings.Trim(last[value.End-at:], `"'} `) != "" {
		return nil
	}
	return []source.Edit{{Span: source.Span{File: f, Start: from, End: nextLine(f, at+len(last))}}}
}
