package link

import (
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// A loading is one model that the server loads at start.
type loading struct {
	name, version, file model.Value[string]
	archive             *archiveFile
	read                *model.Archive
	entry               *model.ModelEntry
	restored            bool
}

// models finds out which models load, and what each runs with.
func (t *settling) models() {
	t.s.LoadsAll = model.Known(false, model.Origin{Key: "load_models", On: t.on})
	t.s.Store = t.store()
	for _, l := range t.loadings() {
		t.s.Models = append(t.s.Models, t.model(l))
	}
}

// loadings lists the models that load at start: those of model_snapshot, else of --models or
// load_models.
func (t *settling) loadings() []loading {
	if c := t.s.Config; c != nil && c.Snapshot != nil {
		return t.restored(c.Snapshot)
	}
	v := t.s.Settings.Get("load_models")
	if v == nil {
		return nil
	}
	raw, ok := v.Get()
	switch {
	case !ok:
		unknown := model.Unknown[string](v.Origin)
		return []loading{{name: unknown, version: unknown, file: unknown}}
	case strings.EqualFold(raw, "all"):
		return t.all(v)
	}
	var out []loading
	at := 0
	for part := range strings.SplitSeq(raw, ",") {
		place := within(v.Origin, raw, at, at+len(part))
		at += len(part) + 1
		if part == "" {
			continue
		}
		out = append(out, t.named(part, place))
	}
	return out
}

// within narrows the place of a value to a part of it, where each byte has a place.
func within(o model.Origin, raw string, lo, hi int) model.Origin {
	if s := o.Span; s.File != nil && s.End-s.Start == len(raw) && s.File.Data != "" && s.File.Data[s.Start:s.End] == raw {
		o.Span.Start, o.Span.End = s.Start+lo, s.Start+hi
	}
	return o
}

// named is one entry of load_models: file, or name=file.
func (t *settling) named(part string, o model.Origin) loading {
	alias, file, ok := strings.Cut(part, "=")
	if !ok {
		alias, file = "", part
	}
	l := loading{file: model.Known(file, o)}
	l.archive = t.x.archive(path.Base(file), t.dir())
	l.name, l.version = t.identity(l.archive, alias, file, o, &l)
	l.entry = t.entryOf(l)
	return l
}

// identity is the name and version under which a model is registered: its alias, else what
// the archive says, else its file without ending.
func (t *settling) identity(a *archiveFile, alias, file string, o model.Origin, l *loading) (name, version model.Value[string]) {
	stem := path.Base(file)
	for _, ending := range []string{".mar", ".tar.gz", ".model", ".tgz"} {
		stem = strings.TrimSuffix(stem, ending)
	}
	name, version = model.Known(stem, o), model.Unknown[string](o)
	if a != nil && a.archive.Fault == "" { // else it is as good as not there
		l.read = a.read()
		if m := l.read.ModelName; m != nil {
			name = *m
		}
		version = model.Known("1.0", model.Origin{Kind: model.Default, Key: "modelVersion", On: o.Span, Why: "default, TorchServe " + t.r.String()})
		if m := l.read.ModelVersion; m != nil {
			version = *m
		}
	}
	if alias != "" {
		name = model.Known(alias, o)
	}
	return name, version
}

// entryOf returns what models={...} says of a model. Where the archive is not visible, its
// version is not known, and the entry of its name counts if there is just one.
func (t *settling) entryOf(l loading) *model.ModelEntry {
	c := t.s.Config
	name, ok := l.name.Get()
	if c == nil || c.Models == nil || !ok || t.r.Before("0.4.1") {
		return nil
	}
	var found []*model.ModelEntry
	version, known := l.version.Get()
	for _, e := range c.Models.Models {
		if e.Model.Or("") == name && (!known || e.Version.Or("") == version) {
			found = append(found, e)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// restored lists the models of model_snapshot; a count below 1 restores none.
func (t *settling) restored(j *model.JSON) (out []loading) {
	if j.Fault != nil || j.Count == nil || j.Count.Or(1) <= 0 {
		return nil
	}
	for _, e := range j.Models {
		l := loading{name: e.Model, version: e.Version, entry: e, restored: true, file: model.Unknown[string](e.Model.Origin)}
		if m := e.Param("marName"); m != nil {
			l.file = m.Raw
			if l.archive = t.x.archive(path.Base(m.Raw.Or("")), t.dir()); l.archive != nil && l.archive.archive.Fault == "" {
				l.read = l.archive.read()
			}
		}
		out = append(out, l)
	}
	return out
}

// all lists the archives that load_models=all finds: those among the inputs that lie together below the folder
// of the server. Without any, one model stands for all that there may be.
func (t *settling) all(v *model.Value[string]) (out []loading) {
	t.s.LoadsAll = model.Known(true, v.Origin)
	for _, a := range t.x.archives {
		if _, ok := apart(t.dir(), a.dir); ok {
			out = append(out, t.named(a.name, v.Origin))
		}
	}
	if len(out) == 0 {
		unknown := v.Origin
		unknown.Kind, unknown.Why = model.Absent, "no archive of the store is among the files"
		n := model.Unknown[string](unknown)
		out = append(out, loading{name: n, version: n, file: n})
	}
	return out
}

// dir is the folder that the server's files lie in.
func (t *settling) dir() string {
	switch {
	case t.choice.file != nil && t.c == nil:
		return t.choice.file.dir
	case t.c != nil:
		return t.c.pod.dir
	}
	return path.Dir(t.s.Name.Origin.Place().File.Name)
}

// store returns the archives below the folder of the server.
func (t *settling) store() (out []*model.Archive) {
	dir := strings.TrimPrefix(t.dir()+"/", "./")
	from, _ := slices.BinarySearchFunc(t.x.archives, dir, func(a *archiveFile, dir string) int { return strings.Compare(a.file.Name, dir) })
	for _, a := range t.x.archives[from:] {
		if !strings.HasPrefix(a.file.Name, dir) {
			break
		}
		out = append(out, a.read())
	}
	return out
}

// archive returns the archive of a name that is nearest to a folder, if there is just one.
func (x *index) archive(base, dir string) *archiveFile {
	var found []*archiveFile
	for _, a := range x.archivesByName[strings.TrimSuffix(base, ".mar")] {
		if below(dir, a.dir) {
			found = append(found, a)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// yaml returns the model-config.yaml that counts for a model: the one that the manifest of
// its archive names; without an archive one that will be packed (decision 17).
func (t *settling) yaml(l loading, alone bool) *model.ModelConfig {
	if t.r.Before("0.8.0") {
		return nil
	}
	if l.read != nil {
		return packedConfig(l)
	}
	var found []*modelFile
	if f := t.choice.file; alone {
		found = append(found, t.x.modelsByDir[t.dir()]...)
		if f != nil && f.configMap != nil {
			found = append(found, f.configMap.modelFiles...)
		}
		if f != nil && f.dir != t.dir() {
			found = append(found, t.x.modelsByDir[f.dir]...)
		}
	}
	if name, ok := l.name.Get(); ok {
		for _, f := range t.x.modelsByBase[name] {
			if below(t.dir(), f.dir) && !slices.Contains(found, f) {
				found = append(found, f)
			}
		}
	}
	found = distinct(found)
	if len(found) != 1 {
		return nil
	}
	found[0].used = true
	f := found[0]
	return readModelConfig(f.name, f.text, false, model.Known(f.name, model.Origin{Key: "model-config.yaml", Span: start(f.text)}))
}

func below(dir, other string) bool { _, ok := apart(dir, other); return ok }

// start is the place where a text begins.
func start(t source.Text) source.Span {
	s := t.Span()
	s.End = s.Start
	return s
}

// distinct drops files that say the same as an earlier one: the copy that a ConfigMap was made of.
func distinct(files []*modelFile) (out []*modelFile) {
	for _, f := range files {
		i := slices.IndexFunc(out, func(o *modelFile) bool { return o.text.String() == f.text.String() })
		if i < 0 {
			out = append(out, f)
		} else {
			f.used = true
		}
	}
	return out
}

// packedConfig is the file that the archive's manifest names.
func packedConfig(l loading) *model.ModelConfig {
	named := l.read.ConfigFile
	if named == nil || l.archive.config == nil || !strings.HasSuffix(l.archive.config.Name, "!"+named.Or("")) {
		return nil
	}
	return readModelConfig(named.Or(""), l.archive.config.Text(), true, *named)
}
