package main

import (
	"bytes"
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
	for _, k := range torchserve.HandlerKeys() {
		out = append(out, k.Key)
	}
	for _, v := range torchserve.Variables() {
		out = append(out, v.Name)
	}
	for _, f := range torchserve.Flags() {
		out = append(out, f.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// explainKey prints every layer in which a name is a setting. A key of a section may be named
// without it, a flag without its dashes.
func explainKey(b *bytes.Buffer, name string, color bool) {
	within := func(key string) bool { return key == name || strings.HasSuffix(key, "."+name) }
	for _, p := range torchserve.Properties() {
		if p.Key == name || p.Env == name && name != "" {
			property(b, p, color)
		}
	}
	for _, k := range torchserve.ModelKeys() {
		if within(k.Key) {
			modelKey(b, k, color)
		}
	}
	for _, k := range torchserve.HandlerKeys() {
		if within(k.Key) || strings.HasPrefix(k.Key, name+".") {
			handlerKey(b, k, color)
		}
	}
	for _, k := range torchserve.JSONKeys() {
		if k.Key == name {
			jsonKey(b, k, color)
		}
	}
	explainStart(b, name, color)
}

// explainStart prints what a name is where the server is started.
func explainStart(b *bytes.Buffer, name string, color bool) {
	for _, f := range torchserve.Flags() {
		if dashed := "--" + strings.TrimLeft(name, "-"); f.Name == dashed || slices.Contains(f.Aliases, dashed) || slices.Contains(f.Aliases, name) {
			flagPage(b, f, color)
		}
	}
	for _, v := range torchserve.Variables() {
		if v.Name == name {
			head(b, v.Name, "variable of the container", color)
			row(b, "releases", span(v.Since, ""))
			row(b, "effect", v.Effect)
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
	order := []string{"file", "default"}
	for _, f := range torchserve.Flags() {
		if f.Sets == p.Key {
			row(b, "flag", f.Name+", "+span(f.Since, ""))
			order = []string{"flag", "file", "default"}
		}
	}
	if p.Env != "" {
		order = append([]string{"variable (with enable_envvars_config=true)"}, order...)
	}
	row(b, "bad value", badValue(p))
	if k, ok := replaces[p.Key]; ok {
		row(b, "for one model", k)
	}
	row(b, "what wins", strings.Join(order, " > "))
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
	first, _ := model.ParseRelease(since)
	end, _ := model.ParseRelease(removed)
	return between(first, end-1)
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
