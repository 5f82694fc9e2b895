package link

import (
	"path"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// A choice is the config file that a server gets.
type choice struct {
	path     string              // in the container
	from     model.Value[string] // what names it
	file     *configFile         // nil: the image's own, or not visible
	bundled  bool
	launcher bool   // the Python launcher reads it too
	unseen   string // why it is not visible; empty: it is, or there is none
	lacking  *model.Lacking
}

// choose finds the config file of a container, in the order of the server (facts: precedence.md 1):
// TS_CONFIG_FILE, --ts-config, the file of the stock entrypoint, config.properties in the
// working directory.
func (x *index) choose(c *container, r model.Release) choice {
	const key = "TS_CONFIG_FILE"
	if name, from, ok := x.spelled(c, key); ok {
		if from.File != nil {
			return choice{unseen: key + " comes from what is not among the files", from: model.Unknown[string](model.Origin{Key: key, Span: from, Kind: model.Absent})}
		}
		return x.locate(c, name.String(), written(key, name), r.AtLeast("0.5.0"))
	}
	if f := c.start.Flag("--ts-config"); f != nil && len(f.Values) > 0 {
		name, ok := f.Values[0].Get()
		if !ok {
			return choice{unseen: "the path of --ts-config is not known", from: f.Values[0]}
		}
		return x.locate(c, name, f.Values[0], true)
	}
	if serve, known := c.start.Serve.Get(); known && serve {
		return x.locate(c, torchserve.BundledAt, model.Known(torchserve.BundledAt, model.Origin{Kind: model.Default, Key: "--ts-config", On: c.start.Line.Origin.Span, Why: "the official entrypoint"}), true)
	}
	if _, known := c.start.Line.Get(); !known {
		return choice{unseen: "what starts the server is not visible", from: model.Unknown[string](c.start.Line.Origin)}
	}
	dir := torchserve.Home
	if c.workingDir.String() != "" {
		dir = c.workingDir.String()
	}
	name := path.Join(dir, "config.properties")
	return x.locate(c, name, model.Known(name, model.Origin{Kind: model.Default, Key: "./config.properties", On: c.start.Line.Origin.Span, Why: "in the working directory"}), false)
}

// locate finds a path of the container among the files: through its mounts, else in the image,
// else beside the manifest.
func (x *index) locate(c *container, name string, from model.Value[string], launcher bool) choice {
	out := choice{path: name, from: from, launcher: launcher}
	if name == "" {
		return out
	}
	if !path.IsAbs(name) {
		dir := torchserve.Home
		if c.workingDir.String() != "" {
			dir = c.workingDir.String()
		}
		name = path.Join(dir, name)
		out.path = name
	}
	covered := false
	if m := c.covering(name); m != nil {
		covered = true
		if v := c.pod.volumes[m.volume.String()]; v != nil {
			out.lacking = x.lacking(c, m, v, name, from)
			key := strings.TrimPrefix(strings.TrimPrefix(name, path.Clean(m.path.String())), "/")
			if sub := m.subPath.String(); sub != "" {
				key = path.Join(sub, key)
			}
			if out.file = x.inVolume(c.pod, v, key); out.file != nil {
				out.lacking = nil
				return out
			}
		}
	}
	if !covered && x.bundles(c, name) {
		if out.bundled = !c.writes(name); !out.bundled {
			out.unseen = "a command of the container may write " + name
		}
		return out
	}
	if out.lacking == nil {
		out.file = x.beside(c.pod.dir, path.Base(name))
	}
	if out.file != nil {
		return out
	}
	if !covered {
		out.lacking = c.imageLacks(name, from)
	}
	out.unseen = name + " is not among the files"
	return out
}

// bundles reports whether a path is that of the image's own config.
func (x *index) bundles(c *container, name string) bool {
	return name == torchserve.BundledAt && c.ref != nil && c.ref.Stock.Or(false) && (c.ref.Official || x.beside(c.pod.dir, path.Base(name)) == nil)
}

// covering returns the mount that a path lies in: the innermost.
func (c *container) covering(name string) (best *mount) {
	for i := range c.mounts {
		at := path.Clean(c.mounts[i].path.String())
		if at != name && !strings.HasPrefix(name, strings.TrimSuffix(at, "/")+"/") {
			continue
		}
		if best == nil || len(at) > len(path.Clean(best.path.String())) {
			best = &c.mounts[i]
		}
	}
	return best
}

// inVolume finds a file of a volume in the ConfigMaps among the inputs.
func (x *index) inVolume(p *pod, v *volume, name string) *configFile {
	for _, part := range v.parts {
		if f := x.inVolume(p, part, name); f != nil {
			return f
		}
	}
	if v.kind != "configMap" {
		return nil
	}
	c := x.configMaps[refTo(p.namespace, v.object.String())]
	if c == nil {
		return nil
	}
	key := name
	if v.items != nil {
		key = v.items[name]
	}
	for _, f := range c.configs {
		if f.name == key {
			return f
		}
	}
	if t, ok := c.data[key]; ok { // not recognised by what it holds, but this is where it is read
		f := newConfigFile(key, p.dir, t)
		f.configMap = c
		c.configs = append(c.configs, f)
		return f
	}
	return nil
}

// beside returns the loose file of a name that is nearest to a folder: in it, below it or above
// it, if there is just one.
func (x *index) beside(dir, base string) *configFile {
	var found *configFile
	best, tie := -1, false
	for _, f := range x.configsByName[base] {
		d, ok := apart(dir, f.dir)
		switch {
		case !ok:
		case best < 0 || d < best:
			found, best, tie = f, d, false
		case d == best:
			tie = true
		}
	}
	if tie {
		return nil
	}
	return found
}

// apart counts the folders between two of which one holds the other.
func apart(a, b string) (int, bool) {
	a, b = strings.TrimPrefix(a+"/", "./"), strings.TrimPrefix(b+"/", "./")
	if len(a) > len(b) {
		a, b = b, a
	}
	if !strings.HasPrefix(b, a) {
		return 0, false
	}
	return strings.Count(b[len(a):], "/"), true
}

// config describes the file that was chosen, as rules see it.
func (ch choice) config(r model.Release) *model.Config {
	switch {
	case ch.bundled:
		return bundledConfig(ch, r)
	case ch.file == nil:
		return nil
	}
	f := ch.file
	f.parse()
	c := &model.Config{Name: ch.path, From: ch.from, Text: f.text, Launcher: model.Known(ch.launcher, ch.from.Origin)}
	if c.Name == "" {
		c.Name = f.name
	}
	for _, p := range f.problems {
		c.Faults = append(c.Faults, &model.Fault{At: model.Known(p.Msg, model.Origin{Key: f.name, Span: p.Span}), Text: p.Msg, Line: lineOf(p.Span)})
	}
	if ch.launcher {
		c.Launched = f.launched()
	}
	last := make(map[string]int, len(f.props))
	for i, p := range f.props {
		last[p.Key.String()] = i
	}
	entries := make([]model.Entry, len(f.props)) // in one piece
	c.Entries = make([]*model.Entry, len(f.props))
	for i, p := range f.props {
		key := p.Key.String()
		wins := last[key] == i
		entries[i] = model.Entry{
			Key: key, KeyAt: written(key, p.Key), Raw: written(key, p.Value), Lines: p.Lines, Wins: wins, Separator: p.Separator,
		}
		c.Entries[i] = &entries[i]
		switch {
		case wins && key == "models":
			c.Models = readModels(p.Value)
			f.mend(c.Models, p)
		case wins && key == "model_snapshot":
			c.Snapshot = readSnapshot(p.Value)
			f.mend(c.Snapshot, p)
		}
	}
	return c
}

func bundledConfig(ch choice, r model.Release) *model.Config {
	c := &model.Config{Name: ch.path, From: ch.from, Bundled: true, Launcher: model.Known(ch.launcher, ch.from.Origin)}
	for _, l := range torchserve.Bundled(r) {
		o := bundledOrigin(l.Key, ch.from.Origin.Place(), r)
		c.Entries = append(c.Entries, &model.Entry{Key: l.Key, KeyAt: model.Known(l.Key, o), Raw: model.Known(l.Value, o), Lines: 1, Wins: true, Separator: "="})
	}
	return c
}

func bundledOrigin(key string, on source.Span, r model.Release) model.Origin {
	return model.Origin{Kind: model.Bundled, Key: key, On: on, Why: "in the image's own config.properties, TorchServe " + r.String()}
}
