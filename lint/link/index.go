package link

import (
	"cmp"
	"path"
	"strings"

	"github.com/torchserve-lint/tslint/lint/link/proxy"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A ref names an object in a namespace. An object without a namespace is in the default one.
type ref struct{ namespace, name string }

func refTo(namespace, name string) ref { return ref{cmp.Or(namespace, "default"), name} }

// An index holds what was read, by what others say of it, so that linking is one pass.
type index struct {
	options Options
	files   []*load.File

	pods       []*pod
	services   []*service
	objects    []proxy.Object
	configMaps map[ref]*configMap
	limits     map[string]*limitRange // by namespace
	configs    []*configFile          // every config.properties, loose or in a ConfigMap, by place
	modelFiles []*modelFile           // likewise model-config.yaml
	archives   []*archiveFile

	configsByName  map[string][]*configFile  // loose ones, by base name
	modelsByDir    map[string][]*modelFile   // loose ones, by folder
	modelsByBase   map[string][]*modelFile   // likewise, by the folder's own name
	archivesByName map[string][]*archiveFile // without .mar
	pins           []pin
	seen           map[string]bool // kinds of objects that are not decoded
	problems       []syntax.Problem
	loose          map[*configFile]*loose
	failures       []Failure
}

func newIndex(in *load.Inputs, o Options) *index {
	return &index{options: o, files: in.Files, configMaps: map[ref]*configMap{}, limits: map[string]*limitRange{}, seen: map[string]bool{}}
}

// sort makes the indexes of what was read.
func (x *index) sort() {
	x.configsByName, x.modelsByDir, x.modelsByBase = map[string][]*configFile{}, map[string][]*modelFile{}, map[string][]*modelFile{}
	x.archivesByName = map[string][]*archiveFile{}
	for _, f := range x.configs {
		if f.configMap == nil {
			x.configsByName[f.name] = append(x.configsByName[f.name], f)
		}
	}
	for _, f := range x.modelFiles {
		if f.configMap == nil {
			x.modelsByDir[f.dir] = append(x.modelsByDir[f.dir], f)
			x.modelsByBase[path.Base(f.dir)] = append(x.modelsByBase[path.Base(f.dir)], f)
		}
	}
	for _, a := range x.archives {
		stem := strings.TrimSuffix(a.name, ".mar")
		x.archivesByName[stem] = append(x.archivesByName[stem], a)
	}
}

// A configFile is a config.properties, parsed once.
type configFile struct {
	name      string      // file name, or the key in its ConfigMap
	dir       string      // folder of the file that it stands in
	text      source.Text // all of it
	configMap *configMap  // nil: a file of its own
	used      bool        // some workload gets it

	parsed   bool
	props    []syntax.Property
	problems []syntax.Problem
	launcher []syntax.Property
}

// parse reads the file; once until it is forgotten.
func (f *configFile) parse() {
	if !f.parsed {
		f.props, f.problems = syntax.Properties(f.text)
		f.parsed = true
	}
}

// forget lets go of what was parsed: all that a fleet's files say is far more than their text.
func (f *configFile) forget() { f.parsed, f.props, f.problems, f.launcher = false, nil, nil, nil }

// A modelFile is a model-config.yaml outside of archives.
type modelFile struct {
	name      string
	dir       string
	text      source.Text
	configMap *configMap
	used      bool
}

// An archiveFile is a .mar with what it says of itself.
type archiveFile struct {
	name    string // base name
	dir     string
	file    *load.File
	archive *load.Archive
	config  *source.File // model-config.yaml in it, named or not
	said    *model.Archive
}

// A limitRange is what a LimitRange gives to containers that set no limit.
type limitRange struct{ memory, cpu, name syntax.Node }

// A pin is a release that a requirements file names.
type pin struct {
	dir     string
	version source.Text
}
