package config

import (
	"fmt"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// FlagNotInVersion is documented, with examples that run as tests, in flag-not-in-version.md.
var FlagNotInVersion = &lint.Rule{
	Meta: lint.Meta{
		ID:       "flag-not-in-version",
		Title:    "The start command has a flag that this release does not know",
		Severity: lint.Error,
		Needs:    []string{"image", "manifest"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			if s.Start == nil {
				return
			}
			for _, f := range s.Start.Flags {
				flagNotInVersion(p, s, r, f)
			}
		})
	},
}

func flagNotInVersion(p *lint.Pass, s *model.Server, r model.Release, f *model.Flag) {
	word, known := f.As.Get()
	_, ok, ambiguous := torchserve.LookupFlag(word, r)
	if !known || ok || !strings.HasPrefix(word, "-") || len(strings.Trim(word, "-")) == 0 {
		return
	}
	if len(ambiguous) > 0 {
		p.Report(f.As, "%s may mean %s: TorchServe %s refuses it, and the launcher exits with status 2", word, strings.Join(ambiguous, " or "), r).
			Advise("write the flag out")
		return
	}
	since := firstWith(word)
	if supposed(s) && since != "" {
		return
	}
	why := "no release has it"
	if since != "" {
		why = "it exists from " + since
	}
	found := p.Report(f.As, "%s is unknown to TorchServe %s (%s): %s, and the launcher exits with status 2", word, r, image(s), why).
		Cause(s.Release).
		Advise("drop the flag, or use an image that knows it")
	if word == "--disable-token-auth" || word == "--enable-model-api" { // older releases behave that way
		found.Edit(lint.Safe, "drop the flag, which says what this release does anyway", removal(f.As)...)
	}
}

// firstWith returns the first release that knows a word as a flag; empty: none does.
func firstWith(word string) string {
	for _, r := range model.Releases() {
		if _, ok, _ := torchserve.LookupFlag(word, r); ok {
			return fmt.Sprint(r)
		}
	}
	return ""
}

// removal returns an edit that takes a word off a command: an item of a list that has its line,
// or one of several on a line, or a word of a script.
func removal(w model.Value[string]) []source.Edit {
	s := w.Origin.Span
	if s.File == nil || s.File.Data[s.Start:s.End] != w.Or("") {
		return nil
	}
	line, from := s.File.Source(s.Start)
	lo, hi := s.Start-from, s.End-from
	if lo > 0 && hi < len(line) && line[lo-1] == line[hi] && strings.ContainsRune(`"'`, rune(line[hi])) {
		lo, hi = lo-1, hi+1
	}
	before, after := strings.TrimRight(line[:lo], " "), strings.TrimSpace(line[hi:])
	switch {
	case strings.TrimSpace(before) == "-" && after == "":
		return []source.Edit{{Span: source.Span{File: s.File, Start: from, End: nextLine(s.File, from+len(line))}}}
	case strings.HasSuffix(before, ",") && (strings.HasPrefix(after, ",") || strings.HasPrefix(after, "]")):
		return []source.Edit{{Span: source.Span{File: s.File, Start: from + len(before) - 1, End: from + hi}}}
	case len(before) < lo && hi == s.End-from && !strings.HasSuffix(before, "-") && !strings.HasSuffix(before, ":") && !strings.HasSuffix(before, "["):
		return []source.Edit{{Span: source.Span{File: s.File, Start: from + len(before), End: from + hi}}}
	}
	return nil
}
