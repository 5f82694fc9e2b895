package config

import (
	"fmt"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ModelKeyAtServerLevel is documented, with examples that run as tests, in model-key-at-server-level.md.
var ModelKeyAtServerLevel = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-key-at-server-level",
		Title:    "A model's setting stands where only the server's are read",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		return entries(p, func(s *model.Server, e *model.Entry) { modelKeyAtServerLevel(p, s, e) })
	},
}

func modelKeyAtServerLevel(p *lint.Pass, s *model.Server, e *model.Entry) {
	name, twin, ok := torchserve.PerModel(e.Key)
	if !ok {
		return
	}
	effect := ""
	if len(s.Models) == 1 {
		if v := effective(s.Models[0], name); v != nil {
			c := v.Cite()
			effect = fmt.Sprintf("; %s runs with %s", s.Models[0].Name.Or("the model"), c.Text)
			if c.Why != "" {
				effect += " (" + c.Why + ")"
			}
		}
	}
	f := p.Report(e.KeyAt, "%s=%s at server level is ignored%s", e.Key, e.Raw.Or(""), effect)
	if twin == "" {
		f.Advise("move it to model-config.yaml or models={...}, as %s", name)
		return
	}
	f.Advise("move it to model-config.yaml or models={...}, as %s; the server's own setting is %s", name, twin)
	if !strings.HasPrefix(name, "max") && !has(s.Config, twin) {
		f.Edit(lint.Unsafe, "use the server's own setting", source.Edit{Span: e.KeyAt.Origin.Span, New: twin})
	}
}

func has(c *model.Config, key string) bool {
	for _, e := range c.Entries {
		if e.Key == key {
			return true
		}
	}
	return false
}

// effective returns what a model really runs with; nil where rules do not know the setting.
func effective(m *model.Model, name string) model.Cited {
	switch name {
	case "minWorkers", "initial_workers":
		return known(m.MinWorkers)
	case "maxWorkers":
		return known(m.MaxWorkers)
	case "batchSize":
		return known(m.BatchSize)
	case "maxBatchDelay":
		return known(m.MaxBatchDelay)
	case "responseTimeout":
		return known(m.ResponseTimeout)
	case "startupTimeout":
		return known(m.StartupTimeout)
	case "jobQueueSize":
		return known(m.JobQueueSize)
	}
	return nil
}

func known[T any](v model.Value[T]) model.Cited {
	if _, ok := v.Get(); !ok {
		return nil
	}
	return v
}
