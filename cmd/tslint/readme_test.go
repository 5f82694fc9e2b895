package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestREADME holds the README's output and its table of rules to what tslint prints.
func TestREADME(t *testing.T) {
	const name = "../../README.md"
	t.Chdir("../..")
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	output := printed(t, found, "testdata/deployments/advice")
	want := within(t, string(page), "output", "```text\n"+output+"```")
	want = within(t, want, "rules", strings.TrimSpace(printed(t, clean, "rules", "-f", "markdown")))
	if want == string(page) {
		return
	}
	if flag.Lookup("update").Value.String() != "true" {
		t.Errorf("%s is not what tslint prints; go test ./cmd/tslint -run TestREADME -update writes it", name)
		return
	}
	if err := os.WriteFile("README.md", []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// within puts text between the two marks of a name.
func within(t *testing.T, page, name, text string) string {
	t.Helper()
	from, to := fmt.Sprintf("<!-- %s -->\n", name), fmt.Sprintf("\n<!-- /%s -->", name)
	before, rest, ok1 := strings.Cut(page, from)
	_, after, ok2 := strings.Cut(rest, to)
	if !ok1 || !ok2 {
		t.Fatalf("README.md has no marks for %s", name)
	}
	return before + from + text + to + after
}

// printed runs a command line and returns its standard output.
func printed(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, err bytes.Buffer
	if code := run(context.Background(), streams{strings.NewReader(""), &out, &err}, args); code != want {
		t.Fatalf("tslint %v ends with %d, want %d: %s", args, code, want, err.String())
	}
	return out.String()
}
