package report

import (
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/torchserve-lint/tslint/lint"
)

// Diff writes changes of files as a unified diff that patch -p0 takes.
func Diff(w io.Writer, changes []lint.Change, s Style) error {
	p := &printer{w: w, style: s}
	for _, c := range changes {
		for line := range strings.Lines(udiff.Unified(c.Name, c.Name, c.Before, c.After)) {
			p.diffLine(line)
		}
	}
	return p.err
}

func (p *printer) diffLine(line string) {
	color := map[byte]string{'-': red, '+': green, '@': cyan}[line[0]]
	if strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ ") {
		color = bold
	}
	text := strings.TrimSuffix(line, "\n")
	if color != "" {
		text = p.paint(color, text)
	}
	p.print("%s\n", text)
}
