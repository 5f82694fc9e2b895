package config

import (
	"errors"
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// IntValueMalformed is documented, with examples that run as tests, in int-value-malformed.md.
var IntValueMalformed = &lint.Rule{
	Meta: lint.Meta{
		ID:       "int-value-malformed",
		Title:    "The server reads no integer from a value",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		return entries(p, func(s *model.Server, e *model.Entry) { intValueMalformed(p, s, e) })
	},
}

func intValueMalformed(p *lint.Pass, s *model.Server, e *model.Entry) {
	r, ok := s.Release.Get()
	q, reads := torchserve.Lookup(e.Key, r)
	raw, known := value(s, e)
	if !ok || !reads || !known || !e.Wins || unread(s, q) {
		return
	}
	var err error
	switch q.Type {
	case torchserve.Int:
		_, err = torchserve.ReadInt(raw)
	case torchserve.Long:
		_, err = torchserve.ReadLong(raw)
	}
	if err == nil {
		return
	}
	effect := q.Malformed
	if q.Key == "max_request_size" && r.Before("0.4.0") {
		effect = torchserve.NoEffect
	}
	what := effect.String()
	if effect == torchserve.NoEffect {
		what = "every request fails"
	}
	f := p.Report(e, "%s is %q, which is no integer (%s): %s", e.Key, raw, err, what)
	if q.Unit != "" {
		f.Advise("write plain digits; the unit is %s", q.Unit)
	} else {
		f.Advise("write plain digits")
	}
	if better, kind := digits(raw, q, err); better != "" && clean(e) {
		f.Replace(kind, "write plain digits", better)
	}
}

// value returns an entry's text, unless the server fills a placeholder in: then it is what the
// server reads, where that is known.
func value(s *model.Server, e *model.Entry) (string, bool) {
	raw, ok := e.Raw.Get()
	if strings.Contains(raw, "$$") {
		v := s.Settings.Get(e.Key)
		if v == nil {
			return "", false
		}
		return v.Get()
	}
	return raw, ok
}

// unread reports whether the server does not look at a key because of another one.
func unread(s *model.Server, q torchserve.Property) bool {
	switch q.Key {
	case "io_ratio":
		v := s.Settings.Get("use_native_io")
		return v == nil || torchserve.ReadBool(v.Or("true"))
	case "metric_time_interval":
		v := s.Settings.Get("disable_system_metrics")
		return v != nil && torchserve.ReadBool(v.Or(""))
	}
	return false
}

// clean reports whether an entry's value stands in the file as it is read.
func clean(e *model.Entry) bool {
	s := e.Raw.Origin.Span
	return s.File != nil && s.File.Data[s.Start:s.End] == e.Raw.Or("")
}

var amount = regexp.MustCompile(`(?i)^\s*["']?([+-]?\d+)\s*([a-z]*)["']?\s*$`)

// digits returns the integer that is meant: without blanks, quotes, underscores or a comment, or
// converted from another unit.
func digits(raw string, q torchserve.Property, why error) (string, lint.FixKind) {
	switch {
	case errors.Is(why, torchserve.ErrComment):
		return strings.Fields(raw)[0], lint.Safe
	case errors.Is(why, torchserve.ErrSeparator):
		return strings.NewReplacer("_", "", ",", "").Replace(raw), lint.Safe
	}
	m := amount.FindStringSubmatch(raw)
	switch {
	case m == nil:
		return "", lint.NoFix
	case m[2] == "":
		return m[1], lint.Safe
	}
	return converted(m[1], strings.ToLower(m[2]), q.Unit)
}
