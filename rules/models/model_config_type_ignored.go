package models

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ModelConfigTypeIgnored is documented, with examples that run as tests, in model-config-type-ignored.md.
var ModelConfigTypeIgnored = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-config-type-ignored",
		Title:    "A value of model-config.yaml is dropped for its type",
		Severity: lint.Error,
		Versions: ">=0.8.0",
		Needs:    []string{"model-config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model, r model.Release) {
			if m.Config == nil {
				return
			}
			for _, q := range m.Config.Params {
				if k, ok := torchserve.LookupModelKey(q.Name); ok && k.In(r) && q.Wins {
					modelConfigTypeIgnored(p, m, r, q, k)
				}
			}
		})
	},
}

func modelConfigTypeIgnored(p *lint.Pass, m *model.Model, r model.Release, q *model.Param, k torchserve.ModelKey) {
	raw, readable := q.Raw.Get()
	is := typeDefect(q, k, r)
	if !readable || is == "" {
		return
	}
	if k.Key == "parallelType" && strings.EqualFold(raw, "custom") {
		return // a word of a later release: key-not-in-version
	}
	var at model.Cited = q
	if q.Odd != nil && q.Type == "list" {
		at, raw = q.Odd, q.Odd.Or("")
	}
	switch {
	case q.Type == "list" && q.Odd == nil || q.Type == "map":
		at, raw = q.KeyAt, "its value" // which has lines of its own
	case q.Type == "string":
		raw = strconv.Quote(raw)
	}
	f := p.Report(at, "%s: %s is %s; the value is dropped and %s used", q.Name, raw, is, instead(m, q.Name, fallback(k))).
		Advise("write the value in the expected type")
	raw = q.Raw.Or("")
	if q.Type == "string" && (k.Type == "int" && plain.MatchString(raw) || k.Type == "bool" && (raw == "true" || raw == "false")) {
		if s, ok := unquoted(q.Raw.Origin.Span, raw); ok {
			f.Edit(lint.Safe, "write it without quotes", source.Edit{Span: s, New: raw})
		}
	}
}

// plain is a number that YAML 1.1 reads as it looks.
var plain = regexp.MustCompile(`^(?:0|-?[1-9][0-9]{0,8})$`)

func fallback(k torchserve.ModelKey) string {
	switch {
	case counted[k.Key] != "":
		return counted[k.Key]
	case k.Default == "":
		return "nothing"
	}
	return "the default " + k.Default
}

// typeDefect says what a value is and what it should be; empty where it is fine.
func typeDefect(q *model.Param, k torchserve.ModelKey, r model.Release) string {
	is := map[string]string{"string": "text", "float": "a fraction", "bool": "a boolean", "null": "null", "int": "an integer", "list": "a list", "map": "a mapping"}[q.Type]
	words := k.Accepts(r)
	switch {
	case k.Type == "int" && q.Type == "int":
		if _, ok := q.Int.Get(); !ok {
			return "above 2147483647"
		}
	case k.Type == "list" && q.Type == "list":
		if q.Odd != nil {
			return "no integer, so the list is none of integers"
		}
	case k.Type != q.Type:
		return is + ", not " + map[string]string{"int": "an integer", "bool": "true or false", "string": "text", "list": "a list of integers", "map": "a mapping"}[k.Type]
	case len(words) > 0 && !slices.Contains(words, strings.ToLower(q.Raw.Or(words[0]))):
		return "none of " + strings.Join(words, ", ")
	}
	return ""
}

// unquoted widens the place of a scalar by its quotes; not ok where it has none.
func unquoted(s source.Span, raw string) (source.Span, bool) {
	if s.File == nil || s.Start < 1 || s.End >= len(s.File.Data) || s.File.Data[s.Start:s.End] != raw {
		return s, false
	}
	quote := s.File.Data[s.Start-1]
	s.Start, s.End = s.Start-1, s.End+1
	return s, (quote == '"' || quote == '\'') && s.File.Data[s.End-1] == quote
}
