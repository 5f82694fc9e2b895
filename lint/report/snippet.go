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
	blank := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, wide(line[:lo]))
	carets := strings.Repeat("^", max(1, runewidth.StringWidth(line[lo:hi])))
	p.print("%5d | %s\n      | %s%s\n", n, line, blank, p.paint(color, carets))
}

// wide puts a blank behind each character that takes two columns.
func wide(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
		if runewidth.RuneWidth(r) == 2 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// A marked is a line with the part of it that matters.
type marked struct {
	line   string
	lo, hi int
}

// printable replaces what would disturb a terminal; offsets move along.
func printable(line string, lo, hi int) marked {
	clean := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r < ' ' && r != '\t' || r == 0x7f || r == '\uFFFD' || r >= 0x80 && r < 0xa0 {
				return '·'
			}
			return r
		}, s)
	}
	before, at, after := clean(line[:lo]), clean(line[lo:hi]), clean(line[hi:])
	return marked{before + at + after, len(before), len(before) + len(at)}
}

// cut shortens a line to a width, around the part that matters.
func cut(m marked, width int) (line string, lo, hi int) {
	if runewidth.StringWidth(m.line) <= width {
		return m.line, m.lo, m.hi
	}
	before, at, after := []rune(m.line[:m.lo]), []rune(m.line[m.lo:m.hi]), []rune(m.line[m.hi:])
	at = at[:min(len(at), width*2/3)]
	room := max(0, width-len(at)-2)
	left, right := len(before), len(after)
	if left > room/2 {
		left = min(left, max(room/2, room-right))
	}
	right = min(right, room-left)
	head, tail := "", ""
	if left < len(before) {
		head = "…"
	}
	if right < len(after) || m.lo+len(string(at)) < m.hi {
		tail = "…"
	}
	head += string(before[len(before)-left:])
	return head + string(at) + string(after[:right]) + tail, len(head), len(head) + len(string(at))
}
