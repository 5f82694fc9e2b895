package link

import (
	"fmt"
	"slices"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// workers works out how many workers of a model start, and the bound of the scale API: the pair
// of model-config.yaml, else the entry of models or model_snapshot, else the server's number.
func (t *settling) workers(m *model.Model) (lo, hi model.Value[int]) {
	server := t.defaultWorkers(m)
	if m.Restored {
		lo, _ = fromEntry(m.Entry.Param("minWorkers"), true)
		hi, _ = fromEntry(m.Entry.Param("maxWorkers"), true)
		return lo, hi
	}
	lo, hi = server, server
	if m.Entry != nil {
		if v, ok := fromEntry(m.Entry.Param("minWorkers"), false); ok {
			lo = v
			lo.Origin = lo.Origin.Beat(server)
		}
		if v, ok := fromEntry(m.Entry.Param("maxWorkers"), false); ok {
			hi = v
			hi.Origin = hi.Origin.Beat(server)
		}
	}
	if m.Config == nil {
		return lo, hi
	}
	a, ok1 := t.fromYAML(m, "minWorkers")
	b, ok2 := t.fromYAML(m, "maxWorkers")
	if ok1 && ok2 && a.Or(0) > 0 && b.Or(0) >= a.Or(0) { // they count as a pair
		a.Origin, b.Origin = a.Origin.Beat(lo), b.Origin.Beat(hi)
		if lo.Origin.Span != server.Origin.Span {
			a.Origin = a.Origin.Beat(server)
		}
		if hi.Origin.Span != server.Origin.Span {
			b.Origin = b.Origin.Beat(server)
		}
		return a, b
	}
	return lo, hi
}

// defaultWorkers is the number of workers of every model for which nobody says another
// (facts: precedence.md 5).
func (t *settling) defaultWorkers(m *model.Model) model.Value[int] {
	v := t.s.Settings.Get("default_workers_per_model")
	if v == nil {
		return model.Unknown[int](model.Origin{Kind: model.Absent, Key: "default_workers_per_model", On: t.on})
	}
	if n, ok := t.integer("default_workers_per_model").Get(); !ok || n != 0 {
		return t.integer("default_workers_per_model")
	}
	if old := t.s.Settings.Get("NUM_WORKERS"); old != nil { // only 0.1.x knows it
		return t.integer("NUM_WORKERS")
	}
	o := model.Origin{Kind: model.Computed, Key: "default_workers_per_model", On: t.restoredAt(m)}
	return t.counted(o)
}

// counted is one worker for each GPU, else for each CPU that the JVM sees.
func (t *settling) counted(o model.Origin) model.Value[int] {
	gpus, known := t.s.GPUs.Get()
	if g := t.s.Settings.Get("number_of_gpu"); known && g != nil {
		if raw, ok := g.Get(); ok {
			if n, err := torchserve.ReadInt(raw); err == nil && int(n) < gpus {
				gpus = int(n)
				o = o.Beat(*g)
			}
		}
	}
	switch {
	case !known:
		o.Why = "one for each GPU, else for each CPU that the JVM sees"
		return model.Unknown[int](o)
	case gpus > 0:
		o.Why = "computed: one for each GPU"
		return model.Known(gpus, o.Beat(t.s.GPUs))
	}
	options := t.options()
	if n, ok := processors(options); ok {
		o.Why = "computed: one for each CPU of -XX:ActiveProcessorCount"
		return model.Known(n, o)
	}
	if slices.Contains(options, hostView) {
		o.Why = "one for each CPU core of the node, because of " + hostView
		return model.Unknown[int](o)
	}
	if t.s.CPU == nil {
		o.Why = "one for each CPU core of the node, since there is no CPU limit"
		if t.c == nil {
			o.Why = "one for each CPU core of the machine"
		}
		return model.Unknown[int](o)
	}
	limit, ok := t.s.CPU.Get()
	if !ok {
		return model.Unknown[int](o)
	}
	o.Why = fmt.Sprintf("computed: one for each CPU of the limit %s, rounded up", model.Show(limit))
	return model.Known(max(1, int((limit+999)/1000)), o.Beat(t.s.CPU))
}
