package main

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

func modelKey(b *bytes.Buffer, k torchserve.ModelKey, color bool) {
	head(b, k.Key, "model-config.yaml", color)
	row(b, "type", k.Type+", as YAML 1.1 resolves it")
	row(b, "default", cmp.Or(map[bool]string{true: "none: what comes next holds"}[k.Default == "0" && k.Lowest > 0], k.Default))
	row(b, "unit", k.Unit)
	row(b, "words", strings.Join(k.Words, ", "))
	row(b, "releases", span(k.Since, k.Removed))
	low := ""
	if k.Lowest > 0 {
		low = fmt.Sprintf("below %d it counts as absent", k.Lowest)
		if k.Raised != "" {
			low += fmt.Sprintf("; from %s it is raised to %d", k.Raised, k.RaisedTo)
		}
	}
	row(b, "too low", low)
	row(b, "bad value", "a value of another type counts as absent, with one line in the log")
	wins(b, k.Key)
}

// wins says which layer a setting of a model is taken from.
func wins(b *bytes.Buffer, key string) {
	row(b, "what wins", order(key, true))
	if without := order(key, false); without != "" {
		row(b, "without YAML", without)
	}
}

// order says which layer wins, for each range of releases in which that is the same, where
// there is a model-config.yaml or none.
func order(key string, hasYAML bool) string {
	var parts []string
	first, text := model.Release(0), ""
	flush := func(end model.Release) {
		if text != "" {
			parts = append(parts, between(first, end)+": "+text)
		}
	}
	for _, r := range model.Releases() {
		var layers []string
		for _, l := range torchserve.Order(key, r, hasYAML, false) {
			if hasYAML && r.Before("0.8.0") {
				break // it is not read
			}
			if layers = append(layers, layer(key, l)); l == torchserve.FromYAMLOnly {
				break
			}
		}
		if now := strings.Join(layers, " > "); now != text {
			flush(r - 1)
			first, text = r, now
		}
	}
	flush(model.Latest())
	return strings.Join(parts, "; ")
}

func between(first, last model.Release) string {
	if first == last {
		return first.String()
	}
	return fmt.Sprintf("%s to %s", first, last)
}

// layer names a layer as far as it can be: by the property that speaks for the server, by the
// value that is built in.
func layer(key string, l torchserve.Layer) string {
	server := map[string]string{
		"responseTimeout": "default_response_timeout", "startupTimeout": "default_startup_timeout", "jobQueueSize": "job_queue_size",
		"minWorkers": "default_workers_per_model", "maxWorkers": "default_workers_per_model",
	}
	builtIn := map[string]string{"batchSize": "1", "maxBatchDelay": "100 ms", "responseTimeout": "120 s", "startupTimeout": "120 s", "jobQueueSize": "100"}
	switch l {
	case torchserve.FromServer:
		return cmp.Or(server[key], string(l))
	case torchserve.FromBuiltIn:
		return cmp.Or(builtIn[key], "the default")
	case torchserve.FromYAMLOnly:
		return builtIn[key] + ", because there is a model-config.yaml"
	}
	return string(l)
}

func handlerKey(b *bytes.Buffer, k torchserve.HandlerKey, color bool) {
	head(b, k.Key, "model-config.yaml, for handlers", color)
	row(b, "type", k.Type)
	row(b, "default", k.Default)
	row(b, "releases", span(k.Since, k.Removed))
	row(b, "read by", cmp.Or(k.ReadBy, "no handler that TorchServe brings"))
	row(b, "bad value", k.Bad)
}

func jsonKey(b *bytes.Buffer, k torchserve.JSONKey, color bool) {
	head(b, k.Key, "models and model_snapshot", color)
	row(b, "unit", k.Unit)
	row(b, "models", cmp.Or(prefixed("from ", k.Since), "never read"))
	row(b, "model_snapshot", cmp.Or(prefixed("from ", k.Snapshot), "never read"))
	switch k.Required {
	case "":
	case "always":
		row(b, "required", "in model_snapshot: without it the server exits")
	default:
		row(b, "required", "in model_snapshot before "+k.Required+": without it the server exits")
	}
	row(b, "bad value", "what is not positive counts as absent in models; what is no number ends the server when the model loads")
	if _, ok := torchserve.LookupModelKey(k.Key); ok && k.Since != "" {
		wins(b, k.Key)
	}
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func flagPage(b *bytes.Buffer, f torchserve.Flag, color bool) {
	head(b, f.Name, "flag of torchserve", color)
	row(b, "also", strings.Join(f.Aliases, ", "))
	row(b, "takes", map[int]string{0: "nothing", 1: "one word", -1: "one word or more"}[f.Words])
	row(b, "releases", span(f.Since, ""))
	row(b, "sets", f.Sets)
	if f.Since != "0.1.0" {
		row(b, "before that", "an unknown flag ends the launcher with status 2")
	}
}
