package model

import (
	"maps"
	"slices"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Settings are the keys of config.properties that a release reads, with the raw text that is
// in force for each. A nil *Settings knows none.
type Settings struct {
	Decided  map[string]*Value[string] // what more than the default speaks of; nil: unset all the same
	Defaults map[string]string         // by key, all that the release reads; empty: unset. Shared by servers
	On       source.Span               // what defaults hold for
	Why      string                    // "default, TorchServe 0.9.0"
}

// Get returns what is in force for a key; nil where it is unset, or not read by this release.
func (s *Settings) Get(key string) *Value[string] {
	if s == nil {
		return nil
	}
	if v, ok := s.Decided[key]; ok {
		return v
	}
	text := s.Defaults[key]
	if text == "" {
		return nil
	}
	v := Known(text, Origin{Kind: Default, Key: key, On: s.On, Why: s.Why})
	return &v
}

// Reads reports whether the release reads a key.
func (s *Settings) Reads(key string) bool {
	if s == nil {
		return false
	}
	_, ok := s.Defaults[key]
	return ok
}

// Keys returns every key that the release reads, sorted.
func (s *Settings) Keys() []string {
	if s == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(s.Defaults))
}
