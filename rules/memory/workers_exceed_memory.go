package memory

import (
	"fmt"
	"strconv"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// WorkersExceedMemory is documented, with examples that run as tests, in workers-exceed-memory.md.
var WorkersExceedMemory = &lint.Rule{
	Meta: lint.Meta{
		ID:       "workers-exceed-memory",
		Title:    "The workers need more memory than the container's limit",
		Severity: lint.Error,
		Needs:    []string{"manifest", "compose"},
		Params: []lint.Param{
			{Name: "base-cpu", Default: baseCPU, Unit: "bytes", Doc: "host memory of one CPU worker beside its model"},
			{Name: "base-cuda", Default: baseCUDA, Unit: "bytes", Doc: "host memory of one CUDA worker beside its model"},
			{Name: "jvm-overhead", Default: jvmOverhead, Unit: "bytes", Doc: "memory of the JVM beside heap and direct memory"},
			{Name: "warn-at", Default: 0.9, Unit: "ratio", Doc: "share of the limit from which on an estimate is reported"},
		},
		Fix: lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		of := base{p.Bytes("base-cpu"), p.Bytes("base-cuda"), p.Bytes("jvm-overhead")}
		for _, s := range p.Servers {
			if b, ok := plan(s, of, steady); ok && b.jvm-of.jvm < b.limit { // else jvm-heap-exceeds-limit says more
				workersExceedMemory(p, s, b)
			}
		}
		return nil
	},
}

// steady is what a worker process needs once its model is loaded.
func steady(m *model.Model, of base) (model.Bytes, string, bool) {
	if d := m.Declared.WorkerMemory; d != nil {
		size, ok := d.Get()
		return size, declared, ok
	}
	if size, ok := serialized(m); ok && size > 0 {
		return of.cpu + size, "estimate: " + model.Show(of.cpu) + " and a model of " + model.Show(size), true
	}
	return of.cpu, "estimate: an empty worker", true
}

func workersExceedMemory(p *lint.Pass, s *model.Server, b *budget) {
	need, share := b.need(), float64(b.need())/float64(b.limit)
	severity := lint.Error
	switch {
	case b.declared && need <= b.limit, !b.declared && share < p.Ratio("warn-at"):
		return
	case !b.declared && share <= 1.2:
		severity = lint.Warning
	}
	top := b.largest()
	against := fmt.Sprintf("more than the memory limit %s", model.Show(b.limit))
	if need <= b.limit {
		against = fmt.Sprintf("%.0f %% of the memory limit %s", share*100, model.Show(b.limit))
	}
	f := p.Report(top.model.MinWorkers, "%s, %s; at most %d of %s fit", b.sum(), against, b.safe(), name(top.model)).
		Weaken(severity).
		Cause(s.Memory)
	if s.JVM != nil {
		f.Cause(s.JVM.Heap)
	}
	if d := top.model.Declared.WorkerMemory; d != nil {
		f.Cause(d)
	}
	usable, spare := b.limit, ""
	if !b.declared {
		usable, spare = model.Bytes(float64(b.limit)*p.Ratio("warn-at"))-1, "; an estimate needs room to spare: declare worker-memory in .tslint.yaml to have it exact"
	}
	fit := b.within(usable)
	limit := roundUp(model.Bytes(float64(need) * float64(b.limit) / float64(usable)))
	if fit == 0 {
		f.Advise("raise the limit to %s%s", model.Show(limit), spare)
		return
	}
	f.Advise("lower the workers to %d, or raise the limit to %s%s", fit, model.Show(limit), spare)
	if len(s.Models) == 1 && top.workers == top.model.MinWorkers.Or(0) && fit < top.workers {
		f.Replace(lint.Unsafe, "start as many workers as fit", strconv.Itoa(fit))
	}
}

// name is how a message calls a model whose name may not be known.
func name(m *model.Model) string { return m.Name.Or("the model") }
