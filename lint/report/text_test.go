package report_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/report"
	"github.com/torchserve-lint/tslint/lint/source"
)

// span returns where a word stands in a file.
func span(f *source.File, word string) source.Span {
	at := strings.Index(f.Data, word)
	return source.Span{File: f, Start: at, End: at + len(word)}
}

// finding returns a finding about a word in a file.
func finding(f *source.File, word string) *lint.Finding {
	return &lint.Finding{
		Rule: "queue-short", Severity: lint.Warning, Message: "the queue is short",
		At: model.Citation{Origin: model.Origin{Key: "job_queue_size", Span: span(f, word)}, Text: word},
	}
}

func text(t *testing.T, s report.Style, findings ...*lint.Finding) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Text(&b, findings, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Carets stand under what they point at, in columns of a terminal.
func TestCarets(t *testing.T) {
	tests := []struct{ name, data, word, line, carets string }{
		{"plain", "queue=10\n", "10", "queue=10", "      ^^"},
		{"last line without an end", "a=1\nqueue=10", "10", "queue=10", "      ^^"},
		{"carriage return", "queue=10\r\nb=2\r\n", "10", "queue=10", "      ^^"},
		{"CJK before", "日本: 10\n", "10", "日本: 10", "      ^^"},
		{"CJK itself", "k: 日本\n", "日本", "k: 日本", "   ^^^^"},
		{"emoji", "🚀: 10\n", "10", "🚀: 10", "    ^^"},
		{"emoji of several", "👩\u200d💻: 10\n", "10", "👩\u200d💻: 10", "    ^^"},
		{"accent as a character of its own", "e\u0301: 10\n", "10", "e\u0301: 10", "   ^^"},
		{"tabs stay", "\tk:\t10\n", "10", "\tk:\t10", "\t  \t^^"},
		{"nothing there", "k:\n", "", "k:", "^"},
		{"escape codes", "k\x1b[31m: 10\n", "10", "k·[31m: 10", "        ^^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Split(text(t, report.Style{}, finding(source.NewFile("a.yaml", tt.data), tt.word)), "\n")
			if _, line, _ := strings.Cut(got[1], " | "); line != tt.line {
				t.Errorf("line %q, want %q", line, tt.line)
			}
			if carets := strings.TrimPrefix(got[2], "      | "); carets != tt.carets {
				t.Errorf("carets %q, want %q", carets, tt.carets)
			}
		})
	}
}

// A long line is cut around what matters, to the width that there is.
func TestLongLine(t *testing.T) {
	for _, pad := range []string{"x", "日", "🚀"} {
		for _, data := range []string{
			strings.Repeat(pad, 300) + "NEEDLE" + strings.Repeat(pad, 300),
			"NEEDLE" + strings.Repeat(pad, 300),
			strings.Repeat(pad, 300) + "NEEDLE",
		} {
			got := strings.Split(text(t, report.Style{Width: 40}, finding(source.NewFile("a.yaml", data), "NEEDLE")), "\n")
			line, carets := strings.TrimPrefix(got[1], "    1 | "), strings.TrimPrefix(got[2], "      | ")
			if w := runewidth.StringWidth(line); w > 40 || w < 36 {
				t.Errorf("%d columns: %s", w, line)
			}
			at := strings.Index(line, "NEEDLE")
			if at < 0 || runewidth.StringWidth(line[:at])+6 != len(carets) || !strings.HasSuffix(carets, " ^^^^^^") && carets != "^^^^^^" {
				t.Errorf("carets are not under it:\n%s\n%s", line, carets)
			}
		}
	}
	whole := text(t, report.Style{Width: 40}, finding(source.NewFile("a.yaml", strings.Repeat("é", 5000)), strings.Repeat("é", 5000)))
	if !utf8.ValidString(whole) || strings.Count(whole, "^") != 26 { // two thirds of 40
		t.Errorf("got %q", whole)
	}
}

// A report does not depend on the locale of who runs it.
func TestLocale(t *testing.T) {
	f := finding(source.NewFile("a.yaml", "§…: 10\n"), "10")
	want := text(t, report.Style{}, f)
	old := runewidth.DefaultCondition.EastAsianWidth
	runewidth.DefaultCondition.EastAsianWidth = !old
	defer func() { runewidth.DefaultCondition.EastAsianWidth = old }()
	if got := text(t, report.Style{}, f); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What a file says can neither break a line nor speak to the terminal.
func TestOneLine(t *testing.T) {
	file := source.NewFile("a.yaml", "queue: 10\nworkers: 2\n")
	f := finding(file, "10")
	f.Message = "the queue\nof \x1b[2Jmodel is short"
	f.Because = []model.Citation{{Origin: model.Origin{Key: "workers", Span: span(file, "2")}, Text: "2\r\n3\x1b]0;"}}
	var b bytes.Buffer
	if err := report.Compact(&b, []*lint.Finding{f, finding(file, "2")}, report.Style{}); err != nil {
		t.Fatal(err)
	}
	const want = "a.yaml:1:8: warning: the queue of ·[2Jmodel is short [queue-short]\na.yaml:2:10: warning: the queue is short [queue-short]\n"
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b.String(), want)
	}
	got := text(t, report.Style{}, f)
	if strings.Contains(got, "\x1b") || !strings.Contains(got, "  a.yaml:2:10: workers = 2 3·]0;\n") {
		t.Errorf("got %q", got)
	}
}

// A default is told by its reason, an embedded place by its manifest and the line within.
func TestRelated(t *testing.T) {
	file := source.NewFile("cm.yaml", "data:\n  config.properties: |\n    # ours\n    job_queue_size=10\n")
	start := strings.Index(file.Data, "    # ours")
	file.Mark(source.Mark{Start: start, End: len(file.Data), Object: source.Object{Kind: "ConfigMap", Name: "ts"}, Key: "config.properties"})
	f := finding(file, "10")
	f.Because = []model.Citation{{Origin: model.Origin{Key: "batchSize", Why: "default, TorchServe 0.9.0"}, Text: "1"}}
	f.Help = "raise it"
	const want = `cm.yaml:4:20: warning: the queue is short [queue-short]
    4 |     job_queue_size=10
      |                    ^^
  at config.properties:2 in ConfigMap ts
  default, TorchServe 0.9.0: batchSize = 1
  help: raise it
`
	if got := text(t, report.Style{}, f); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
