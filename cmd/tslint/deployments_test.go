package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/lint/report"
)

// TestDeployments lints whole deployments and compares with their file want.
func TestDeployments(t *testing.T) {
	linttest.Dir(t, loadRules(t), "../../testdata/deployments")
}

// TestCorpus lints real deployments, which are not part of the repository: no rule may fail,
// and two runs must say the same.
func TestCorpus(t *testing.T) {
	root := "../../../shared/corpus"
	if _, err := os.Stat(root); err != nil {
		t.Skip("the corpus is not here")
	}
	rules := loadRules(t)
	lintTree := func(t *testing.T, files fs.FS, paths []string) string {
		res, err := lint.Run(t.Context(), rules, lint.Options{FS: files, Paths: paths, Today: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := report.JSON(&b, report.Run{Result: res}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		t.Run(e.Name(), func(t *testing.T) {
			t.Parallel()
			files := os.DirFS(filepath.Join(root, e.Name()))
			if a, b := lintTree(t, files, nil), lintTree(t, files, nil); a != b {
				t.Errorf("first:\n%s\nthen:\n%s", a, b)
			}
		})
	}
}
