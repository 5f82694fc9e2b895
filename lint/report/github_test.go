package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/report"
	"github.com/torchserve-lint/tslint/lint/source"
)

func github(t *testing.T, findings ...*lint.Finding) []string {
	t.Helper()
	var b bytes.Buffer
	if err := report.GitHub(&b, findings); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// The runner splits properties at commas and commands at colons, and decodes %25, %0D, %0A, %3A and
// %2C: what a user named must not become a command.
func TestGitHubEscapes(t *testing.T) {
	file := source.NewFile("a,b:c%.yaml", "queue: 10\n")
	f := finding(file, "10")
	f.Message = "100% of\r\n::error::requests, or: all"
	f.Help = "raise it"
	f.Because = []model.Citation{{Origin: model.Origin{Key: "batchSize", Why: "default, TorchServe 0.9.0"}, Text: "1"}}
	got := github(t, f)
	const want = "::warning file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=8,endColumn=10,title=queue-short::" +
		"100%25 of%0D%0A::error::requests, or: all%0Adefault, TorchServe 0.9.0: batchSize = 1%0Ahelp: raise it"
	if len(got) != 1 || got[0] != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

// Columns hold within one line; a place of several lines has none.
func TestGitHubLines(t *testing.T) {
	got := github(t, finding(source.NewFile("a.yaml", "a:\n  b: 1\n  c: 2\n"), "b: 1\n  c"))
	if !strings.HasPrefix(got[0], "::warning file=a.yaml,line=2,endLine=3,title=queue-short::") {
		t.Errorf("got %s", got[0])
	}
}

// GitHub shows ten annotations of a level: errors come first, and what is not shown is counted.
func TestGitHubLimit(t *testing.T) {
	var findings []*lint.Finding
	for i := range 12 {
		f := finding(source.NewFile(fmt.Sprintf("%02d.yaml", i), "queue: 10\n"), "10")
		findings = append(findings, f)
	}
	worst := finding(source.NewFile("z.yaml", "queue: 10\n"), "10")
	worst.Severity = lint.Error
	hint := finding(source.NewFile("z.yaml", "queue: 10\n"), "10")
	hint.Severity = lint.Info
	got := github(t, append(findings, hint, worst)...)
	if len(got) != 13 || !strings.HasPrefix(got[0], "::error file=z.yaml,") || !strings.HasPrefix(got[10], "::warning file=09.yaml,") ||
		!strings.HasPrefix(got[11], "::notice file=z.yaml,") || got[12] != "::notice title=tslint::2 more of severity warning are not shown here" {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
