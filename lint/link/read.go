package link

import (
	"context"
	"path"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"github.com/torchserve-lint/tslint/lint/link/proxy"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Facts are what one file says. Trees are kept only of what proxies read.
type facts struct {
	pods       []*pod
	services   []*service
	objects    []proxy.Object
	configMaps []*configMap
	limits     []limitOf
	config     *configFile
	modelFile  *modelFile
	archive    *archiveFile
	pins       []pin
	seen       []string
	problems   []syntax.Problem
	failure    *Failure // nothing else is known then
}

type limitOf struct {
	namespace string
	limitRange
}

// read parses the files, several at a time, into slots, and joins what they say in order.
func (x *index) read(ctx context.Context) {
	slots := make([]facts, len(x.files))
	var next sync.Mutex
	at := 0
	var wg sync.WaitGroup
	for range min(len(x.files), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				next.Lock()
				i := at
				at++
				next.Unlock()
				if i >= len(x.files) {
					return
				}
				f := x.files[i]
				if failure := contained(f.Name, func() { slots[i] = readFile(ctx, f) }); failure != nil {
					slots[i] = facts{failure: failure}
				}
			}
		})
	}
	wg.Wait()
	for i := range slots {
		x.join(&slots[i])
	}
	x.sort()
}

func (x *index) join(f *facts) {
	if f.failure != nil {
		x.failures = append(x.failures, *f.failure)
	}
	x.pods = append(x.pods, f.pods...)
	x.services = append(x.services, f.services...)
	x.objects = append(x.objects, f.objects...)
	x.pins = append(x.pins, f.pins...)
	x.problems = append(x.problems, f.problems...)
	for _, k := range f.seen {
		x.seen[k] = true
	}
	for _, l := range f.limits {
		x.limits[refTo(l.namespace, "").namespace] = &l.limitRange
	}
	if f.config != nil {
		x.configs = append(x.configs, f.config)
	}
	if f.modelFile != nil {
		x.modelFiles = append(x.modelFiles, f.modelFile)
	}
	if f.archive != nil {
		x.archives = append(x.archives, f.archive)
	}
	for _, c := range f.configMaps {
		if r := refTo(c.namespace, c.name); x.configMaps[r] == nil {
			x.configMaps[r] = c
		}
		x.configs = append(x.configs, c.configs...)
		x.modelFiles = append(x.modelFiles, c.modelFiles...)
	}
}

func readFile(ctx context.Context, f *load.File) (out facts) {
	dir := path.Dir(f.Name)
	switch f.Kind {
	case load.Manifest:
		for _, doc := range syntax.Documents(f.Text()) {
			if ctx.Err() == nil {
				out.document(f, doc)
			}
		}
	case load.Properties:
		out.config = newConfigFile(path.Base(f.Name), dir, f.Text())
	case load.ModelConfig:
		out.modelFile = &modelFile{name: path.Base(f.Name), dir: dir, text: f.Text()}
	case load.MAR:
		out.archive = newArchiveFile(f)
	case load.Requirements:
		out.pins = pins(dir, f.Text())
	}
	return out
}

func newConfigFile(name, dir string, t source.Text) *configFile {
	return &configFile{name: name, dir: dir, text: t}
}

// wanted are the kinds that are decoded, beside those that proxies read.
var wanted = map[string]bool{
	"Pod": true, "Deployment": true, "StatefulSet": true, "DaemonSet": true, "ReplicaSet": true, "Job": true, "CronJob": true,
	"ConfigMap": true, "Service": true, "LimitRange": true, "List": true,
}

// document takes what one document of a manifest says.
func (out *facts) document(f *load.File, doc source.Text) {
	version, kind := syntax.Kind(doc)
	group, _ := splitVersion(version)
	if kind != "" && !wanted[kind] && !proxy.Reads(group, kind) {
		out.seen = append(out.seen, kind)
		return
	}
	n, p := syntax.Decode(doc)
	if p != nil {
		out.problems = append(out.problems, *p)
		return
	}
	out.object(f, n, 0)
}

// object takes what one object says; those of a List one by one.
func (out *facts) object(f *load.File, n syntax.Node, depth int) {
	group, version := splitVersion(n.At("apiVersion").String())
	kind, name, namespace := n.At("kind").String(), n.At("metadata", "name").String(), n.At("metadata", "namespace").String()
	if kind == "" {
		return
	}
	if strings.HasSuffix(kind, "List") && n.At("items").IsList() && depth < 3 {
		for _, item := range n.At("items").Items() {
			out.object(f, item, depth+1)
		}
		return
	}
	s := n.Span()
	f.Mark(source.Mark{Start: s.Start, End: s.End, Object: source.Object{Kind: kind, Namespace: namespace, Name: name}})
	out.seen = append(out.seen, kind)
	serving := false
	if p := readPod(f.Name, kind, n); p != nil {
		out.pods = append(out.pods, p)
		for _, c := range p.containers {
			serving = serving || c.serves()
		}
	}
	switch kind {
	case "ConfigMap":
		c := readConfigMap(f, n)
		out.configMaps = append(out.configMaps, c)
		serving = len(c.configs) > 0
	case "Service":
		out.services = append(out.services, readService(f.Name, n))
	case "LimitRange":
		for _, l := range n.At("spec", "limits").Items() {
			if l.At("type").String() == "Container" {
				out.limits = append(out.limits, limitOf{namespace, limitRange{l.At("default", "memory"), l.At("default", "cpu"), n.At("metadata", "name")}})
			}
		}
	}
	if proxy.Reads(group, kind) && !serving { // what is TorchServe's own is no proxy's, and its tree may go
		out.objects = append(out.objects, proxy.Object{Node: n, Group: group, Version: version, Kind: kind, Namespace: namespace, Name: name})
	}
}

func splitVersion(apiVersion string) (group, version string) {
	if g, v, ok := strings.Cut(apiVersion, "/"); ok {
		return g, v
	}
	return "", apiVersion
}

// readConfigMap reads a ConfigMap, with the files of TorchServe in it.
func readConfigMap(f *load.File, n syntax.Node) *configMap {
	c := &configMap{namespace: n.At("metadata", "namespace").String(), name: n.At("metadata", "name").String(), data: map[string]source.Text{}, dataAt: map[string]source.Span{}}
	dir := path.Dir(f.Name)
	for key, v := range n.At("data").Pairs() {
		t := v.Text()
		c.data[key], c.dataAt[key] = t, v.KeyText().Span()
		kind := load.Classify(key, t.String())
		if kind != load.Properties && kind != load.ModelConfig {
			continue
		}
		if s := t.Span(); s.File != nil {
			f.Mark(source.Mark{Start: s.Start, End: s.End, Object: source.Object{Kind: "ConfigMap", Namespace: c.namespace, Name: c.name}, Key: key})
		}
		if kind == load.Properties {
			cf := newConfigFile(key, dir, t)
			cf.configMap = c
			c.configs = append(c.configs, cf)
		} else {
			c.modelFiles = append(c.modelFiles, &modelFile{name: key, dir: dir, text: t, configMap: c})
		}
	}
	for key, v := range n.At("binaryData").Pairs() {
		if t, ok := decoded(v.Text()); ok {
			c.data[key], c.dataAt[key] = t, v.KeyText().Span()
			if load.Classify(key, t.String()) == load.Properties {
				cf := newConfigFile(key, dir, t)
				cf.configMap = c
				c.configs = append(c.configs, cf)
			}
		}
	}
	return c
}

var pinned = regexp.MustCompile(`(?mi)^\s*torchserve(?:\s*\[[^\]\n]*\])?\s*==\s*([0-9][0-9.]*)`)

// pins returns the releases of TorchServe that a requirements file pins.
func pins(dir string, t source.Text) (out []pin) {
	for _, m := range pinned.FindAllStringSubmatchIndex(t.String(), -1) {
		out = append(out, pin{dir, t.Cut(m[2], m[3])})
	}
	return out
}
