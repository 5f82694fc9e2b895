package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"gopkg.in/yaml.v3"
)

// A wanted finding of a case. Key and why are for people.
type wanted struct {
	Rule, Severity, File, Key, Why string
	Line                           int
}

func (w wanted) String() string {
	return fmt.Sprintf("%s:%d: %s [%s]", w.File, w.Line, w.Severity, w.Rule)
}

// place is what can be compared with a finding.
func (w wanted) place() wanted {
	return wanted{Rule: w.Rule, Severity: w.Severity, File: w.File, Line: w.Line}
}

// An expectation is the expect.yaml of a case: a clean one has no errors and nothing of
// MustNotFire; in the others every error and every wanted finding is named.
type expectation struct {
	Case              string
	Clean             bool
	TorchserveVersion string `yaml:"torchserve_version"`
	Note              string
	LooksWrong        string   `yaml:"looks_wrong_but_is_right"`
	MustNotFire       []string `yaml:"must_not_fire"`
	Expect            []wanted
}

// TestCases runs all rules on each case. A finding may be missing only where pending.yaml
// says that its rule, or a kind of input that the case is made of, is not built yet; that
// list may only shrink, so one that is found all the same has to be taken off it.
func TestCases(t *testing.T) {
	const dir = "../../testdata/cases"
	pending := map[string]map[string]string{}
	decode(t, filepath.Join(dir, "pending.yaml"), &pending)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	rules := loadRules(t)
	seen := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		seen++
		t.Run(e.Name(), func(t *testing.T) {
			var want expectation
			decode(t, filepath.Join(dir, e.Name(), "expect.yaml"), &want)
			compareCase(t, want, runCase(t, rules, filepath.Join(dir, e.Name()), want.TorchserveVersion), pending[e.Name()])
		})
		delete(pending, e.Name())
	}
	if seen < 175 {
		t.Errorf("%d cases, want at least 175", seen)
	}
	for name := range pending {
		t.Errorf("pending.yaml names %s, which is no case", name)
	}
}

func decode(t *testing.T, name string, into any) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	dec := yaml.NewDecoder(f)
	dec.KnownFields(true)
	if err := dec.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func runCase(t *testing.T, rules []*lint.Rule, dir, version string) []*lint.Finding {
	t.Helper()
	files := os.DirFS(dir)
	config, err := lint.LoadConfig(files, ".tslint.yaml", rules)
	if os.IsNotExist(err) {
		config = lint.NewConfig()
	} else if err != nil {
		t.Fatal(err)
	}
	if r, ok := model.ParseRelease(version); ok {
		v := model.Known(r, model.Origin{Why: "from --torchserve-version"})
		config.Release = &v
	}
	res, err := lint.Run(t.Context(), rules, lint.Options{FS: files, Config: config, Today: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return res.Findings
}

func compareCase(t *testing.T, want expectation, found []*lint.Finding, pending map[string]string) {
	t.Helper()
	matched := map[*lint.Finding]bool{}
	for _, w := range want.Expect {
		i := slices.IndexFunc(found, func(f *lint.Finding) bool { return !matched[f] && at(f) == w.place() })
		switch {
		case i >= 0:
			matched[found[i]] = true
			if pending[w.Rule] != "" {
				t.Errorf("%s is found: take it off pending.yaml", w)
			}
		case pending[w.Rule] == "":
			t.Errorf("want %s", w)
		}
	}
	for _, f := range found {
		switch {
		case slices.Contains(want.MustNotFire, f.Rule) && pending[f.Rule] == "":
			t.Errorf("must not fire: %v: %s", at(f), f.Message)
		case f.Severity == lint.Error && !matched[f]:
			t.Errorf("not wanted: %v: %s", at(f), f.Message)
		}
	}
}

// at says of a finding what a case can want.
func at(f *lint.Finding) wanted {
	w := wanted{Rule: f.Rule, Severity: f.Severity.String()}
	if s := f.At.Place(); s.File != nil {
		w.File = s.File.Name
		w.Line, _ = s.File.Line(s.Start)
	}
	return w
}
