package config

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// VMArgsOptionRefused is documented, with examples that run as tests, in vmargs-option-refused.md.
var VMArgsOptionRefused = &lint.Rule{
	Meta: lint.Meta{
		ID:       "vmargs-option-refused",
		Title:    "The JVM of the image refuses an option",
		Severity: lint.Error,
		Needs:    []string{"config", "image", "manifest"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			var options []model.Value[string]
			if e := launched(s, "vmargs"); e != nil {
				options = append(options, e.Raw)
			}
			if e := variable(s, "JAVA_TOOL_OPTIONS"); e != nil {
				options = append(options, e.Value)
			}
			vmargsOptionRefused(p, s, r, options)
		})
	},
}

func vmargsOptionRefused(p *lint.Pass, s *model.Server, r model.Release, options []model.Value[string]) {
	own := s.Image != nil && !s.Image.Official
	if own || supposed(s) || slices.ContainsFunc(options, lenient) {
		return
	}
	jdk := torchserve.JDK(r, s.Image != nil && s.Image.Flavour == "gpu")
	for _, v := range options {
		raw, ok := v.Get()
		if !ok {
			continue
		}
		for _, w := range words(raw) {
			option, _, _ := strings.Cut(w.text, "=")
			if right, refused := torchserve.RefusedOption(option, jdk); refused {
				f := p.Report(within(v, w.lo, w.hi), "%s is refused by JDK %d of %s: the JVM does not start", w.text, jdk, jdkOf(s, r)).
					Cause(s.Release).
					Advise("delete the option; in its place: %s", right)
				if s.Image == nil {
					f.Weaken(lint.Warning) // the image may have another JDK
				}
				if at := cut(v, raw, w); at != nil {
					f.Edit(lint.Safe, "delete the option", *at)
				}
			}
		}
	}
}

// jdkOf names the image whose JDK is meant.
func jdkOf(s *model.Server, r model.Release) string {
	if s.Image == nil {
		return "the official image of " + r.String()
	}
	return image(s)
}

func lenient(v model.Value[string]) bool {
	return slices.Contains(strings.Fields(v.Or("")), "-XX:+IgnoreUnrecognizedVMOptions")
}

// cut returns an edit that takes a word and the blanks before it out of a value, or those behind
// it where it comes first; nil where the value does not stand as it reads.
func cut(v model.Value[string], raw string, w word) *source.Edit {
	lo, hi := len(strings.TrimRight(raw[:w.lo], " \t")), w.hi
	if lo == 0 {
		lo, hi = w.lo, len(raw)-len(strings.TrimLeft(raw[w.hi:], " \t"))
	}
	s := v.Origin.Span
	if s.File == nil || s.File.Data[s.Start:s.End] != raw {
		return nil
	}
	return &source.Edit{Span: source.Span{File: s.File, Start: s.Start + lo, End: s.Start + hi}}
}
