package config

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// within narrows the place of a value to a part of it, where the value stands as it reads.
func within(v model.Value[string], lo, hi int) model.Value[string] {
	raw, _ := v.Get()
	o := v.Origin
	if s := o.Span; s.File != nil && s.File.Data[s.Start:s.End] == raw {
		o.Span.Start, o.Span.End = s.Start+lo, s.Start+hi
	}
	return model.Known(raw[lo:hi], o)
}

// deletion returns an edit that deletes the lines of an entry; none where anything else stands
// on them.
func deletion(e *model.Entry) []source.Edit {
	key, value := e.KeyAt.Origin.Span, e.Raw.Origin.Span
	f := key.File
	if f == nil || value.File != f || value.End < key.Start {
		return nil
	}
	first, from := f.Source(key.Start)
	last, at := f.Source(value.End)
	if strings.TrimSpace(first[:key.Start-from]) != "" || strings.TrimSpace(last[value.End-at:]) != "" {
		return nil
	}
	return []source.Edit{{Span: source.Span{File: f, Start: from, End: nextLine(f, at+len(last))}}}
}

// nextLine returns where the line behind a line end begins.
func nextLine(f *source.File, end int) int {
	rest := f.Data[end:]
	return end + len(rest) - len(strings.TrimPrefix(strings.TrimPrefix(rest, "\r"), "\n"))
}

// lineOf returns the line that a value stands on, from 1.
func lineOf(v model.Cited) int {
	s := v.Cite().Place()
	if s.File == nil {
		return 0
	}
	line, _ := s.File.Line(s.Start)
	return line
}

// A word is one of the words that a value is split into at blanks.
type word struct {
	text   string
	lo, hi int
}

func words(s string) (out []word) {
	at := 0
	for f := range strings.FieldsSeq(s) {
		lo := at + strings.Index(s[at:], f)
		at = lo + len(f)
		out = append(out, word{f, lo, at})
	}
	return out
}
