package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/torchserve-lint/tslint/lint/source"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// The library says what a scalar's value is and where it begins. Where each byte of it
// stands is proposed here, and believed only if it reads the same.

// offset turns a line and a column, as the libraries count them, into a place in the stream.
func (s *stream) offset(line, col int) int {
	if s.lines == nil {
		s.lines = s.Lines()
	}
	text := s.String()
	off := s.lines[max(0, min(line, len(s.lines))-1)]
	for ; col > 1 && off < len(text); col-- {
		_, n := utf8.DecodeRuneInString(text[off:])
		off += n
	}
	return off
}

// scalar returns a scalar's value with its places.
func (s *stream) scalar(n *node) source.Text {
	at := s.skipProperties(s.offset(n.Line, n.Column))
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return settle(s.block(at, n), n.Value)
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return settle(s.double(at+1), n.Value)
	case n.Style&yaml.SingleQuotedStyle != 0:
		return settle(s.single(at+1), n.Value)
	}
	return settle(s.plain(at, n.Value), n.Value)
}

// skipProperties passes a tag and an anchor, which stand before the value.
func (s *stream) skipProperties(at int) int {
	text := s.String()
	for at < len(text) && (text[at] == '!' || text[at] == '&') {
		end := indexFrom(text, at, " \t\r\n")
		at = skip(text, min(end, len(text)), " \t\r\n")
	}
	return at
}

// plain reads an unquoted scalar, whose lines are joined by blanks.
func (s *stream) plain(at int, value string) source.Text {
	text := s.String()
	if strings.HasPrefix(text[at:], value) {
		return s.Cut(at, at+len(value))
	}
	return s.folded(at, len(value), func(at int) bool { return at < len(text) })
}

// folded reads lines that are joined as YAML joins them: one line end is a blank, more are
// one fewer; blanks around them are dropped. It stops at the length wanted.
func (s *stream) folded(at, want int, more func(int) bool) source.Text {
	text := s.String()
	var b source.Builder
	for b.Len() < want && more(at) {
		if text[at] != '\n' && text[at] != '\r' {
			end := lineEnd(text, at)
			keep := min(len(strings.TrimRight(text[at:end], " \t")), want-b.Len())
			b.Copy(s.Text, at, at+keep)
			at = end
			continue
		}
		at = s.lineBreak(&b, at)
	}
	return b.Text()
}

// lineBreak folds the line ends at a place, and returns where the next line's text begins.
func (s *stream) lineBreak(b *source.Builder, at int) int {
	text := s.String()
	from, breaks := at, 0
	for at < len(text) {
		next := nextLine(text, at)
		breaks++
		line := skip(text, next, " \t")
		if line >= len(text) || text[line] != '\n' && text[line] != '\r' {
			at = line
			break
		}
		at = line
	}
	joint := " "
	if breaks > 1 {
		joint = strings.Repeat("\n", breaks-1)
	}
	b.Decode(joint, s.SpanOf(from, at))
	return at
}

// single reads the inside of a single-quoted scalar.
func (s *stream) single(at int) source.Text {
	text := s.String()
	var b source.Builder
	from := at
	for at < len(text) {
		switch {
		case strings.HasPrefix(text[at:], "''"):
			b.Copy(s.Text, from, at)
			b.Decode("'", s.SpanOf(at, at+2))
			at += 2
			from = at
		case text[at] == '\'':
			return s.close(&b, from, at)
		case text[at] == '\n' || text[at] == '\r':
			b.Copy(s.Text, from, from+len(strings.TrimRight(text[from:at], " \t")))
			at = s.lineBreak(&b, at)
			from = at
		default:
			at++
		}
	}
	return s.close(&b, from, at)
}

// close ends a quoted scalar; an empty one keeps the place between its quotes.
func (s *stream) close(b *source.Builder, from, at int) source.Text {
	if from < at || b.Len() == 0 {
		b.Copy(s.Text, from, at)
	}
	return b.Text()
}

// double reads the inside of a double-quoted scalar.
func (s *stream) double(at int) source.Text {
	text := s.String()
	var b source.Builder
	from := at
	for at < len(text) && text[at] != '"' {
		switch text[at] {
		case '\\':
			if from < at {
				b.Copy(s.Text, from, at)
			}
			at = s.escape(&b, at)
			from = at
		case '\n', '\r':
			if keep := len(strings.TrimRight(text[from:at], " \t")); keep > 0 {
				b.Copy(s.Text, from, from+keep)
			}
			at = s.lineBreak(&b, at)
			from = at
		default:
			at++
		}
	}
	return s.close(&b, from, at)
}

var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
	' ': " ", '"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escape decodes what stands behind a backslash, and returns where it ends.
func (s *stream) escape(b *source.Builder, at int) int {
	text := s.String()
	if at+1 >= len(text) {
		return at + 1
	}
	c := text[at+1]
	if c == '\n' || c == '\r' { // the line goes on
		return skip(text, nextLine(text, at+1), " \t")
	}
	if digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]; digits > 0 && at+2+digits <= len(text) {
		var r rune
		for _, d := range text[at+2 : at+2+digits] {
			r = r<<4 | rune(strings.IndexRune("0123456789abcdef", d|0x20))
		}
		b.Decode(string(r), s.SpanOf(at, at+2+digits))
		return at + 2 + digits
	}
	b.Decode(escapes[c], s.SpanOf(at, at+2))
	return at + 2
}

// span returns the place of a node as a whole.
func (s *stream) span(n *node) source.Span {
	if n.Kind == yaml.ScalarNode {
		return s.scalar(n).Span()
	}
	start := s.offset(n.Line, n.Column)
	out := s.SpanOf(start, start)
	if len(n.Content) > 0 {
		last := n.Content[len(n.Content)-1]
		if last.Kind != yaml.AliasNode {
			out.End = max(out.End, s.span(last).End)
		} else {
			at := s.offset(last.Line, last.Column)
			out.End = max(out.End, s.SpanOf(at, at+1+len(last.Value)).End)
		}
	}
	return out
}
