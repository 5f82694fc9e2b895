// Package models holds the rules about which models load, and with what settings.
package models

import (
	"path"
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	DefaultVersionIgnored,
	LoadModelsDuplicate,
	LoadModelsSeparator,
	MAREntryMissing,
	ModelAPIDisabled,
	ModelArchiveMissing,
	ModelConfigKeyUnknown,
	ModelConfigNotMapping,
	ModelConfigNotReferenced,
	ModelConfigTypeIgnored,
	ModelConfigUnparseable,
	ModelStoreMissing,
	ModelValueNonpositive,
	ModelsJSONIgnored,
	ModelsJSONInvalid,
	ModelsNotLoaded,
	ModelsValueInvalid,
	ModelsVersionMismatch,
	RequirementsAtStartup,
	RequirementsNotInstalled,
	SnapshotCountZero,
	SnapshotMARMissing,
	SnapshotMissingField,
	SnapshotShadowsLoadModels,
	StartupWithoutModels,
	URLModelNotAllowed,
	YAMLOnlyKeyInModelsJSON,
}

// name is how a message calls a model whose name may not be known.
func name(m *model.Model) string { return m.Name.Or("the model") }

// each calls f for every model of every server whose release is known, or supposed.
func each(p *lint.Pass, f func(*model.Server, *model.Model, model.Release)) error {
	return servers(p, func(s *model.Server, r model.Release) {
		for _, m := range s.Models {
			f(s, m, r)
		}
	})
}

// servers calls f for every server whose release is known, or supposed.
func servers(p *lint.Pass, f func(*model.Server, model.Release)) error {
	for _, s := range p.Servers {
		if r, ok := s.Release.Get(); ok {
			f(s, r)
		}
	}
	return nil
}

// entries returns what models={...} of a server says, where its release reads it.
func entries(s *model.Server, r model.Release) []*model.ModelEntry {
	if s.Config == nil || s.Config.Models == nil || r.Before("0.4.1") {
		return nil
	}
	return s.Config.Models.Models
}

// loaded returns the model that an entry of models={...} is of, among those that load at start.
func loaded(s *model.Server, e *model.ModelEntry) *model.Model {
	for _, m := range s.Models {
		if n, ok := m.Name.Get(); ok && n == e.Model.Or("") {
			return m
		}
	}
	return nil
}

// effective returns what a model runs with; nil where that is not known.
func effective(m *model.Model, key string) model.Cited {
	switch key {
	case "minWorkers":
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

// instead says what a model runs with, and why: for the end of a sentence.
func instead(m *model.Model, key, otherwise string) string {
	v := effective(m, key)
	if v == nil {
		return otherwise
	}
	c := v.Cite()
	if c.Why == "" {
		return c.Text
	}
	return c.Text + " (" + c.Why + ")"
}

// loadModels returns the effective load_models; ok is false where it is not known. Empty: nothing loads.
func loadModels(s *model.Server) (v *model.Value[string], raw string, ok bool) {
	v = s.Settings.Get("load_models")
	if v == nil {
		return nil, "", s.Settings != nil
	}
	raw, ok = v.Get()
	return v, strings.Trim(raw, ","), ok
}

var remote = regexp.MustCompile(`(?i)^(?:https?|s3|gs|file)://`)

// launches reports whether torchserve itself is what starts the container, as far as can be seen.
func launches(s *model.Server) bool {
	if s.Start == nil {
		return false
	}
	serve, ok := s.Start.Serve.Get()
	if !ok || s.Start.Flag("--stop") != nil || s.Start.Flag("--version") != nil {
		return false
	}
	for w := range strings.FieldsSeq(s.Start.Line.Or("")) {
		serve = serve || path.Base(w) == "torchserve"
	}
	return serve
}

// own returns the config.properties that somebody wrote, or nil.
func own(s *model.Server) *model.Config {
	if s.Config == nil || s.Config.Bundled {
		return nil
	}
	return s.Config
}

// setting returns the entry of a key that counts, or nil.
func setting(c *model.Config, key string) *model.Entry {
	if c == nil {
		return nil
	}
	for _, e := range c.Entries {
		if e.Key == key && e.Wins {
			return e
		}
	}
	return nil
}
