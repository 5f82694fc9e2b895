package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/report"
	"golang.org/x/term"
)

// An output is one report: a format, and the file that it goes to; empty: standard output.
type output struct{ format, file string }

var formatNames = []string{"text", "compact", "json", "github"}

func parseFormats(specs []string) (out []output, err error) {
	if len(specs) == 0 {
		return []output{{"text", ""}}, nil
	}
	plain := 0
	files := map[string]bool{}
	for _, s := range specs {
		name, file, toFile := strings.Cut(s, "=")
		if !slices.Contains(formatNames, name) {
			hint := "formats: " + strings.Join(formatNames, ", ")
			if near := lint.Nearest(name, formatNames); near != "" {
				hint = "did you mean " + near + "?"
			}
			return nil, misuse(hint, "there is no format %s", name)
		}
		if toFile && file == "" {
			return nil, misuse("write "+name+"=FILE", "-f %s names no file", s)
		}
		if files[file] && toFile {
			return nil, misuse("give each a file of its own", "several formats go to %s", file)
		}
		files[file] = true
		if !toFile {
			plain++
		}
		out = append(out, output{name, file})
	}
	if plain > 1 {
		return nil, misuse("give all but one a file: -f json=out.json", "several formats go to standard output")
	}
	return out, nil
}

// style decides on colour and width by the flags, the environment and the terminal.
func (o *options) style(std streams) (report.Style, error) {
	s := report.Style{}
	file, isFile := std.out.(*os.File)
	terminal := isFile && term.IsTerminal(int(file.Fd()))
	if terminal {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil {
			s.Width = max(20, width-8) // beside the number of the line
		}
	}
	switch o.color {
	case "always":
		s.Color = true
	case "never":
	case "auto":
		forced := os.Getenv("FORCE_COLOR")
		s.Color = os.Getenv("NO_COLOR") == "" && (forced != "" && forced != "0" || terminal && os.Getenv("TERM") != "dumb")
	default:
		return s, misuse("use auto, always or never", "--color %s is not known", o.color)
	}
	return s, nil
}

// write writes each report to where it goes. Files have no colour.
func write(std streams, outputs []output, r report.Run, style report.Style) error {
	for _, out := range outputs {
		if out.file == "" {
			if err := render(std.out, out.format, r, style); err != nil {
				return &exit{code: unchecked, err: err}
			}
			continue
		}
		f, err := os.Create(out.file)
		if err != nil {
			return &exit{code: unchecked, err: err}
		}
		err = render(f, out.format, r, report.Style{})
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return &exit{code: unchecked, err: err}
		}
	}
	return nil
}

func render(w io.Writer, format string, r report.Run, style report.Style) error {
	b := bufio.NewWriterSize(w, 64<<10)
	var err error
	switch format {
	case "text":
		err = report.Text(b, r.Findings, style)
	case "compact":
		err = report.Compact(b, r.Findings, style)
	case "json":
		err = report.JSON(b, r)
	case "github":
		err = report.GitHub(b, r.Findings)
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

// asked returns what was named on the command line, without which a run has failed.
func asked(skips []load.Skip) []load.Skip {
	return slices.DeleteFunc(slices.Clone(skips), func(s load.Skip) bool { return !s.Asked })
}

func skipped(w io.Writer, skips []load.Skip) {
	for _, s := range skips {
		fmt.Fprintf(w, "not looked at: %s (%s)\n", s.Name, s.Why)
	}
}

// footer says in words what the run came to, and what was not looked at.
func footer(w io.Writer, o *options, r report.Run, paths []string, took time.Duration) {
	skipped(w, r.Skipped)
	if r.Files == 0 {
		where := strings.Join(paths, " ")
		if where == "" {
			where = "."
		}
		fmt.Fprintf(w, "nothing to lint in %s\n", where)
		return
	}
	files := map[string]bool{}
	fixable := 0
	for _, f := range r.Findings {
		if s := f.At.Place(); s.File != nil {
			files[s.File.Name] = true
		}
		if f.Fix != nil {
			fixable++
		}
	}
	line := fmt.Sprintf("%s, %s", count(r.Count(lint.Error), "error"), count(r.Count(lint.Warning), "warning"))
	if n := r.Count(lint.Info); n > 0 {
		line += fmt.Sprintf(", %d info", n)
	}
	if len(r.Findings) == 0 {
		line = fmt.Sprintf("no findings in %s", count(r.Files, "file"))
	} else {
		line += fmt.Sprintf(" in %d of %s", len(files), count(r.Files, "file"))
	}
	if len(r.Suppressed) > 0 {
		line += fmt.Sprintf("; %d suppressed", len(r.Suppressed))
	}
	if fixable > 0 {
		line += fmt.Sprintf("; %d with a fix: tslint fix", fixable)
	}
	fmt.Fprintln(w, line)
	if o.verbose {
		fmt.Fprintf(w, "%s ran on %s in %s\n", count(len(r.Rules), "rule"), count(r.Servers, "outcome"), took.Round(time.Millisecond))
	}
}
