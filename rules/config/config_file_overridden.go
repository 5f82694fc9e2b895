package config

import (
	"path"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ConfigFileOverridden is documented, with examples that run as tests, in config-file-overridden.md.
var ConfigFileOverridden = &lint.Rule{
	Meta: lint.Meta{
		ID:       "config-file-overridden",
		Title:    "TS_CONFIG_FILE and --ts-config name different files",
		Severity: lint.Error,
		Needs:    []string{"manifest"},
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
	p.Report(e.Name, "TS_CONFIG_FILE=%s wins over --ts-config %s: %s", value, named, effect).
		Cause(flag).
		Advise("keep one of the two")
}
