package syntax

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// block reads the lines of a literal or folded block scalar, whose header stands at a
// place, without their indentation.
func (s *stream) block(at int, n *node) source.Text {
	text := s.String()
	header := text[at:lineEnd(text, at)]
	at = nextLine(text, at+len(header))
	indent := s.blockIndent(header, at, n)
	var b source.Builder
	for at < len(text) {
		end := lineEnd(text, at)
		next := nextLine(text, end)
		line := text[at:end]
		blank := strings.TrimLeft(line, " ") == ""
		if !blank && len(line)-len(strings.TrimLeft(line, " ")) < indent {
			break
		}
		if next == end+1 && text[end] == '\n' || next == end {
			b.Copy(s.Text, min(at+indent, end), next)
		} else {
			b.Copy(s.Text, min(at+indent, end), end)
			b.Decode("\n", s.SpanOf(end, next))
		}
		at = next
	}
	t := b.Text()
	if n.Style&yaml.FoldedStyle != 0 {
		t = fold(t)
	}
	for len(t.String()) > len(n.Value) && strings.HasSuffix(t.String(), "\n") {
		t = t.Cut(0, len(t.String())-1)
	}
	return t
}

// blockIndent is how far the lines of a block are indented: as its header says, relative to what
// it stands in, else as its first line with text is.
func (s *stream) blockIndent(header string, at int, n *node) int {
	text := s.String()
	first := -1
	for from := at; from < len(text); from = nextLine(text, lineEnd(text, from)) {
		line := text[from:lineEnd(text, from)]
		if strings.TrimSpace(line) != "" {
			first = len(line) - len(strings.TrimLeft(line, " "))
			break
		}
	}
	if i := strings.IndexAny(header, "123456789"); i >= 0 && i <= 2 && first >= 0 {
		value := strings.TrimLeft(n.Value, "\n") // the value's own leading blanks are not indentation
		return max(0, first-(len(value)-len(strings.TrimLeft(value, " "))))
	}
	return max(first, 0)
}

// fold joins the lines of a folded block: one line end between two lines of text is a blank,
// more are one fewer; lines that begin with a blank keep theirs.
func fold(t source.Text) source.Text {
	str := t.String()
	var b source.Builder
	for at := 0; at < len(str); {
		end := indexFrom(str, at, "\n")
		b.Copy(t, at, end)
		breaks := len(str[end:]) - len(strings.TrimLeft(str[end:], "\n"))
		next := end + breaks
		if breaks == 0 {
			break
		}
		more := func(line string) bool { return strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") }
		switch {
		case next >= len(str) || end == at || more(str[at:end]) || more(str[next:]):
			b.Decode(str[end:next], t.SpanOf(end, next))
		case breaks == 1:
			b.Decode(" ", t.SpanOf(end, next))
		default:
			b.Decode(str[end+1:next], t.SpanOf(end, next))
		}
		at = next
	}
	return b.Text()
}
