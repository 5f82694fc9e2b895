package link

import (
	"maps"
	"path"
	"slices"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// A loose is a config.properties, or a model-config.yaml, that no workload among the inputs
// uses: it is judged alone.
type loose struct {
	config *configFile
	yaml   *modelFile
}

func (l *loose) text() source.Text {
	if l.config != nil {
		return l.config.text
	}
	return l.yaml.text
}

func (l *loose) dir() string {
	if l.config != nil {
		return l.config.dir
	}
	return l.yaml.dir
}

// looseConfigs lists the config files that are judged alone, after all workloads were settled. A
// loose copy of a file that is in use, which a ConfigMap was made of, is not judged twice.
func (x *index) looseConfigs() (out []*loose) {
	inUse := map[string]bool{}
	for _, f := range x.configs {
		if f.used {
			inUse[f.text.String()] = true
		}
	}
	for _, f := range x.configs {
		if !f.used && !inUse[f.text.String()] {
			inUse[f.text.String()] = f.configMap != nil
			out = append(out, x.looseOf(f))
		}
	}
	return out
}

// looseModelFiles lists what is left when every server has taken its model-config.yaml.
func (x *index) looseModelFiles() (out []*loose) {
	claimed := map[string]bool{}
	for _, f := range x.modelFiles {
		if f.used {
			claimed[f.text.String()] = true
		}
	}
	for _, f := range x.modelFiles {
		if !f.used && !claimed[f.text.String()] {
			out = append(out, &loose{yaml: f})
		}
	}
	return out
}

// looseOf returns the one loose of a config file, so that they can be compared.
func (x *index) looseOf(f *configFile) *loose {
	if x.loose == nil {
		x.loose = map[*configFile]*loose{}
	}
	if x.loose[f] == nil {
		x.loose[f] = &loose{config: f}
	}
	return x.loose[f]
}

// alone returns the file judged alone that objects of a folder belong to: the only one in it, or
// in the nearest folder above or below that has any.
func (x *index) alone(dir string) *loose {
	var found *configFile
	best, tie := -1, false
	for _, f := range x.configs {
		if f.used {
			continue
		}
		d, ok := apart(dir, f.dir)
		switch {
		case !ok:
		case best < 0 || d < best:
			found, best, tie = f, d, false
		case d == best:
			tie = true
		}
	}
	if found == nil || tie {
		return nil
	}
	return x.looseOf(found)
}

// server returns what is known of a file that is judged alone: there is no image and no limit.
func (l *loose) server(release model.Value[model.Release]) *model.Server {
	at := start(l.text())
	name := ""
	if l.config != nil {
		name = l.config.name
	} else {
		name = l.yaml.name
	}
	o := model.Origin{Key: "file", Span: at}
	none := model.Origin{Kind: model.Absent, On: at, Why: "there is no workload"}
	return &model.Server{
		Name: model.Known(name, o), Release: release,
		Container: model.Unknown[string](none), Wrapper: model.Unknown[bool](none), EnvOpen: model.Known(true, none),
		GPUs: model.Unknown[int](none), LowPorts: model.Unknown[bool](none),
	}
}

// lone is the model of a model-config.yaml that belongs to no server.
func (x *index) lone(s *model.Server, l *loose, r model.Release) *model.Model {
	t := &settling{x: x, r: r, s: s, choice: choice{launcher: true}, on: start(l.text())}
	unknown := model.Unknown[string](model.Origin{Kind: model.Absent, Key: "model", On: start(l.text()), Why: "no config loads it"})
	t.s.Settings = nil
	t.settings()
	m := &model.Model{Name: unknown, Version: unknown, File: unknown}
	if r.AtLeast("0.8.0") {
		m.Config = readModelConfig(l.yaml.name, l.yaml.text, false, model.Known(l.yaml.name, model.Origin{Key: "model-config.yaml", Span: start(l.yaml.text)}))
	}
	if base := path.Base(l.yaml.dir); base != "." && len(x.options.Models) > 0 {
		if d, ok := x.options.Models[base]; ok {
			m.Declared = d
		}
	}
	t.fill(m)
	return m
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
