package model

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Before returns an edit that adds a line above the key, indented as the key is; none where
// the key does not begin its line.
func (p *Param) Before(line string) []source.Edit {
	at := p.KeyAt.Origin.Span
	if at.File == nil {
		return nil
	}
	text, from := at.File.Source(at.Start)
	indent := text[:at.Start-from]
	if strings.TrimLeft(indent, " ") != "" {
		return nil
	}
	return []source.Edit{{Span: source.Span{File: at.File, Start: at.Start, End: at.Start}, New: line + "\n" + indent}}
}

// Replace returns an edit that writes another value.
func (p *Param) Replace(text string) source.Edit {
	return source.Edit{Span: p.Raw.Origin.Span, New: text}
}

// True reports whether a boolean of a model-config.yaml is on, in any of the spellings of
// YAML 1.1.
func (p *Param) True() bool {
	switch strings.ToLower(p.Raw.Or("")) {
	case "true", "yes", "on":
		return p.Type == "bool"
	}
	return false
}
