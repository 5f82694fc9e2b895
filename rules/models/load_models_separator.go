package models

import (
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// LoadModelsSeparator is documented, with examples that run as tests, in load-models-separator.md.
var LoadModelsSeparator = &lint.Rule{
	Meta: lint.Meta{
		ID:       "load-models-separator",
		Title:    "load_models is not parted by commas alone",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, _ model.Release) {
			if e := setting(own(s), "load_models"); e != nil && (s.Config.Snapshot == nil) {
				loadModelsSeparator(p, s, e)
			}
		})
	},
}

func loadModelsSeparator(p *lint.Pass, s *model.Server, e *model.Entry) {
	raw, ok := e.Raw.Get()
	v := s.Settings.Get("load_models")
	if !ok || v == nil || v.Origin.Span != e.Raw.Origin.Span || strings.Contains(raw, "$$") {
		return
	}
	parts := strings.Split(raw, ",")
	at := 0
	for _, part := range parts {
		lo := at
		at += len(part) + 1
		defect, effect := partDefect(part, len(parts))
		if defect == "" {
			continue
		}
		o := e.Raw.Origin
		if span := o.Span; span.File != nil && span.File.Data[span.Start:span.End] == raw {
			o.Span.Start, o.Span.End = span.Start+lo, span.Start+lo+len(part)
		}
		f := p.Report(model.Known(part, o), "load_models entry %q is taken with %s: %s", part, defect, effect).
			Advise("separate entries with commas only, without blanks")
		if better := commas(raw); better != raw && e.Raw.Origin.Span.File != nil && (o.Span != e.Raw.Origin.Span || len(parts) == 1) {
			f.Edit(lint.Safe, "write plain commas", source.Edit{Span: e.Raw.Origin.Span, New: better})
		}
	}
}

// partDefect says what is wrong with an entry, which is taken as it is.
func partDefect(part string, of int) (defect, effect string) {
	trimmed := strings.TrimSpace(part)
	_, hasName, _ := strings.Cut(part, "=")
	const none = "no file is called like that, and the model is skipped"
	switch {
	case part == "":
		return "", ""
	case strings.EqualFold(trimmed, "all") && (of > 1 || part != trimmed):
		return "what stands around it", "it no longer means all models, but a file called " + strconv.Quote(part)
	case strings.ContainsAny(trimmed, " \t") || strings.Contains(part, ";"):
		return "what should part it", "it is one file to the server, and is skipped"
	case strings.TrimLeft(part, " \t") != part && hasName != "":
		return "the blank before it", "the blank becomes part of the model's name"
	case part != trimmed:
		return "the blank around it", none
	}
	return "", ""
}

// commas writes a list as the server reads it.
func commas(raw string) string {
	words := strings.FieldsFunc(raw, func(r rune) bool { return strings.ContainsRune(" \t,;", r) })
	return strings.Join(words, ",")
}
