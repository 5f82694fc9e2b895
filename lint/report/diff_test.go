package report_test

import (
	"bytes"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/report"
)

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
}
