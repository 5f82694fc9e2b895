package report

import (
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/torchserve-lint/tslint/lint/source"
)

// snippet writes the line that a place is on, or the first of its lines, with carets under it.
func (p *printer) snippet(s source.Span, color string) {
	if s.File == nil || s.File.Data == "" {
		return
	}
	n, _ := s.File.Line(s.Start)
	line, from := s.File.Source(s.Start)
	lo := min(s.Start-from, len(line))
	hi := min(max(s.End-from, lo), len(line))
	line, lo, hi = cut(printable(line, lo, hi), p.style.Width)
	p.print("%5d | %s\n      | %s%s\n", n, line, blanks(line[:lo]), p.paint(color, strings.Repeat("^", max(1, columns(line[lo:hi])))))
}

// terminal is how wide characters are, whatever the locale: reports are the same everywhere.
func terminal() *runewidth.Condition { return &runewidth.Condition{StrictEmojiNeutral: true} }

func columns(s string) int { return terminal().StringWidth(s) }

// blanks returns what leads as far to the right as s does. Tabs stay: how wide they are depends
// on who shows them.
func blanks(s string) string {
	parts := strings.Split(s, "\t")
	for i, part := range parts {
		parts[i] = strings.Repeat(" ", columns(part))
	}
	return strings.Join(parts, "\t")
}

// A marked is a line with the part of it that matters.
type marked struct {
	line   string
	lo, hi int
}

// printable replaces what would disturb a terminal; offsets move along.
func printable(line string, lo, hi int) marked {
	before, at, after := clean(line[:lo]), clean(line[lo:hi]), clean(line[hi:])
	return marked{before + at + after, len(before), len(before) + len(at)}
}

func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f || r == '\uFFFD' || r >= 0x80 && r < 0xa0 {
			return '·'
		}
		return r
	}, s)
}

// plain makes one printable line of what a file says.
func plain(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if len(lines) > 1 {
			line = strings.TrimSpace(line)
		}
		lines[i] = strings.ReplaceAll(line, "\t", " ")
	}
	return clean(strings.Join(lines, " "))
}

// cut shortens a line to a width, around the part that matters.
func cut(m marked, width int) (line string, lo, hi int) {
	if columns(m.line) <= width {
		return m.line, m.lo, m.hi
	}
	t := terminal()
	before, after := m.line[:m.lo], m.line[m.hi:]
	at := t.Truncate(m.line[m.lo:m.hi], width*2/3, "")
	room := max(0, width-columns(at)-2)
	left, right := columns(before), columns(after)
	if left > room/2 {
		left = min(left, max(room/2, room-right))
	}
	right = min(right, room-left)
	head, tail := "", ""
	if left < columns(before) {
		head = "…"
	}
	if right < columns(after) || m.lo+len(at) < m.hi {
		tail = "…"
	}
	head += t.TruncateLeft(before, columns(before)-left, "")
	return head + at + t.Truncate(after, right, "") + tail, len(head), len(head) + len(at)
}
