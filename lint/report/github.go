package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
)

// perLevel is how many annotations of a level GitHub shows for one step.
const perLevel = 10

// GitHub writes workflow commands, which GitHub Actions turns into annotations: errors first, as
// many of each level as are shown, and how many there are beyond.
func GitHub(w io.Writer, findings []*lint.Finding) error {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b *lint.Finding) int { return int(b.Severity) - int(a.Severity) })
	count := map[lint.Severity]int{}
	for _, f := range sorted {
		if count[f.Severity]++; count[f.Severity] > perLevel {
			continue
		}
		if _, err := fmt.Fprintln(w, annotation(f)); err != nil {
			return err
		}
	}
	for _, s := range []lint.Severity{lint.Error, lint.Warning, lint.Info} {
		if more := count[s] - perLevel; more > 0 {
			if _, err := fmt.Fprintf(w, "::notice title=tslint::%d more of severity %s are not shown here\n", more, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func annotation(f *lint.Finding) string {
	level := map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "notice"}[f.Severity]
	text := f.Message
	for _, c := range f.Because {
		why := c.String()
		if c.Span.File == nil && why == "" {
			why = "not written"
		}
		text += fmt.Sprintf("\n%s: %s = %s", why, c.Key, c.Text)
	}
	if f.Help != "" {
		text += "\nhelp: " + f.Help
	}
	place := ""
	if s := f.At.Place(); s.File != nil {
		line, col := s.File.Line(s.Start)
		endLine, endCol := s.File.Line(s.End)
		place = fmt.Sprintf("file=%s,line=%d,endLine=%d,", property(s.File.Name), line, endLine)
		if line == endLine { // GitHub takes columns on one line only
			place += fmt.Sprintf("col=%d,endColumn=%d,", col, max(col, endCol))
		}
	}
	return fmt.Sprintf("::%s %stitle=%s::%s", level, place, property(f.Rule), data(text))
}

func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
