package link

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// model works out what one model runs with.
func (t *settling) model(l loading) *model.Model {
	m := &model.Model{Name: l.name, Version: l.version, File: l.file, Archive: l.read, Entry: l.entry, Restored: l.restored}
	m.Config = t.yaml(l, t.single())
	if name, ok := m.Name.Get(); ok {
		m.Declared = t.x.options.Models[name]
	}
	t.fill(m)
	return m
}

// fill works out the numbers of a model whose sources are known.
func (t *settling) fill(m *model.Model) {
	m.MinWorkers, m.MaxWorkers = t.workers(m)
	m.BatchSize = t.effective(m, "batchSize", "", 1)
	m.MaxBatchDelay = as(t.effective(m, "maxBatchDelay", "", 100), time.Millisecond)
	m.ResponseTimeout = as(t.effective(m, "responseTimeout", "default_response_timeout", 120), time.Second)
	m.StartupTimeout = m.ResponseTimeout
	if t.r.AtLeast("0.12.0") {
		m.StartupTimeout = as(t.effective(m, "startupTimeout", "default_startup_timeout", 120), time.Second)
	}
	m.JobQueueSize = t.effective(m, "jobQueueSize", "job_queue_size", 100)
	m.DeviceType, m.ParallelType = word11(m, "deviceType", t.r), word11(m, "parallelType", t.r)
	m.Processes = t.processes(m)
	if v := t.s.Settings.Get("debug"); v != nil && torchserve.ReadBool(v.Or("")) {
		debugged(m, v.Origin)
	}
}

// debugged forgets what a server with debug=true does not keep to: it starts no worker, and its
// timeouts never come (facts: precedence.md 3).
func debugged(m *model.Model, debug model.Origin) {
	debug.Kind, debug.Why = model.Absent, "debug=true starts no worker and keeps to no timeout"
	m.MinWorkers, m.MaxWorkers = model.Unknown[int](debug), model.Unknown[int](debug)
	m.ResponseTimeout, m.StartupTimeout = model.Unknown[time.Duration](debug), model.Unknown[time.Duration](debug)
}

// single reports whether the server loads one model: then a model-config.yaml beside its config
// is that model's.
func (t *settling) single() bool {
	if c := t.s.Config; c != nil && c.Snapshot != nil {
		return len(c.Snapshot.Models) == 1
	}
	v := t.s.Settings.Get("load_models")
	if v == nil {
		return false
	}
	raw, ok := v.Get()
	return ok && !t.s.LoadsAll.Or(false) && onePart(raw)
}

// onePart reports whether just one of the parts between commas says anything.
func onePart(raw string) bool {
	n := 0
	for part := range strings.SplitSeq(raw, ",") {
		if part != "" {
			n++
		}
		if n > 1 {
			return false // a list may be long, and each of its models asks
		}
	}
	return n == 1
}

// effective walks the layers of a setting: the first that says something wins, the others are
// recorded as beaten. server is the property of the server that stands in for it, if any.
func (t *settling) effective(m *model.Model, key, server string, builtIn int) model.Value[int] {
	var chain []model.Value[int]
	for _, l := range torchserve.Order(key, t.r, m.Config != nil, m.Restored) {
		v, ok := t.layer(m, l, key, server, builtIn)
		if ok {
			chain = append(chain, v)
		}
	}
	if len(chain) == 0 {
		return model.Unknown[int](model.Origin{Kind: model.Absent, Key: key, On: t.restoredAt(m)})
	}
	v := chain[0]
	if _, known := v.Get(); !known {
		return v
	}
	for _, lost := range chain[1:] {
		v.Origin = v.Origin.Beat(lost)
	}
	return v
}

// layer returns what one layer says of a setting, and whether it says anything.
func (t *settling) layer(m *model.Model, l torchserve.Layer, key, server string, builtIn int) (model.Value[int], bool) {
	switch l {
	case torchserve.FromYAML:
		return t.fromYAML(m, key)
	case torchserve.FromJSON, torchserve.FromSnapshot:
		if m.Entry == nil {
			return t.unseen("models")
		}
		return fromEntry(m.Entry.Param(key), l == torchserve.FromSnapshot)
	case torchserve.FromServer:
		if server == "" {
			return model.Value[int]{}, false
		}
		return t.integer(server), t.s.Settings.Get(server) != nil
	case torchserve.FromYAMLOnly:
		why := "default, TorchServe " + t.r.String() + ", because there is a model-config.yaml"
		return model.Known(builtIn, model.Origin{Kind: model.Default, Key: key, On: m.Config.From.Origin.Place(), Why: why}), true
	}
	return model.Known(builtIn, model.Origin{Kind: model.Default, Key: key, On: t.restoredAt(m), Why: "default, TorchServe " + t.r.String()}), true
}

// unseen is what a property may say of a model where nobody knows the property.
func (t *settling) unseen(property string) (v model.Value[int], says bool) {
	p := t.s.Settings.Get(property)
	if p == nil {
		return v, false
	}
	if _, known := p.Get(); known {
		return v, false
	}
	return model.Unknown[int](p.Origin), true
}

// restoredAt is what a default of a model holds on: its entry in load_models or model_snapshot.
func (t *settling) restoredAt(m *model.Model) (on source.Span) {
	if on = m.File.Origin.Place(); on.File == nil {
		on = t.on
	}
	return on
}

// fromYAML reads a key of the model-config.yaml as the release does.
func (t *settling) fromYAML(m *model.Model, key string) (model.Value[int], bool) {
	p := m.Config.Param(key)
	k, known := torchserve.LookupModelKey(key)
	if p == nil || !known || !k.In(t.r) {
		return model.Value[int]{}, false
	}
	n, ok := p.Int.Get()
	if !ok {
		return model.Value[int]{}, false // another type counts as absent
	}
	n, ok = k.Effective(n, t.r)
	return model.Known(int(n), p.Raw.Origin), ok
}

// fromEntry reads a parameter of models, where what is not positive counts as absent, or of
// model_snapshot, where it counts as it is.
func fromEntry(p *model.Param, snapshot bool) (model.Value[int], bool) {
	if p == nil {
		return model.Value[int]{}, false
	}
	n, ok := p.Int.Get()
	if !ok {
		return model.Unknown[int](p.Raw.Origin), true // the server does not run with any value
	}
	return model.Known(int(n), p.Raw.Origin), snapshot || n > 0
}

func word11(m *model.Model, key string, r model.Release) *model.Value[string] {
	p := m.Config.Param(key)
	k, ok := torchserve.LookupModelKey(key)
	if p == nil || !ok || p.Type != "string" {
		return nil
	}
	for _, w := range k.Accepts(r) {
		if strings.ToLower(p.Raw.Or("")) == w {
			v := model.Known(w, p.Raw.Origin)
			return &v
		}
	}
	return nil
}

// processes is how many processes one worker is: as many as torchrun starts, where a parallelType
// is set.
func (t *settling) processes(m *model.Model) model.Value[int] {
	one := model.Known(1, model.Origin{Kind: model.Default, Key: "nproc-per-node", On: t.restoredAt(m), Why: "one process for each worker"})
	if m.ParallelType == nil || m.ParallelType.Or("") == "custom" {
		return one
	}
	if v, ok := t.fromYAML(m, "torchrun.nproc-per-node"); ok {
		v.Origin = v.Origin.Beat(one)
		return v
	}
	return one
}
