package proxy

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A gap is where a setting would stand that nobody wrote.
type gap struct {
	in   syntax.Node // a mapping above it
	path []string    // of names from there
	text bool        // its value has to be a string
}

// fill returns an edit that writes the setting, in the style of what stands around it; none
// where that is not plain to see.
func (g *gap) fill(value string) []source.Edit {
	in, path := g.in, g.path
	for len(path) > 1 {
		next := in.At(path[0])
		if !next.OK() {
			break
		}
		in, path = next, path[1:]
	}
	first := firstKey(in)
	if first.String() == "" {
		return g.fillEmpty(in, path, value)
	}
	at := first.Span()
	if value == "" || at.File == nil || !strings.HasPrefix(at.File.Data[at.Start:], first.String()) {
		return nil
	}
	quote := false
	if before := at.File.Data[:at.Start]; strings.HasSuffix(before, `"`) || strings.HasSuffix(before, "'") {
		at.Start--
		quote = true
	}
	at.End = at.Start
	kept := ""
	if len(path) > 1 { // another edit that makes the same mapping would make it twice: let them overlap
		at.End = first.Span().End
		kept = at.File.Data[at.Start:at.End]
	}
	if braced(at) {
		return []source.Edit{{Span: at, New: flow(path, value, quote, g.text) + kept}}
	}
	line, from := at.File.Source(at.Start)
	if quote || strings.Trim(line[:at.Start-from], " -") != "" {
		return nil
	}
	return []source.Edit{{Span: at, New: block(path, value, g.text, at.Start-from, eol(at.File)) + kept}}
}

// nothing is what stands behind a key that has nothing below it.
var nothing = regexp.MustCompile(`^:[ \t]*(?:\{[ \t]*\})?[ \t]*$`)

// fillEmpty writes the setting behind a key that has nothing below it yet.
func (g *gap) fillEmpty(in syntax.Node, path []string, value string) []source.Edit {
	at := in.KeyText().Span()
	if value == "" || at.File == nil {
		return nil
	}
	line, from := at.File.Source(at.Start)
	rest := line[at.End-from:]
	empty := in.Tag() == "!!null" && in.String() == ""
	if !nothing.MatchString(rest) || in.IsMap() != strings.Contains(rest, "{") || !in.IsMap() && !empty {
		return nil
	}
	at.Start, at.End = at.End, at.End+len(rest)
	return []source.Edit{{Span: at, New: ": {" + strings.TrimSuffix(flow(path, value, false, g.text), ", ") + "}"}}
}

// firstKey returns the first key of a mapping.
func firstKey(n syntax.Node) source.Text {
	for _, v := range n.Pairs() {
		return v.KeyText()
	}
	return source.Text{}
}

// braced reports whether the key at a place is the first one in braces.
func braced(at source.Span) bool {
	return strings.HasSuffix(strings.TrimRight(at.File.Data[:at.Start], " \t\r\n"), "{")
}

func eol(f *source.File) string {
	if strings.Contains(f.Data, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// flow writes names and a value in braces, with a comma behind.
func flow(path []string, value string, quote, text bool) string {
	names := slices.Clone(path)
	if quote {
		for i := range names {
			names[i] = strconv.Quote(names[i])
		}
	}
	inner := len(names) - 1
	return strings.Join(names, ": {") + ": " + scalar(value, quote, text) + strings.Repeat("}", inner) + ", "
}

// block writes names and a value line by line, with the indent of what comes next behind.
func block(path []string, value string, text bool, indent int, eol string) string {
	var b strings.Builder
	for i, name := range path {
		if i > 0 {
			b.WriteString(eol + strings.Repeat(" ", indent+2*i))
		}
		b.WriteString(name + ":")
	}
	b.WriteString(" " + scalar(value, false, text) + eol + strings.Repeat(" ", indent))
	return b.String()
}

// scalar writes a value; a string that YAML would take for a number gets quotes.
func scalar(value string, quote, text bool) string {
	_, err := strconv.ParseFloat(value, 64)
	if number := err == nil; text && number || quote && !number {
		return strconv.Quote(value)
	}
	return value
}
