package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ModelAPIDisabled is documented, with examples that run as tests, in model-api-disabled.md.
var ModelAPIDisabled = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-api-disabled",
		Title:    "A model is registered at run time, and the model API is off",
		Severity: lint.Warning,
		Versions: ">=0.11.1",
		Needs:    []string{"config", "manifest", "image"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if on, ok := s.ModelAPI.Get(); ok && !on {
				modelAPIDisabled(p, s)
			}
		}
		return nil
	},
}

func modelAPIDisabled(p *lint.Pass, s *model.Server) {
	why := "the model API is off by default from 0.11.1"
	if s.ModelAPI.Origin.Kind == model.Written {
		why = "the model API is off"
	}
	for _, c := range s.Calls {
		if c.Method == "PUT" {
			continue
		}
		does, of := "registers", c.Model
		if c.Method == "DELETE" {
			does = "deletes"
		}
		if of == "" {
			of = "a model"
		}
		f := p.Report(c.At, "%s /models %s %s, but %s: the answer is 405", c.Method, does, of, why).
			Cause(s.ModelAPI).
			Advise("load the model at start, or switch the API on and protect it")
		if cfg := own(s); cfg != nil && setting(cfg, "enable_model_api") == nil {
			f.Edit(lint.Unsafe, "switch the model API on", cfg.Text.Append("enable_model_api=true"))
		}
	}
}
