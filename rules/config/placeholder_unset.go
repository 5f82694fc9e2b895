package config

import (
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// PlaceholderUnset is documented, with examples that run as tests, in placeholder-unset.md.
var PlaceholderUnset = &lint.Rule{
	Meta: lint.Meta{
		ID:       "placeholder-unset",
		Title:    "A value waits for a variable that the container does not have",
		Severity: lint.Error,
		Needs:    []string{"config"},
	},
	Check: func(p *lint.Pass) error {
		return entries(p, func(s *model.Server, e *model.Entry) {
			if e.Wins {
				placeholderUnset(p, s, e)
			}
		})
	},
}

// placeholder is what the server fills in: names have two characters at least.
var placeholder = regexp.MustCompile(`\$\$([^$]+[^$])\$\$`)

func placeholderUnset(p *lint.Pass, s *model.Server, e *model.Entry) {
	raw, ok := e.Raw.Get()
	if !ok || !strings.Contains(raw, "$$") {
		return
	}
	for _, m := range placeholder.FindAllStringSubmatchIndex(raw, -1) {
		name, at := raw[m[2]:m[3]], within(e.Raw, m[0], m[1])
		switch {
		case missing(s, name):
			p.Report(at, "%s needs the variable %s, which %s does not set; the server stops with an invalid configuration", e.Key, name, s.Container.Or("the container")).
				Cause(s.Container).
				Advise("set the variable, or write the value")
		case literal(s, e.Key):
			f := p.Report(at, "the launcher takes %s=%s letter by letter, only the server fills variables in: %s", e.Key, raw, literally[e.Key]).
				Advise("write the value")
			if e.Key == "model_store" && s.Start == nil {
				f.Weaken(lint.Warning) // --model-store may be given
			}
		}
	}
}

// literally says what a placeholder does in the keys that the launcher reads.
var literally = map[string]string{
	"model_store": "the launcher exits with status 1", "vmargs": "java refuses the option", "plugins_path": "no plug-in is found",
}

// literal reports whether the launcher takes a placeholder for text: with --model-store it does
// not look at model_store.
func literal(s *model.Server, key string) bool {
	return launched(s, key) != nil && (key != "model_store" || s.Start.Flag("--model-store") == nil)
}

// missing reports whether a container certainly has no variable of a name: all of its environment
// is visible, that of the official image too, and no script runs that could set it.
func missing(s *model.Server, name string) bool {
	if open, ok := s.EnvOpen.Get(); !ok || open || s.Workload == nil || s.Image == nil || !s.Image.Official || s.Wrapper.Or(true) || variable(s, name) != nil {
		return false
	}
	line, known := s.Start.Line.Get()
	return known && !strings.Contains(line, name) && !injected.MatchString(name)
}

// injected are variables that the image, the shell or Kubernetes bring along.
var injected = regexp.MustCompile(`_SERVICE_HOST$|_SERVICE_PORT|_PORT$|_PORT_\d+_|^(?:HOME|HOSTNAME|PATH|PWD|SHLVL|TEMP|TMPDIR|LANG|LC_ALL|PYTHONUNBUFFERED|TS_RUN_IN_DOCKER|_)$|^(?:CUDA|NVIDIA|NV|NCCL|LD)_`)
