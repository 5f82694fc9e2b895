package report_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/report"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/rules"
)

// document writes a run as JSON, and holds it to the schema.
func document(t *testing.T, r report.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%v\n%s", err, b.String())
	}
	return b.Bytes()
}

// findings returns the findings of a document, as they are written.
func findings(t *testing.T, doc []byte, list string) []string {
	t.Helper()
	var all map[string]json.RawMessage
	var found []json.RawMessage
	if err := json.Unmarshal(doc, &all); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(all[list], &found); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		out = append(out, string(f))
	}
	return out
}

func has(t *testing.T, doc string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(doc, part) {
			t.Errorf("no %s in\n%s", part, doc)
		}
	}
}

// Columns count characters, bytes count bytes; an embedded file's place is the manifest's, with the
// key and the line within beside it; what nothing spells has no location.
func TestJSON(t *testing.T) {
	file := source.NewFile("cm.yaml", "data:\n  config.properties: |\n    # ours\n    # é\tjob_queue_size=10\n")
	mark := source.Mark{Start: strings.Index(file.Data, "    # ours"), End: len(file.Data), Object: source.Object{Kind: "ConfigMap", Namespace: "ml", Name: "ts"}, Key: "config.properties"}
	file.Mark(mark)
	f := finding(file, "10")
	f.Message = "a < b & \"c\"\n"
	f.Because = []model.Citation{{Origin: model.Origin{Key: "batchSize", Why: "default, TorchServe 0.9.0"}, Text: "1"}}
	f.Fix = &lint.Fix{Title: "queue more", Kind: lint.Safe, Edits: []source.Edit{{Span: f.At.Span, New: "100"}}}
	quiet := &lint.Suppressed{Finding: finding(file, "10"), Reason: "known", Until: time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)}
	doc := document(t, report.Run{
		Result: &lint.Result{
			Findings: []*lint.Finding{f}, Suppressed: []*lint.Suppressed{quiet}, Files: 3,
			Skipped: []load.Skip{{Name: "old.conf", Why: "not recognised"}},
			Rules:   []*lint.Rule{{Meta: lint.Meta{ID: "queue-short", Family: "queue"}}},
		},
		Version: "1.0.0", ExitCode: 1, Errors: []string{"it broke"},
	})
	has(t, string(doc), `{"schemaVersion":1,"tool":{"name":"tslint","version":"1.0.0"},`,
		`"summary":{"error":0,"warning":1,"info":0,"files":3,"suppressed":1,"baselined":0,"exitCode":1}`,
		`"notLooked":[{"file":"old.conf","why":"not recognised"}],"errors":["it broke"]}`)
	has(t, findings(t, doc, "findings")[0], `"rule":"queue-short","family":"queue","level":"warning","message":"a < b & \"c\"\n"`,
		// "data:\n" 6, the key 23, "    # ours\n" 11, then "    # é\tjob_queue_size=" is 23 characters in 24 bytes
		`"location":{"file":"cm.yaml","start":{"line":4,"column":24,"byte":64},"end":{"line":4,"column":26,"byte":66},"key":"job_queue_size",`+
			`"object":{"kind":"ConfigMap","namespace":"ml","name":"ts"},"embedded":{"key":"config.properties","line":2}}`,
		`"related":[{"key":"batchSize","value":"1","origin":"default, TorchServe 0.9.0","location":null}]`,
		`"fixes":[{"title":"queue more","kind":"safe","edits":[{"file":"cm.yaml","startByte":64,"endByte":66,"newText":"100"}]}]`)
	has(t, findings(t, doc, "suppressed")[0], `"reason":"known","until":"2027-03-01"`)
}

// A run without findings has empty lists, never null.
func TestJSONEmpty(t *testing.T) {
	doc := document(t, report.Run{Result: &lint.Result{}, Version: "devel"})
	has(t, string(doc), `"findings":[],"suppressed":[],"notLooked":[],"errors":[]}`)
}

// The schema is one that refuses.
func TestSchemaRefuses(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{`{}`, `{"schemaVersion": 2}`, `[]`} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(doc) == nil {
			t.Errorf("%s holds", bad)
		}
	}
}

// What the rules say of a real deployment holds to the schema, and is the same in every run.
func TestJSONOfRun(t *testing.T) {
	files := fstest.MapFS{
		"app.yaml": {Data: []byte(`apiVersion: v1
kind: ConfigMap
metadata: {name: ts}
data:
  config.properties: |
    # tslint:ignore int-value-malformed until=2999-01-01 -- known
    default_response_timeout=abc
    job_queue_size=abc
`)},
		"notes.bin": {Data: []byte("\x00\x01")},
	}
	run := func() []byte {
		res, err := lint.Run(t.Context(), rules.All, lint.Options{FS: files, Today: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		return document(t, report.Run{Result: res, Version: "devel", ExitCode: 1})
	}
	doc := run()
	for _, f := range findings(t, doc, "findings") {
		if strings.Contains(f, `"rule":"int-value-malformed"`) {
			has(t, f, `"family":"config"`, `"start":{"line":8,"column":20,`, `"embedded":{"key":"config.properties","line":3}`)
		}
	}
	if n := len(findings(t, doc, "suppressed")); n != 1 {
		t.Errorf("%d suppressed, want 1", n)
	}
	has(t, string(doc), `"rule":"int-value-malformed"`)
	if !bytes.Equal(doc, run()) {
		t.Error("two runs differ")
	}
}
