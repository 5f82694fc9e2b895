package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
)

// tslint runs a command line in the working directory.
func tslint(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), streams{strings.NewReader(""), &out, &errs}, args)
	return code, out.String(), errs.String()
}

const fixable = "# ours\r\nnumber_of_netty_threads=4 \r\nenable_metrics_api=yes\r\n"

func TestFixShows(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, "config.properties", fixable, 0o640)
	code, out, errs := tslint(t, "fix", ".")
	want := "--- config.properties\n+++ config.properties\n@@ -1,3 +1,3 @@\n # ours\r\n" +
		"-number_of_netty_threads=4 \r\n-enable_metrics_api=yes\r\n+number_of_netty_threads=4\r\n+enable_metrics_api=true\r\n"
	if code != found || out != want {
		t.Errorf("code %d, diff:\n%s", code, out)
	}
	if want := "2 changes in 1 file; --write makes them\n"; !strings.HasSuffix(errs, want) {
		t.Errorf("stderr %q", errs)
	}
	if got := content(t, "config.properties"); got != fixable {
		t.Errorf("the file became %q", got)
	}
}

func TestFixWrites(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, "real.properties", fixable, 0o640)
	if err := os.Symlink("real.properties", "config.properties"); err != nil {
		t.Skip(err)
	}
	if code, out, errs := tslint(t, "fix", "--write", "config.properties"); code != clean || out != "" {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
	if got, want := content(t, "real.properties"), "# ours\r\nnumber_of_netty_threads=4\r\nenable_metrics_api=true\r\n"; got != want {
		t.Errorf("the file became %q", got)
	}
	if info, err := os.Lstat("config.properties"); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link became %v, %v", info, err)
	}
	if info, err := os.Stat("real.properties"); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode became %v, %v", info.Mode(), err)
	}
	if code, out, errs := tslint(t, "fix", "config.properties"); code != clean || out != "" || errs != "nothing to fix\n" {
		t.Errorf("then: code %d, %q, %q", code, out, errs)
	}
}

func TestFixKeepsWhatSomebodyChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, "a", "new", 0o600)
	save(t, "b", "old", 0o600)
	err := rewrite([]lint.Change{{Name: "b", Before: "old", After: "fixed"}, {Name: "a", Before: "old", After: "fixed"}})
	if err == nil || content(t, "a") != "new" || content(t, "b") != "old" {
		t.Errorf("%v, a %q, b %q", err, content(t, "a"), content(t, "b"))
	}
}

func TestFixRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, c := range map[string]struct {
		args []string
		want int
	}{
		"standard input": {[]string{"fix", "-"}, usage},
		"missing path":   {[]string{"fix", "nowhere.yaml"}, unchecked},
		"unknown rule":   {[]string{"fix", "--only", "no-such-rule", "."}, usage},
	} {
		if code, _, errs := tslint(t, c.args...); code != c.want || errs == "" {
			t.Errorf("%s: code %d, want %d; %q", name, code, c.want, errs)
		}
	}
}

// revealed are findings of settings that hold once a safe fix lets them.
var revealed = map[string]string{
	"models-not-loaded":            "workers-unpinned",   // the model is loaded then
	"nginx-timeout-unquoted":       "request-limit-low",  // the API server takes the Ingress then, with its body limit
	"yaml-shadows-startup-timeout": "retry-window-short", // the timeout that was meant is long
}

// Fixes of everything in testdata come to an end: nothing is left that could be fixed, what is
// written parses, and safe fixes bring no finding.
func TestFixEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("runs on all of testdata, again and again")
	}
	rules := loadRules(t)
	dirs, err := filepath.Glob("../../testdata/*/*")
	if err != nil || len(dirs) < 100 {
		t.Fatal(len(dirs), err)
	}
	for _, dir := range dirs {
		before, err := lint.Run(t.Context(), rules, lint.Options{FS: os.DirFS(dir)})
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []lint.FixKind{lint.Safe, lint.Unsafe} {
			fixEverything(t, rules, dir, kind, tally(before))
		}
	}
}

func fixEverything(t *testing.T, rules []*lint.Rule, dir string, kind lint.FixKind, had map[string]int) {
	t.Helper()
	fixed, err := lint.ApplyFixes(t.Context(), rules, lint.Options{FS: os.DirFS(dir)}, kind)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fixed.Findings {
		if f.Fix != nil && f.Fix.Kind <= kind {
			t.Errorf("%s: %s fixes leave %s: %s", dir, kind, f.Rule, f.Message)
		}
	}
	for rule, n := range tally(fixed.Result) {
		if n > had[rule] && (kind == lint.Safe || rule == "syntax-error") && revealed[filepath.Base(dir)] != rule {
			t.Errorf("%s: %s fixes bring %s, by %v", dir, kind, rule, titles(fixed.Applied))
		}
	}
}

func tally(res *lint.Result) map[string]int {
	n := map[string]int{}
	for _, f := range res.Findings {
		n[f.Rule]++
	}
	return n
}

func titles(fs []*lint.Finding) (out []string) {
	for _, f := range fs {
		out = append(out, f.Rule+": "+f.Fix.Title)
	}
	return out
}

func save(t *testing.T, name, data string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(data), mode); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
