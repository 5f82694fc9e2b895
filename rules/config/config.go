// Package config holds the rules about keys and values of config.properties, and about how
// the server is pointed to them.
package config

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	BoolValueMalformed,
	ConfigFileMissing,
	ConfigFileOverridden,
	ConfigKeyDuplicate,
	ConfigKeyInert,
	ConfigKeyMisnamed,
	ConfigKeyUnknown,
	EnvNotEnabled,
	EnvUnknown,
	FlagNotInVersion,
	IntValueMalformed,
	IntValueOutOfRange,
	KeyNotInVersion,
	ModelKeyAtServerLevel,
	OIPVariableInvalid,
	PlaceholderUnset,
	PropertiesEncodingInvalid,
	ServerKeyInModelEntry,
	ValueUnitWrong,
	VMArgsMalformed,
	VMArgsNotRead,
	VMArgsOptionRefused,
}

// entries calls f for each entry of each config.properties that somebody wrote, with its server.
func entries(p *lint.Pass, f func(*model.Server, *model.Entry)) error {
	for _, s := range p.Servers {
		if s.Config == nil || s.Config.Bundled {
			continue
		}
		for _, e := range s.Config.Entries {
			f(s, e)
		}
	}
	return nil
}

// servers calls f for each server whose release is known, or supposed.
func servers(p *lint.Pass, f func(*model.Server, model.Release)) error {
	for _, s := range p.Servers {
		if r, ok := s.Release.Get(); ok {
			f(s, r)
		}
	}
	return nil
}

// supposed reports whether nothing says which release a server runs: it then stands in the
// deployment once for each that behaves differently.
func supposed(s *model.Server) bool { return s.Release.Origin.Kind == model.Absent }

// holds reports whether the server runs with what an entry says: no later entry, flag or
// variable wins over it.
func holds(s *model.Server, e *model.Entry) bool {
	v := s.Settings.Get(e.Key)
	return e.Wins && v != nil && v.Origin.Span == e.Raw.Origin.Span
}

// stays says what a server runs with, for a message.
func stays(s *model.Server, key string) string {
	q, _ := torchserve.Exists(key)
	v := s.Settings.Get(key)
	switch {
	case v != nil:
		if text, ok := v.Get(); ok && text != "" && (text != q.Default || q.Means == "") {
			return text
		}
		if _, ok := v.Get(); !ok {
			return "what it is"
		}
	}
	if q.Means != "" {
		return "its default, " + q.Means
	}
	return "unset"
}

// variable returns the last variable of a name, or nil.
func variable(s *model.Server, name string) (found *model.EnvVar) {
	for _, e := range s.Env {
		if e.Name.Or("") == name {
			found = e
		}
	}
	return found
}

// launched returns what the launcher reads under a key, or nil.
func launched(s *model.Server, key string) *model.Entry {
	if s.Config == nil {
		return nil
	}
	for _, e := range s.Config.Launched {
		if e.Key == key {
			return e
		}
	}
	return nil
}

// image calls the image of a server, or the server where there is none.
func image(s *model.Server) string {
	if s.Image == nil {
		return "the server"
	}
	return s.Image.Ref.Or("the image")
}
