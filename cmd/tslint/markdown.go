package main

import (
	"bytes"
	"strings"
)

// markdown prints the Markdown of our pages for a terminal: headings, code, lists and text. In
// pipes it stays as it is, which reads well.
func markdown(b *bytes.Buffer, text string, color bool) {
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		fence := strings.HasPrefix(line, "```")
		switch {
		case fence:
			code = !code
			line = paint(color, "2", line)
		case code:
			line = paint(color, "36", line)
		case strings.HasPrefix(line, "#"):
			line = paint(color, "1;4", strings.TrimLeft(line, "# "))
			if !color {
				line = "# " + line
			}
		default:
			line = spans(line, color)
		}
		b.WriteString(line + "\n")
	}
}

// spans colours what stands between backticks.
func spans(line string, color bool) string {
	if !color {
		return line
	}
	parts := strings.Split(line, "`")
	for i := 1; i < len(parts); i += 2 {
		parts[i] = paint(true, "36", parts[i])
	}
	return strings.Join(parts, "")
}

func paint(color bool, code, text string) string {
	if !color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
