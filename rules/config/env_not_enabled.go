package config

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// EnvNotEnabled is documented, with examples that run as tests, in env-not-enabled.md.
var EnvNotEnabled = &lint.Rule{
	Meta: lint.Meta{
		ID:       "env-not-enabled",
		Title:    "A TS_ variable is set, and the server does not read the environment",
		Severity: lint.Error,
		Needs:    []string{"manifest"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) { envNotEnabled(p, s, r) })
	},
}

func envNotEnabled(p *lint.Pass, s *model.Server, r model.Release) {
	on := s.Settings.Get("enable_envvars_config")
	if on == nil {
		return
	}
	if raw, ok := on.Get(); !ok || torchserve.ReadBool(raw) {
		return
	}
	file, fix := "there is no config.properties that sets", s.Config != nil && !s.Config.Bundled && !has(s.Config, "enable_envvars_config")
	if c := s.Config; c != nil {
		file = c.Name + " does not set"
		if c.Bundled {
			file = "the image's own config.properties does not set"
		}
	}
	for _, e := range s.Env {
		name := e.Name.Or("")
		q, ok := torchserve.ByEnv(name, r)
		if !ok || name == "TS_MODEL_SERVER_HOME" || name == "TS_OPEN_INFERENCE_PROTOCOL" || name == "TS_ASYNC_LOGGING" {
			continue // read directly; the last one never, which env-unknown says
		}
		f := p.Report(e.Name, "%s has no effect: %s enable_envvars_config=true, %s stays %s", name, file, q.Key, stays(s, q.Key)).
			Advise("add enable_envvars_config=true to the file, or write %s there", q.Key)
		if v := s.Settings.Get(q.Key); v != nil {
			raw, ok1 := v.Get()
			if value, ok2 := e.Value.Get(); ok1 && ok2 && raw == value {
				f.Weaken(lint.Info)
			}
		}
		if fix { // once: one line lets all of them in
			f.Edit(lint.Safe, "read the environment", s.Config.Text.Append("enable_envvars_config=true"))
			fix = false
		}
	}
}
