// Package link finds out what files mean together: which containers run TorchServe, which
// config they get, what each setting of it comes to, and which ways lead there. All that
// tslint knows of Kubernetes is here.
package link

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/torchserve-lint/tslint/lint/link/proxy"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Options say what the inputs cannot.
type Options struct {
	Release   *model.Value[model.Release] // of every server; nil: each by its image
	Models    map[string]model.Declared   // by name
	GPUMemory *model.Value[model.Bytes]   // of one device
}

// A Linked is what was read and linked: its servers are worked out part by part, since what each
// runs with takes far more memory than what its files say.
type Linked struct {
	Kinds    []string         // what is among the inputs, in the words of lint.Meta.Needs
	Routes   []*model.Route   // every way in, by place
	Problems []syntax.Problem // files, or documents in them, that do not parse and that no rule says more of
	Skipped  []load.Skip      // templates that are not rendered, by name

	x     *index
	reach *reach
}

// New reads the files of a deployment and links them. It is nil only when the context ends.
func New(ctx context.Context, in *load.Inputs, o Options) *Linked {
	x := newIndex(in, o)
	x.read(ctx)
	if ctx.Err() != nil {
		return nil
	}
	l := &Linked{Kinds: x.kinds(), x: x}
	l.sort(x.problems)
	var ways []*proxy.Route
	x.contain("the request path", func() { ways = proxy.Routes(&proxy.Cluster{Objects: x.objects, Files: x.proxyFiles()}) })
	x.objects = nil // their trees are not needed any more
	for _, r := range ways {
		l.Routes = append(l.Routes, r.Route)
	}
	l.reach = newReach(x, ways)
	return l
}

// sort tells what is broken from what is only not rendered, which is said once of a file.
func (l *Linked) sort(problems []syntax.Problem) {
	asked := map[string]bool{}
	for _, f := range l.x.files {
		asked[f.Name] = f.Asked
	}
	for _, p := range problems {
		if !p.Template {
			l.Problems = append(l.Problems, p)
			continue
		}
		name := p.Span.File.Name
		if n := len(l.Skipped); n == 0 || l.Skipped[n-1].Name != name {
			line, _ := p.Span.File.Line(p.Span.Start)
			l.Skipped = append(l.Skipped, load.Skip{Name: name, Why: fmt.Sprintf("line %d: %s; render it first", line, p.Msg), Asked: asked[name]})
		}
	}
}

// partSize is how many servers a part has at the least, where there are as many.
const partSize = 64

// Parts yields the servers, those of one file together, in the order of their files: first those of
// workloads, then files that are judged alone. The first part has all routes. It is to be
// called once: a file that a workload uses is not judged alone, and what is used shows
// only when all workloads were worked out.
func (l *Linked) Parts() iter.Seq[*model.Deployment] {
	return func(yield func(*model.Deployment) bool) {
		d := &model.Deployment{Kinds: l.Kinds, Routes: l.Routes}
		add := func(servers []*model.Server, last bool) bool {
			d.Servers = append(d.Servers, servers...)
			if len(d.Servers) < partSize || !last {
				return true
			}
			full := d
			d = &model.Deployment{Kinds: l.Kinds}
			return yield(full)
		}
		if l.workloads(add) && l.alone(add) {
			yield(d)
		}
	}
}

// workloads adds the servers of pods; last says that a file has no more.
func (l *Linked) workloads(add func(servers []*model.Server, last bool) bool) bool {
	for i, p := range l.x.pods {
		var servers []*model.Server
		for _, c := range p.containers {
			if c.serves() {
				l.x.contain(p.file, func() { servers = append(servers, l.x.outcomes(c, l.reach.of(c))...) })
			}
		}
		l.x.pods[i] = nil // nobody asks for it again
		if !add(servers, i+1 == len(l.x.pods) || l.x.pods[i+1].file != p.file) {
			return false
		}
	}
	return true
}

// alone adds the files that no workload uses.
func (l *Linked) alone(add func(servers []*model.Server, last bool) bool) bool {
	judge := func(f *loose, w func() way) bool {
		var servers []*model.Server
		l.x.contain(f.dir(), func() { servers = l.x.looseOutcomes(f, w()) })
		return add(servers, true)
	}
	for _, f := range l.x.looseConfigs() {
		if !judge(f, func() way { return l.reach.near(f) }) {
			return false
		}
	}
	for _, f := range l.x.looseModelFiles() {
		if !judge(f, func() way { return way{} }) {
			return false
		}
	}
	return true
}

// Failures returns the bugs of tslint that the inputs brought out so far.
func (l *Linked) Failures() []Failure { return l.x.failures }

// Properties returns every config.properties, embedded ones too.
func (l *Linked) Properties() (out []source.Text) {
	for _, f := range l.x.configs {
		out = append(out, f.text)
	}
	return out
}

// All returns all parts in one, the servers by place. Like Parts it is to be called once.
func (l *Linked) All() *model.Deployment {
	d := &model.Deployment{Kinds: l.Kinds, Routes: l.Routes}
	for part := range l.Parts() {
		d.Servers = append(d.Servers, part.Servers...)
	}
	slices.SortStableFunc(d.Servers, func(a, b *model.Server) int { return a.Name.Origin.Place().Compare(b.Name.Origin.Place()) })
	return d
}

// proxyFiles returns the configuration files of proxies.
func (x *index) proxyFiles() (out []*load.File) {
	for _, f := range x.files {
		if f.Kind == load.NginxConf || f.Kind == load.EnvoyConf || f.Kind == load.TraefikConf {
			out = append(out, f)
		}
	}
	return out
}

// kinds says what is among the inputs, in the words of lint.Meta.Needs.
func (x *index) kinds() []string {
	has := map[string]bool{
		"manifest": len(x.pods) > 0 || len(x.services) > 0, "config": len(x.configs) > 0,
		"model-config": len(x.modelFiles) > 0, "mar": len(x.archives) > 0,
		"kserve": x.seen["InferenceService"], "autoscaler": x.seen["HorizontalPodAutoscaler"] || x.seen["ScaledObject"],
		"proxy": len(x.proxyFiles()) > 0,
	}
	for _, o := range x.objects {
		has["proxy"] = has["proxy"] || o.Group != "" && o.Group != "apps" || o.Kind == "Service"
	}
	for _, p := range x.pods {
		for _, c := range p.containers {
			if c.serves() {
				has["image"], has["config"] = true, true // an image brings a config of its own
			}
		}
	}
	for _, a := range x.archives {
		has["model-config"] = has["model-config"] || a.config != nil
	}
	var out []string
	for k, ok := range has {
		if ok {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}
