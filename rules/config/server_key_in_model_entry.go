package config

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ServerKeyInModelEntry is documented, with examples that run as tests, in server-key-in-model-entry.md.
var ServerKeyInModelEntry = &lint.Rule{
	Meta: lint.Meta{
		ID:       "server-key-in-model-entry",
		Title:    "A setting of the server stands where only a model's are read",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config"},
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			if c := s.Config; c != nil {
				for _, j := range []*model.JSON{c.Models, c.Snapshot} {
					if j == nil {
						continue
					}
					for _, e := range j.Models {
						for _, q := range e.Params {
							serverKeyInModelEntry(p, s, r, q, j.Key)
						}
					}
				}
			}
			for _, m := range s.Models {
				if m.Config == nil {
					continue
				}
				for _, q := range m.Config.Params {
					serverKeyInModelEntry(p, s, r, q, m.Config.Name)
				}
			}
		})
	},
}

// free are names of server keys that handlers and snapshots have for themselves.
var free = []string{"debug", "version", "python", "models", "model_store", "plugins_path", "metrics_config"}

// modelTwins are the keys of a model that stand in for one of the server's.
var modelTwins = map[string]string{
	"default_workers_per_model": "minWorkers and maxWorkers", "default_response_timeout": "responseTimeout",
	"default_startup_timeout": "startupTimeout", "job_queue_size": "jobQueueSize in model-config.yaml",
}

func serverKeyInModelEntry(p *lint.Pass, s *model.Server, r model.Release, q *model.Param, entry string) {
	if _, ok := torchserve.Lookup(q.Name, r); !ok || slices.Contains(free, q.Name) || !strings.Contains(q.Name, "_") {
		return
	}
	f := p.Report(q.KeyAt, "%s inside %s is ignored; it is a key of the server and stays %s", q.Name, entry, stays(s, q.Name)).
		Advise("move it to the top level of config.properties")
	if twin := modelTwins[q.Name]; twin != "" {
		f.Advise("move it to the top level of config.properties, or use the model's own %s", twin)
	}
}
