package memory

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// LoadPeakExceedsMemory is documented, with examples that run as tests, in load-peak-exceeds-memory.md.
var LoadPeakExceedsMemory = &lint.Rule{
	Meta: lint.Meta{
		ID:       "load-peak-exceeds-memory",
		Title:    "Workers that load at the same time need more memory than the container's limit",
		Severity: lint.Warning,
		Needs:    []string{"manifest", "compose"},
		Params: []lint.Param{
			{Name: "eager-factor", Default: 2.0, Unit: "ratio", Doc: "how often the weights of an eager model are in memory while it loads"},
		},
	},
	Check: func(p *lint.Pass) error {
		of := base{baseCPU, baseCUDA, jvmOverhead}
		for _, s := range p.Servers {
			loadPeakExceedsMemory(p, s, of)
		}
		return nil
	},
}

func loadPeakExceedsMemory(p *lint.Pass, s *model.Server, of base) {
	rest, ok := plan(s, of, steady)
	if !ok || rest.need() > rest.limit {
		return // workers-exceed-memory says more
	}
	known := false
	factor := p.Ratio("eager-factor")
	b, ok := plan(s, of, func(m *model.Model, of base) (model.Bytes, string, bool) {
		if d := m.Declared.WorkerMemoryPeak; d != nil {
			size, ok := d.Get()
			known = known || ok
			return size, declared, ok
		}
		if size, ok := serialized(m); ok && size > 0 && m.Archive.ModelFile != nil && m.Declared.WorkerMemory == nil {
			known = true
			return of.cpu + model.Bytes(factor*float64(size)), "estimate: an eager model of " + model.Show(size), true
		}
		return steady(m, of)
	})
	if !ok || !known || b.need() <= b.limit {
		return
	}
	top := b.largest()
	f := p.Report(top.model.MinWorkers, "workers load at once: %s, more than the memory limit %s, although steady use is %s", b.sum(), model.Show(b.limit), model.Show(rest.need())).
		Cause(s.Memory)
	if d := top.model.Declared.WorkerMemoryPeak; d != nil {
		f.Cause(d)
	}
	f.Advise("leave %s for loading, use fewer workers, or pack TorchScript or safetensors", model.Show(b.need()))
}
