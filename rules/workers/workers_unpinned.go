package workers

import (
	"fmt"
	"slices"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// WorkersUnpinned is documented, with examples that run as tests, in workers-unpinned.md.
var WorkersUnpinned = &lint.Rule{
	Meta: lint.Meta{
		ID:       "workers-unpinned",
		Title:    "Nobody says how many workers a model gets",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config", "manifest", "compose", "dockerfile"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, m := range s.Models {
				workersUnpinned(p, s, m)
			}
		}
		return nil
	},
}

func workersUnpinned(p *lint.Pass, s *model.Server, m *model.Model) {
	if m.MinWorkers.Origin.Kind != model.Computed || m.Restored || answersAsModel(s) {
		return
	}
	f := p.Report(m.MinWorkers, "%s has no worker count: %s%s%s", name(m), copies(s, m), limit(s), unseen(s, m)).
		Advise("set minWorkers and maxWorkers, or default_workers_per_model")
	if s.Memory != nil {
		f.Cause(s.Memory)
	}
	if s.CPU != nil {
		f.Cause(s.CPU)
	}
	if c := s.Config; c != nil && !c.Bundled && c.Text.Span().File != nil {
		f.Edit(lint.Unsafe, "start one worker for each model", c.Text.Append("default_workers_per_model=1"))
	}
}

// copies says where the number comes from, and the number where it can be known.
func copies(s *model.Server, m *model.Model) string {
	n, known := m.MinWorkers.Get()
	gpus, counted := s.GPUs.Get()
	switch {
	case known && counted && gpus > 0:
		return fmt.Sprintf("one per GPU gives %s", count(n))
	case known && s.CPU != nil && slices.ContainsFunc(m.MinWorkers.Origin.Over, func(o model.Citation) bool { return o.Key == s.CPU.Origin.Key }):
		return fmt.Sprintf("limits.cpu %s gives %s", s.CPU.Cite().Text, count(n))
	case known:
		return fmt.Sprintf("one per CPU gives %s", count(n))
	case s.Workload != nil && s.CPU == nil && counted && gpus == 0:
		return "without a CPU limit every core of the node gets a copy of the model"
	}
	return "every GPU, or else every CPU core that the JVM sees, gets a copy of the model"
}

func count(n int) string {
	if n == 1 {
		return "1 copy of the model"
	}
	return fmt.Sprintf("%d copies of the model", n)
}

func limit(s *model.Server) string {
	if s.Memory != nil {
		if bytes, ok := s.Memory.Get(); ok {
			return " in " + model.Show(bytes)
		}
	}
	return ""
}

// unseen says that an archive which is not among the inputs may hold the number.
func unseen(s *model.Server, m *model.Model) string {
	if r, ok := s.Release.Get(); m.Archive != nil || m.Config != nil || ok && r.Before("0.8.0") {
		return ""
	}
	if file, ok := m.File.Get(); ok {
		return fmt.Sprintf(" (unless a model-config.yaml in %s says otherwise)", file)
	}
	return " (unless a model-config.yaml in its archive says otherwise)"
}

// answersAsModel reports whether the KServe wrapper asks for a model called "model",
// whatever is loaded: that is left to kserve-snapshot-missing.
func answersAsModel(s *model.Server) bool {
	r, ok := s.Release.Get()
	return s.Wrapper.Or(false) && ok && r.AtLeast("0.10.0") && (s.Config == nil || s.Config.Snapshot == nil)
}
