package lint

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// rule reads what is said of a rule or a family: on, off, a severity, or a mapping of a
// severity and the rule's parameters.
func (r *configReader) rule(key source.Text, n syntax.Node) {
	name := key.String()
	if all := Names(r.rules); !slices.Contains(all, name) {
		r.fault(key.Span(), "there is no rule or family %s%s", name, didYouMean(name, all))
		return
	}
	s := Setting{Params: map[string]any{}}
	if n.IsMap() {
		r.mapping(n, name, r.settings(name, &s))
	} else {
		s.Off, s.Severity = r.level(n)
	}
	r.config.Rules[name] = s
}

// level reads on, off or a severity.
func (r *configReader) level(n syntax.Node) (off bool, severity *Severity) {
	text := n.Text().String()
	if s, ok := ParseSeverity(text); ok {
		return false, &s
	}
	switch text {
	case "on", "true":
	case "off", "false":
		off = true
	default:
		r.fault(n.Span(), "%q is not known here; want on, off, error, warning, info or a mapping", text)
	}
	return off, nil
}

// settings are the keys of a mapping that sets a rule or a family.
func (r *configReader) settings(name string, s *Setting) map[string]func(syntax.Node) {
	keys := map[string]func(syntax.Node){
		"severity": func(n syntax.Node) { s.Off, s.Severity = r.level(n) },
	}
	i := slices.IndexFunc(r.rules, func(rule *Rule) bool { return rule.ID == name })
	if i < 0 || len(r.rules[i].Params) == 0 {
		return keys
	}
	params := map[string]func(syntax.Node){}
	for _, p := range r.rules[i].Params {
		params[p.Name] = func(n syntax.Node) {
			v, err := p.Parse(plain(n))
			if err != nil {
				r.fault(n.Span(), "%s: %s", p.Name, err)
				return
			}
			s.Params[p.Name] = v
		}
		keys[p.Name] = params[p.Name]
	}
	keys["params"] = func(n syntax.Node) { r.mapping(n, "params", params) }
	return keys
}

// plain is a scalar as a text, or a list of them.
func plain(n syntax.Node) any {
	if n.IsScalar() {
		return n.Text().String()
	}
	list := []any{}
	for _, item := range n.Items() {
		list = append(list, item.Text().String())
	}
	return list
}

// model reads what is declared of a model.
func (r *configReader) model(name source.Text, n syntax.Node) {
	var d model.Declared
	size := func(key string, to **model.Value[model.Bytes]) func(syntax.Node) {
		return func(n syntax.Node) { *to = value(r, key, n, ParseBytes) }
	}
	span := func(key string, to **model.Value[time.Duration]) func(syntax.Node) {
		return func(n syntax.Node) {
			*to = value(r, key, n, func(s string) (time.Duration, error) { return ParseDuration(s, 0) })
		}
	}
	r.mapping(n, name.String(), map[string]func(syntax.Node){
		"worker-memory":      size("worker-memory", &d.WorkerMemory),
		"worker-memory-peak": size("worker-memory-peak", &d.WorkerMemoryPeak),
		"worker-gpu-memory":  size("worker-gpu-memory", &d.WorkerGPUMemory),
		"artifact-size":      size("artifact-size", &d.ArtifactSize),
		"payload-max":        size("payload-max", &d.PayloadMax),
		"response-max":       size("response-max", &d.ResponseMax),
		"load-time":          span("load-time", &d.LoadTime),
		"latency-p95":        span("latency-p95", &d.LatencyP95),
		"latency-max":        span("latency-max", &d.LatencyMax),
		"peak-concurrency":   func(n syntax.Node) { d.PeakConcurrency = value(r, "peak-concurrency", n, count) },
		"mode":               func(n syntax.Node) { d.Mode = value(r, "mode", n, mode) },
	})
	r.config.Models[name.String()] = d
}

func count(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("want a whole number from 1, got %s", s)
	}
	return n, nil
}

func mode(s string) (string, error) {
	if s != "online" && s != "offline" {
		return "", errors.New("want online or offline, got " + s)
	}
	return s, nil
}
