package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// keyNames are all names that explain knows beside rules.
func keyNames() (out []string) {
	for _, p := range torchserve.Properties() {
		out = append(out, p.Key)
		if p.Env != "" {
			out = append(out, p.Env)
		}
	}
	for _, k := range torchserve.ModelKeys() {
		out = append(out, k.Key)
	}
	for _, k := range torchserve.JSONKeys() {
		out = append(out, k.Key)
	}
	for _, f := range torchserve.Flags() {
		out = append(out, f.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// explainKey prints every layer in which a name is a setting.
func explainKey(b *bytes.Buffer, name string, color bool) {
	for _, p := range torchserve.Properties() {
		if p.Key == name || p.Env == name && name != "" {
			property(b, p, color)
		}
	}
	for _, k := range torchserve.ModelKeys() {
		if k.Key == name || k.Key == "torchrun."+name {
			modelKey(b, k, color)
		}
	}
	for _, k := range torchserve.JSONKeys() {
		if k.Key == name {
			jsonKey(b, k, color)
		}
	}
	for _, f := range torchserve.Flags() {
		if f.Name == name || slices.Contains(f.Aliases, name) {
			flagPage(b, f, color)
		}
	}
}

func head(b *bytes.Buffer, name, layer string, color bool) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	markdown(b, "# "+name+" ("+layer+")", color)
}

func row(b *bytes.Buffer, title, text string) {
	if text != "" {
		fmt.Fprintf(b, "  %-14s %s\n", title, text)
	}
}

func property(b *bytes.Buffer, p torchserve.Property, color bool) {
	head(b, p.Key, "config.properties", color)
	row(b, "type", string(p.Type))
	row(b, "default", p.Default)
	row(b, "", p.Means)
	row(b, "unit", p.Unit)
	row(b, "range", interval(p))
	row(b, "releases", span(p.Since, p.Removed))
	switch p.By {
	case torchserve.Launcher:
		row(b, "read by", "the Python launcher alone, line by line, from the file of --ts-config or (0.5.0) TS_CONFIG_FILE")
	case torchserve.Both:
		row(b, "read by", "the server and the Python launcher")
	}
	env := "none"
	if p.Env != "" {
		env = p.Env + ", with enable_envvars_config=true in the file"
		if p.EnvSince != "" {
			env += ", from " + p.EnvSince
		}
	}
	row(b, "variable", env)
	wins := []string{"file", "default"}
	for _, f := range torchserve.Flags() {
		if f.Sets == p.Key {
			row(b, "flag", f.Name+", "+span(f.Since, ""))
			wins = []string{"flag", "file", "default"}
		}
	}
	if p.Env != "" {
		wins = slices.Insert(wins, 0, "variable (with enable_envvars_config=true)")
	}
	row(b, "bad value", badValue(p))
	if k, ok := replaces[p.Key]; ok {
		row(b, "for one model", k)
	}
	row(b, "what wins", strings.Join(wins, ", "))
	bundled(b, p.Key)
}

// replaces names what says the same of one model.
var replaces = map[string]string{
	"default_response_timeout":  "responseTimeout in model-config.yaml (any such file cancels this key) or models={...}",
	"default_startup_timeout":   "startupTimeout in model-config.yaml (any such file cancels this key) or models={...}",
	"default_workers_per_model": "minWorkers and maxWorkers in model-config.yaml, as a pair, or models={...}",
	"job_queue_size":            "jobQueueSize in model-config.yaml, from 0.8.1",
}

// bundled says what the official image's own file sets.
func bundled(b *bytes.Buffer, key string) {
	for _, l := range torchserve.Bundled(model.Latest()) {
		if l.Key == key {
			row(b, "official image", "its own config.properties says "+l.Value+", until it is replaced")
		}
	}
}

func interval(p torchserve.Property) string {
	switch {
	case p.Min != nil && p.Max != nil:
		return fmt.Sprintf("%d to %d", *p.Min, *p.Max)
	case p.Min != nil:
		return fmt.Sprintf("%d or more", *p.Min)
	}
	return ""
}

func span(since, removed string) string {
	if removed == "" {
		return "from " + since
	}
	last, _ := model.ParseRelease(removed)
	return fmt.Sprintf("%s to %s", since, (last - 1).String())
}

func badValue(p torchserve.Property) string {
	switch p.Type {
	case torchserve.Int, torchserve.Long, torchserve.Double:
		return p.Malformed.String()
	case torchserve.Bool:
		return "everything but true, in any case and without blanks, is false"
	case torchserve.PythonBool:
		return "everything but lower-case true is false"
	case torchserve.AddressType, torchserve.Host, torchserve.JSON:
		return "the server exits at start"
	}
	return ""
}

func modelKey(b *bytes.Buffer, k torchserve.ModelKey, color bool) {
	head(b, k.Key, "model-config.yaml", color)
	row(b, "type", k.Type+", as YAML 1.1 resolves it")
	row(b, "default", k.Default)
	row(b, "unit", k.Unit)
	row(b, "words", strings.Join(k.Words, ", "))
	row(b, "releases", span(k.Since, k.Removed))
	low := ""
	if k.Lowest > 0 {
		low = fmt.Sprintf("below %d it counts as absent", k.Lowest)
		if k.Raised != "" {
			low += fmt.Sprintf("; from %s it is raised to %d", k.Raised, k.Lowest)
		}
	}
	row(b, "too low", low)
	row(b, "bad value", "a value of another type counts as absent, with one line in the log")
	row(b, "what wins", order(k.Key))
}

// order says which layer wins, for each range of releases in which that is the same.
func order(key string) string {
	var parts []string
	first, text := model.Release(0), ""
	flush := func(end model.Release) {
		if text != "" {
			parts = append(parts, fmt.Sprintf("%s to %s: %s", first, end, text))
		}
	}
	for _, r := range model.Releases() {
		var layers []string
		if r.AtLeast("0.8.0") {
			for _, l := range torchserve.Order(key, r, true, false) {
				layers = append(layers, string(l))
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
	row(b, "before that", "an unknown flag ends the launcher with status 2")
}
