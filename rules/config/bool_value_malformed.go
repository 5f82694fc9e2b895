package config

import (
	"regexp"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// BoolValueMalformed is documented, with examples that run as tests, in bool-value-malformed.md.
var BoolValueMalformed = &lint.Rule{
	Meta: lint.Meta{
		ID:       "bool-value-malformed",
		Title:    "A switch that is meant to be on is read as off",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return entries(p, func(s *model.Server, e *model.Entry) { boolValueMalformed(p, s, e) })
	},
}

func boolValueMalformed(p *lint.Pass, s *model.Server, e *model.Entry) {
	r, ok := s.Release.Get()
	q, reads := torchserve.Lookup(e.Key, r)
	raw, known := value(s, e)
	if !ok || !reads || !known || !e.Wins || q.Type != torchserve.Bool && q.Type != torchserve.PythonBool {
		return
	}
	if q.Key == "use_env_allowed_urls" && strings.ToLower(raw) == "true" {
		return
	}
	if q.Type == torchserve.Bool && torchserve.ReadBool(raw) || q.Type == torchserve.PythonBool && torchserve.ReadPythonBool(raw) {
		return
	}
	meant, severity := intention(raw, q)
	if meant == "" {
		return
	}
	f := p.Report(e, "%s is read as false: the value is %q, %s", e.Key, raw, defect(raw, q)).
		Weaken(severity).
		Advise("write true or false, and nothing else on the line")
	if clean(e) && raw != "" {
		f.Replace(lint.Safe, "write the word that is read", meant)
	}
}

var truths, falsehoods = []string{"true", "yes", "on", "1", "t", "y", "enable", "enabled"}, []string{"no", "off", "0", "f", "n", "false", "disable", "disabled"}

// intention returns what a value means that is read as false, and how bad that is: empty where
// it is plainly false.
func intention(raw string, q torchserve.Property) (string, lint.Severity) {
	if raw == "" {
		if q.Default == "true" {
			return "true", lint.Error
		}
		return "", lint.Info
	}
	if strings.EqualFold(raw, "false") {
		return "", lint.Info
	}
	word := strings.TrimSpace(raw)
	if i := strings.IndexAny(word, " \t#!"); i > 0 {
		word = word[:i]
	}
	word = strings.ToLower(strings.Trim(word, `"'`))
	switch {
	case slices.Contains(truths, word):
		return "true", lint.Error
	case slices.Contains(falsehoods, word):
		return "false", lint.Info
	}
	return "", lint.Info
}

var quotes = regexp.MustCompile(`^\s*["'].*["']\s*$`)

func defect(raw string, q torchserve.Property) string {
	switch {
	case raw == "":
		return "empty, while the default is true"
	case strings.TrimSpace(raw) != raw:
		return "with a blank around it"
	case strings.ContainsAny(raw, "#!") && strings.ContainsAny(raw, " \t"):
		return "with a comment behind it, which belongs to the value"
	case quotes.MatchString(raw):
		return "in quotes"
	case q.Type == torchserve.PythonBool && strings.EqualFold(raw, "true"):
		return "and Python compares it with lower-case true"
	}
	return "and only true counts"
}
