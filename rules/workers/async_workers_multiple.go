package workers

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// AsyncWorkersMultiple is documented, with examples that run as tests, in async-workers-multiple.md.
var AsyncWorkersMultiple = &lint.Rule{
	Meta: lint.Meta{
		ID:       "async-workers-multiple",
		Title:    "Each of several workers starts an engine of its own",
		Severity: lint.Warning,
		Versions: ">=0.11.1",
		Needs:    []string{"model-config"},
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, m := range s.Models {
				asyncWorkersMultiple(p, m)
			}
		}
		return nil
	},
}

func asyncWorkersMultiple(p *lint.Pass, m *model.Model) {
	on := m.Config.Param("asyncCommunication")
	workers, ok := m.MinWorkers.Get()
	if on == nil || !on.True() || !ok || workers <= 1 || m.Config.Param("deviceIds") != nil {
		return
	}
	p.Report(on, "asyncCommunication with %d workers starts %d engines for %s: requests are spread blindly, and no engine sees the whole batch", workers, workers, name(m)).
		Cause(m.MinWorkers).
		Advise("use one worker, and tensor parallelism inside the engine")
}
