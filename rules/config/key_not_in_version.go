package config

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// KeyNotInVersion is documented, with examples that run as tests, in key-not-in-version.md.
var KeyNotInVersion = &lint.Rule{
	Meta: lint.Meta{
		ID:       "key-not-in-version",
		Title:    "A key or value is of another release",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config", "image"},
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			if supposed(s) {
				return
			}
			if c := s.Config; c != nil && !c.Bundled {
				for _, e := range c.Entries {
					keyNotInVersion(p, s, r, e)
				}
			}
			for _, m := range s.Models {
				modelKeyNotInVersion(p, s, r, m)
			}
		})
	},
}

func keyNotInVersion(p *lint.Pass, s *model.Server, r model.Release, e *model.Entry) {
	q, exists := torchserve.Exists(e.Key)
	if !exists {
		return
	}
	value := e.Raw.Or("")
	if q.In(r) {
		if e.Key == "metrics_mode" && r.Before("0.10.0") && strings.EqualFold(strings.TrimSpace(value), "legacy") {
			p.Report(e, "metrics_mode legacy exists from 0.10.0, but %s is TorchServe %s: it means log", image(s), r).
				Cause(s.Release).
				Advise("use log or prometheus")
		}
		return
	}
	f := p.Report(e.KeyAt, "%s exists %s, but %s is TorchServe %s: ignored", e.Key, span(q.Since, q.Removed), image(s), r).
		Cause(s.Release).
		Advise("%s", instead(e.Key, r))
	if likewise(e.Key, value) || readElsewhere(p, s, e, q) || other[e.Key] != "" && has(s.Config, other[e.Key]) {
		f.Weaken(lint.Info)
	}
}

// other are keys that say the same to older or newer releases: a file with both is meant for both.
var other = map[string]string{"metrics_format": "metrics_mode", "metrics_mode": "metrics_format"}

// likewise reports whether older releases behave as a newer setting says.
func likewise(key, value string) bool {
	switch key {
	case "grpc_inference_address", "grpc_management_address":
		return value == "0.0.0.0"
	case "disable_token_authorization", "enable_model_api":
		return torchserve.ReadBool(value)
	}
	return false
}

// readElsewhere reports whether another server runs with the same file, and reads the key.
func readElsewhere(p *lint.Pass, s *model.Server, e *model.Entry, q torchserve.Property) bool {
	for _, other := range p.Servers {
		r, ok := other.Release.Get()
		if other != s && ok && q.In(r) && other.Config != nil && other.Config.Text.Span() == s.Config.Text.Span() && e.KeyAt.Origin.Span.File != nil {
			return true
		}
	}
	return false
}

func modelKeyNotInVersion(p *lint.Pass, s *model.Server, r model.Release, m *model.Model) {
	if a := m.Archive; a != nil && a.ConfigFile != nil && r.Before("0.8.0") {
		p.Report(a.ConfigFile, "configFile exists from 0.8.0, but %s is TorchServe %s: %s is not read", image(s), r, a.ConfigFile.Or("it")).
			Cause(s.Release).
			Advise("use an image of 0.8.0 or later, or models={...}")
	}
	if m.Config == nil {
		return
	}
	for _, q := range m.Config.Params {
		k, ok := torchserve.LookupModelKey(q.Name)
		switch {
		case ok && !k.In(r):
			p.Report(q.KeyAt, "%s exists %s, but %s is TorchServe %s: ignored", q.Name, span(k.Since, k.Removed), image(s), r).
				Cause(s.Release).
				Advise("use an image that reads it, or delete it")
		case q.Name == "parallelType" && strings.EqualFold(q.Raw.Or(""), "custom") && r.Before("0.11.1"):
			p.Report(q, "parallelType custom exists from 0.11.1, but %s is TorchServe %s: no parallelism", image(s), r).
				Cause(s.Release).
				Advise("use pp, tp or pptp")
		}
	}
}

// span says in which releases something exists.
func span(since, removed string) string {
	if removed == "" {
		return "from " + since
	}
	last := since
	for _, r := range model.Releases() {
		if r.Before(removed) {
			last = r.String()
		}
	}
	return "until " + last
}

// instead says what takes the place of a key in a release.
func instead(key string, r model.Release) string {
	switch {
	case key == "metrics_format" && r.AtLeast("0.8.0"):
		return "use metrics_mode=prometheus"
	case key == "metrics_mode":
		return "before 0.8.0 the key is metrics_format"
	case key == "NUM_WORKERS":
		return "use default_workers_per_model"
	case key == "default_startup_timeout":
		return "before 0.12.0 default_response_timeout bounds loading too"
	}
	return "use an image that reads it, or delete the line"
}
