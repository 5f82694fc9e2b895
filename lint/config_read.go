package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// ParseConfig reads a configuration file. The rules are those that it may speak of. The
// error is a ConfigError that holds every fault of the file.
func ParseConfig(f *source.File, rules []*Rule) (*Config, error) {
	r := configReader{config: NewConfig(), rules: rules}
	n, problem := syntax.YAML11(f.Text())
	start := source.Span{File: f}
	switch {
	case problem != nil:
		r.fault(problem.Span, "%s", problem.Msg)
	case !n.OK():
		r.fault(start, "it is empty; want version: 1")
	default:
		r.mapping(n, "the configuration", r.keys())
		if n.IsMap() && !n.At("version").OK() {
			r.fault(start, "version is missing; want version: 1")
		}
	}
	if len(r.faults) > 0 {
		return nil, r.faults
	}
	return r.config, nil
}

// A configReader gathers what a configuration says, and its faults.
type configReader struct {
	config *Config
	rules  []*Rule
	faults ConfigError
}

func (r *configReader) fault(at source.Span, format string, args ...any) {
	r.faults = append(r.faults, ConfigFault{at, fmt.Sprintf(format, args...)})
}

// mapping reads a mapping whose keys are known.
func (r *configReader) mapping(n syntax.Node, what string, keys map[string]func(syntax.Node)) {
	r.entries(n, what, func(key source.Text, value syntax.Node) {
		if read, ok := keys[key.String()]; ok {
			read(value)
			return
		}
		known := make([]string, 0, len(keys))
		for k := range keys {
			known = append(known, k)
		}
		slices.Sort(known)
		suggestion := didYouMean(key.String(), known)
		if suggestion == "" {
			suggestion = "; want one of " + strings.Join(known, ", ")
		}
		r.fault(key.Span(), "unknown key %s%s", key, suggestion)
	})
}

// entries reads a mapping with keys of any name, each once.
func (r *configReader) entries(n syntax.Node, what string, read func(key source.Text, value syntax.Node)) {
	if !n.IsMap() {
		r.fault(n.Span(), "%s is no mapping", what)
		return
	}
	seen := map[string]bool{}
	for name, value := range n.Pairs() {
		if seen[name] {
			r.fault(value.KeyText().Span(), "%s is set twice", name)
			continue
		}
		seen[name] = true
		read(value.KeyText(), value)
	}
}

// keys are those of a configuration.
func (r *configReader) keys() map[string]func(syntax.Node) {
	return map[string]func(syntax.Node){
		"version": func(n syntax.Node) {
			if text := n.Text(); text.String() != "1" {
				r.fault(n.Span(), "version %s is not known; want 1", text)
			}
		},
		"torchserve-version": r.release,
		"fail-on": func(n syntax.Node) {
			r.config.FailOn = oneOf(r, n, map[string]Severity{"info": Info, "warning": Warning, "error": Error, "never": Never})
		},
		"profile": func(n syntax.Node) {
			r.config.Profile = oneOf(r, n, map[string]Profile{"recommended": Recommended, "strict": Strict})
		},
		"rules": func(n syntax.Node) {
			r.config.Rules = map[string]Setting{}
			r.entries(n, "rules", r.rule)
		},
		"models": func(n syntax.Node) {
			r.config.Models = map[string]model.Declared{}
			r.entries(n, "models", r.model)
		},
		"gpu-memory": func(n syntax.Node) { r.config.GPUMemory = value(r, "gpu-memory", n, ParseBytes) },
	}
}

func (r *configReader) release(n syntax.Node) {
	v := value(r, "torchserve-version", n, func(s string) (model.Release, error) {
		release, ok := model.ParseRelease(s)
		if !ok {
			var all []string
			for _, v := range model.Releases() {
				all = append(all, v.String())
			}
			return 0, fmt.Errorf("there is no TorchServe %s%s", s, didYouMean(s, all))
		}
		return release, nil
	})
	if v != nil {
		v.Origin.Why = "set in " + n.Span().File.Name
	}
	r.config.Release = v
}

// oneOf reads a word out of a few.
func oneOf[T any](r *configReader, n syntax.Node, words map[string]T) T {
	text := n.Text().String()
	v, ok := words[text]
	if !ok {
		known := make([]string, 0, len(words))
		for w := range words {
			known = append(known, w)
		}
		slices.Sort(known)
		r.fault(n.Span(), "%q is not known here; want %s", text, strings.Join(known, ", "))
	}
	return v
}

// value reads a scalar, with its place.
func value[T any](r *configReader, key string, n syntax.Node, parse func(string) (T, error)) *model.Value[T] {
	if !n.IsScalar() {
		r.fault(n.Span(), "%s is no single value", key)
		return nil
	}
	v, err := parse(n.Text().String())
	if err != nil {
		r.fault(n.Span(), "%s: %s", key, err)
		return nil
	}
	known := model.Known(v, model.Origin{Key: key, Span: n.Span()})
	return &known
}
