package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/report"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/rules"
)

const app = `apiVersion: v1
kind: ConfigMap
metadata: {name: ts-config}
data:
  config.properties: |
    load_models=m.mar
    default_workers_per_model=1
    # tslint:ignore bool-value-malformed -- a test
    enable_metrics_api=yes
    job_queue_size=x
---
apiVersion: v1
kind: Pod
metadata: {name: ts}
spec:
  containers:
  - name: ts
    image: pytorch/torchserve:0.11.1-cpu
    args: [torchserve, --start, --ts-config, /c/config.properties]
    readinessProbe: {httpGet: {path: /ping, port: 8080}}
    volumeMounts: [{name: c, mountPath: /c}]
  volumes: [{name: c, configMap: {name: ts-config}}]
`

func linted(t *testing.T, files fstest.MapFS) *lint.Result {
	t.Helper()
	res, err := lint.Run(t.Context(), rules.All, lint.Options{FS: files})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestSchema holds what is written for programs to schema.json, and to what it means.
func TestSchema(t *testing.T) {
	res := linted(t, fstest.MapFS{"app.yaml": {Data: []byte(app)}, "broken.yaml": {Data: []byte("apiVersion: v1\nkind: Pod\na: {{ .x }}\n")}})
	var b bytes.Buffer
	if err := report.JSON(&b, report.Run{Result: res, Version: "1.2.3", ExitCode: 1, Errors: []string{"a rule failed"}}); err != nil {
		t.Fatal(err)
	}
	compiled, err := jsonschema.NewCompiler().Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(doc); err != nil {
		t.Error(err)
	}
	type location struct {
		File       string
		Start, End struct{ Line, Column, Byte int }
		Embedded   *struct {
			Key  string
			Line int
		}
	}
	var out struct {
		Findings []struct {
			Rule, Level, Origin string
			Location            *location
			Related             []struct {
				Key, Origin string
				Location    *location
			}
		}
		Suppressed []struct{ Rule, Reason string }
		NotLooked  []struct{ File string }
	}
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if len(out.Suppressed) != 1 || out.Suppressed[0].Rule != "bool-value-malformed" || out.Suppressed[0].Reason != "a test" {
		t.Errorf("suppressed %v", out.Suppressed)
	}
	if len(out.NotLooked) != 1 || out.NotLooked[0].File != "broken.yaml" {
		t.Errorf("not looked at %v", out.NotLooked)
	}
	got := map[string]string{}
	for _, f := range out.Findings {
		l := f.Location
		text := fmt.Sprintf("%s %s:%d:%d-%d", f.Level, l.File, l.Start.Line, l.Start.Column, l.End.Column)
		if l.Embedded != nil {
			text += fmt.Sprintf(" %s:%d", l.Embedded.Key, l.Embedded.Line)
		}
		for _, r := range f.Related {
			if r.Location == nil {
				text += ", " + r.Key + " " + r.Origin
			}
		}
		got[f.Rule] = strings.TrimSpace(text + " " + f.Origin)
	}
	for rule, want := range map[string]string{
		"int-value-malformed": "error app.yaml:10:20-21 config.properties:5",
		"token-auth-blocks":   "error app.yaml:19:12-66 default, TorchServe 0.11.1",
	} {
		if got[rule] != want {
			t.Errorf("%s: %q, want %q", rule, got[rule], want)
		}
	}
}

func finding(name, text string, lo, hi int) *lint.Finding {
	span := source.Span{File: source.NewFile(name, text), Start: lo, End: hi}
	return &lint.Finding{Rule: "some-rule", Severity: lint.Error, Message: "100 % wrong", At: model.Citation{Origin: model.Origin{Span: span}}, Help: "a\r\nb: c, d"}
}

// TestGitHub escapes what would end a command or a property.
func TestGitHub(t *testing.T) {
	var b bytes.Buffer
	if err := report.GitHub(&b, []*lint.Finding{finding("a,b:c%.yaml", "k: v\n", 3, 4)}); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=4,endColumn=5,title=some-rule::100 %25 wrong%0Ahelp: a%0D%0Ab: c, d\n"
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b.String(), want)
	}
}

// TestGitHubMany writes ten of a level, errors first, and says how many there are beyond.
func TestGitHubMany(t *testing.T) {
	var all []*lint.Finding
	for i := range 25 {
		f := finding("a.yaml", "k: v\n", 3, 4)
		if i < 13 {
			f.Severity = lint.Warning
		}
		all = append(all, f)
	}
	var b bytes.Buffer
	if err := report.GitHub(&b, all); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	if strings.Count(s, "::error ") != 10 || strings.Count(s, "::warning ") != 10 || strings.Index(s, "::warning ") < strings.LastIndex(s, "::error ") {
		t.Errorf("got %s", s)
	}
	for _, want := range []string{"2 more of severity error", "3 more of severity warning"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in %s", want, s)
		}
	}
}

// TestCarets puts them under what is meant, whatever stands before it.
func TestCarets(t *testing.T) {
	long := strings.Repeat("x", 300)
	for name, c := range map[string]struct {
		text, at string
		want     string
	}{
		"plain":                  {"key: value\n", "value", "    1 | key: value\n      |      ^^^^^\n"},
		"wide":                   {"名前: value\n", "value", "    1 | 名前: value\n      |       ^^^^^\n"},
		"wide itself":            {"k: 模型\n", "模型", "    1 | k: 模型\n      |    ^^^^\n"},
		"tab":                    {"\tk: v\n", "v", "    1 | \tk: v\n      | \t   ^\n"},
		"CRLF":                   {"a: b\r\nk: v\r\n", "v", "    2 | k: v\n      |    ^\n"},
		"no newline at the end":  {"k: v", "v", "    1 | k: v\n      |    ^\n"},
		"control characters":     {"k: \x1b[31mv\n", "v", "    1 | k: ·[31mv\n      |         ^\n"},
		"a long line, in middle": {long + "v" + long, "v", "    1 | …" + long[:58] + "v" + long[:59] + "…\n      | " + strings.Repeat(" ", 59) + "^\n"},
	} {
		lo := strings.Index(c.text, c.at)
		var b bytes.Buffer
		if err := report.Text(&b, []*lint.Finding{finding("a.yaml", c.text, lo, lo+len(c.at))}, report.Style{}); err != nil {
			t.Fatal(err)
		}
		_, snippet, _ := strings.Cut(b.String(), "[some-rule]\n")
		snippet, _, _ = strings.Cut(snippet, "  help:")
		if snippet != c.want {
			t.Errorf("%s: got\n%swant\n%s", name, snippet, c.want)
		}
	}
}

// TestCompact is one line a finding.
func TestCompact(t *testing.T) {
	var b bytes.Buffer
	if err := report.Compact(&b, []*lint.Finding{finding("a.yaml", "k: v\n", 3, 4)}, report.Style{}); err != nil {
		t.Fatal(err)
	}
	if want := "a.yaml:1:4: error: 100 % wrong [some-rule]\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

// TestDiff is taken by patch: names, hunks, and what has no newline at its end.
func TestDiff(t *testing.T) {
	var b bytes.Buffer
	if err := report.Diff(&b, []lint.Change{{Name: "a.properties", Before: "x=1 \ny=2", After: "x=1\ny=2"}}, report.Style{}); err != nil {
		t.Fatal(err)
	}
	want := "--- a.properties\n+++ a.properties\n@@ -1,2 +1,2 @@\n-x=1 \n+x=1\n y=2\n\\ No newline at end of file\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	if _, err := os.Stat("a.properties"); err == nil {
		t.Error("a file was written")
	}
}
