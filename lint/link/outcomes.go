package link

import (
	"fmt"
	"slices"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// outcomes returns a container's server: once where its release is known, else once for each
// group of releases that behave alike.
func (x *index) outcomes(c *container, w way) []*model.Server {
	release := x.release(c)
	var files []*configFile
	servers := settleEach(release, "0.1.0", func(r model.Release) *model.Server {
		s := x.server(c, release)
		ch := x.chosen(c, r)
		x.settle(s, c, ch, r)
		w.attach(s, c)
		if ch.file != nil {
			files = append(files, ch.file)
		}
		return s
	})
	for _, f := range files {
		f.forget()
	}
	return servers
}

// chosen finds the config of a container, and notes that it is used.
func (x *index) chosen(c *container, r model.Release) choice {
	ch := x.choose(c, r)
	if ch.file != nil {
		ch.file.used = true
	}
	return ch
}

// settleEach makes one server for a known release, else one for each outcome from a first release on.
func settleEach(release model.Value[model.Release], first string, make func(model.Release) *model.Server) []*model.Server {
	if r, ok := release.Get(); ok {
		s := make(r)
		s.Releases = []model.Release{r}
		return []*model.Server{s}
	}
	var out []*model.Server
	bounds := torchserve.Boundaries()
	for i, r := range bounds {
		if r.Before(first) {
			continue
		}
		end := model.Latest() + 1
		if i+1 < len(bounds) {
			end = bounds[i+1]
		}
		s := make(r)
		o := release.Origin
		s.Release = model.Known(r, o)
		for ; r < end; r++ {
			s.Releases = append(s.Releases, r)
		}
		out = append(out, s)
	}
	return out
}

// release finds out which release a container runs (decision 6).
func (x *index) release(c *container) model.Value[model.Release] {
	if v := x.options.Release; v != nil {
		return *v
	}
	if t := c.pod.release; t.String() != "" {
		return parsed(t, "annotation tslint/torchserve-version")
	}
	v := model.Unknown[model.Release](model.Origin{Kind: model.Absent, Key: "TorchServe", On: c.name.Span(), Why: "no image is named"})
	if c.ref != nil {
		v = releaseOf(c.ref)
	}
	if _, ok := v.Get(); !ok {
		if p, found := x.pinned(c.pod.dir); found {
			return p
		}
	}
	return v
}

func parsed(t source.Text, why string) model.Value[model.Release] {
	o := model.Origin{Key: "TorchServe", Span: t.Span(), Why: "from the " + why}
	if r, ok := model.ParseRelease(t.String()); ok {
		return model.Known(r, o)
	}
	o.Kind, o.Why = model.Absent, fmt.Sprintf("there is no TorchServe %s", t)
	return model.Unknown[model.Release](o)
}

// pinned returns the release that a requirements file beside a folder pins, if all of them agree.
func (x *index) pinned(dir string) (v model.Value[model.Release], ok bool) {
	for _, p := range x.pins {
		if p.dir != dir {
			continue
		}
		next := parsed(p.version, "requirements file")
		if ok && next.Or(-1) != v.Or(-2) {
			return v, false
		}
		v, ok = next, true
	}
	_, known := v.Get()
	return v, ok && known
}

// server returns what is known of a container before its release is.
func (x *index) server(c *container, release model.Value[model.Release]) *model.Server {
	p := c.pod
	s := &model.Server{
		Name: p.workload.Name, Workload: p.workload, Image: c.ref, Release: release,
		Container: written("container", c.name), Start: c.start,
		Memory: c.memory, MemoryRequest: c.memoryRequest, CPU: c.cpu, CPURequest: c.cpuRequest, GPUs: c.gpus,
		Readiness: c.readiness, Liveness: c.liveness, Startup: c.startup, User: c.user, LowPorts: c.lowPorts,
	}
	s.Wrapper = model.Known(c.ref != nil && wraps(c.ref), model.Origin{Key: "image", Span: c.image.Span()})
	if l := x.limits[refTo(p.namespace, "").namespace]; l != nil {
		s.Memory = limited(s.Memory, size("limits.memory", l.memory), l)
		s.CPU = limited(s.CPU, cpu("limits.cpu", l.cpu), l)
	}
	x.environment(s, c)
	for i := range c.mounts {
		s.Mounts = append(s.Mounts, c.mounted(&c.mounts[i]))
	}
	return s
}

// limited is a limit, or what a LimitRange sets in its place.
func limited[T any](own, given *model.Value[T], l *limitRange) *model.Value[T] {
	if own != nil || given == nil {
		return own
	}
	v := *given
	v.Origin.Kind, v.Origin.Why = model.Default, "from the LimitRange "+l.name.String()
	return &v
}

// environment fills in the variables of a container, those of ConfigMaps among the inputs too;
// those of Secrets are never read.
func (x *index) environment(s *model.Server, c *container) {
	open := model.Known(false, model.Origin{Key: "envFrom", On: c.name.Span()})
	for _, e := range c.envFrom {
		m := x.imported(c, e)
		if m == nil {
			open = model.Known(true, model.Origin{Key: "envFrom", Span: join([]source.Text{e.configMap, e.secret}).Span()})
			continue
		}
		for _, key := range sortedKeys(m.data) {
			s.Env = append(s.Env, &model.EnvVar{
				Name:  model.Known(e.prefix+key, model.Origin{Key: "envFrom", Span: m.dataAt[key]}),
				Value: written(e.prefix+key, m.data[key]),
			})
		}
	}
	s.EnvOpen = open
	for _, e := range slices.Concat(c.env, c.assigned()) {
		t, from := x.valueOf(c, e)
		v := written(e.name.String(), t)
		if from.File != nil {
			v = model.Unknown[string](model.Origin{Kind: model.Absent, Key: e.name.String(), Span: from, Why: "not among the files given"})
		}
		s.Env = append(s.Env, &model.EnvVar{Name: written("env", e.name), Value: v})
	}
}

// mounted describes a mount with the volume behind it.
func (c *container) mounted(m *mount) *model.Mount {
	out := &model.Mount{Path: written("mountPath", m.path), SubPath: written("subPath", m.subPath), Volume: written("volume", m.volume)}
	out.ReadOnly = model.Known(m.readOnly, model.Origin{Key: "readOnly", On: m.path.Span()})
	out.Medium = model.Unknown[string](out.Volume.Origin)
	if v := c.pod.volumes[m.volume.String()]; v != nil {
		out.Source, out.Object = v.kind, v.object.String()
		if v.kind == "emptyDir" {
			out.Medium = written("medium", v.medium)
		}
	}
	return out
}

// looseOutcomes returns the server of a file that is judged alone.
func (x *index) looseOutcomes(l *loose, w way) []*model.Server {
	release := model.Unknown[model.Release](model.Origin{Kind: model.Absent, Key: "TorchServe", On: start(l.text()), Why: "no image, pin or flag says which release it is"})
	if v := x.options.Release; v != nil {
		release = *v
	} else if p, ok := x.pinned(l.dir()); ok {
		release = p
	}
	first := "0.1.0"
	if l.config == nil {
		first = "0.8.0" // no earlier release reads a model-config.yaml
	}
	if l.config != nil {
		defer l.config.forget()
	}
	return settleEach(release, first, func(r model.Release) *model.Server {
		s := l.server(release)
		ch := choice{file: l.config, launcher: true, from: s.Name}
		x.settle(s, nil, ch, r)
		if l.config == nil {
			s.Models = []*model.Model{x.lone(s, l, r)}
		}
		w.attach(s, nil)
		return s
	})
}
