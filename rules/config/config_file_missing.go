package config

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ConfigFileMissing is documented, with examples that run as tests, in config-file-missing.md.
var ConfigFileMissing = &lint.Rule{
	Meta: lint.Meta{
		ID:       "config-file-missing",
		Title:    "The config file that the server is started with does not exist in the container",
		Severity: lint.Error,
		Needs:    []string{"manifest"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) { configFileMissing(p, s, r) })
	},
}

func configFileMissing(p *lint.Pass, s *model.Server, r model.Release) {
	l := s.Lacking
	if l == nil || l.From.Origin.Key == "./config.properties" {
		return // without a file in its working directory the server takes its defaults
	}
	from, effect := l.From.Origin.Key, "the launcher exits with status 1"
	if from == "TS_CONFIG_FILE" && r.Before("0.5.0") {
		effect = "the server runs with its defaults"
	}
	if l.From.Origin.Kind == model.Default {
		from = "the official entrypoint"
	}
	f := p.Report(l.From, "%s from %s does not exist in the container: %s; %s", l.Path, from, l.Why, effect)
	if len(l.Other) == 0 {
		f.Advise("mount the file at exactly that path, or correct the path")
		return
	}
	f.Advise("mount the file at exactly that path, or name the one that is there: %s", strings.Join(l.Other, ", "))
	at := l.From.Origin.Span
	if len(l.Other) == 1 && at.File != nil && at.File.Data[at.Start:at.End] == l.Path {
		f.Replace(lint.Unsafe, "name the file that is there", l.Other[0])
	}
}
