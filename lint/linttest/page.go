package linttest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// fence is a fenced block of a page, with a file name after its language.
var fence = regexp.MustCompile("(?ms)^```\\w+ (\\S+)\n(.*?)^```$")

var kebab = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Pages asserts what holds for every rule, and runs the examples on their pages, from the
// folder that holds the families. A rule of the engine's own is run beside all the others.
func Pages(t *testing.T, rules []*lint.Rule) {
	seen := map[string]bool{}
	for _, r := range rules {
		t.Run(r.ID, func(t *testing.T) {
			if seen[r.ID] {
				t.Errorf("two rules are called %s", r.ID)
			}
			seen[r.ID] = true
			described(t, r)
			Page(t, rules, r, filepath.Join(r.Family, r.ID+".md"))
		})
	}
}

// described asserts that what a rule says of itself is in order, and that it has nothing
// to say of nothing.
func described(t *testing.T, r *lint.Rule) {
	if !kebab.MatchString(r.ID) || !kebab.MatchString(r.Family) {
		t.Errorf("id %q or family %q is not in kebab-case", r.ID, r.Family)
	}
	if r.Title == "" || strings.HasSuffix(r.Title, ".") {
		t.Errorf("title %q is empty or ends in a full stop", r.Title)
	}
	for _, p := range r.Params {
		if !kebab.MatchString(p.Name) || p.Doc == "" {
			t.Errorf("parameter %q is not in kebab-case, or has no doc", p.Name)
		}
		if err := typed(p); err != "" {
			t.Errorf("parameter %s: %s", p.Name, err)
		}
	}
	model.Latest().In(r.Versions) // panics on what is no range
	if r.Check == nil {
		return
	}
	if found, err := lint.Check(t.Context(), r, &model.Deployment{}); err != nil || len(found) > 0 {
		t.Errorf("on an empty deployment: %d findings, %v", len(found), err)
	}
}

// typed says what is wrong between the default of a parameter and its unit.
func typed(p lint.Param) string {
	units := []string{""}
	switch p.Default.(type) {
	case time.Duration:
		units = []string{"s", "ms"}
	case model.Bytes:
		units = []string{"bytes"}
	case float64:
		units = []string{"ratio"}
	case int, bool, string, []string:
	default:
		return fmt.Sprintf("a default cannot be a %T", p.Default)
	}
	if !slices.Contains(units, p.Unit) {
		return fmt.Sprintf("unit %q does not go with a %T", p.Unit, p.Default)
	}
	return ""
}

// Page runs the examples of a rule's page: those under bad must be found as the page says,
// those under good must be clean, every rule must get along with both, and a fix must
// remove what it is for. The file is only written, under -update.
func Page(t *testing.T, rules []*lint.Rule, r *lint.Rule, file string) {
	t.Helper()
	if !strings.HasPrefix(r.Page, "# "+r.ID+"\n") {
		t.Fatalf("%s does not exist, or does not start with %q", file, "# "+r.ID)
	}
	files := fstest.MapFS{}
	for _, m := range fence.FindAllStringSubmatch(r.Page, -1) {
		files[m[1]] = &fstest.MapFile{Data: []byte(m[2])}
	}
	for _, example := range []string{"bad", "good"} {
		if _, err := fs.Stat(files, example); err != nil {
			t.Fatalf("%s has no %s example", file, example)
		}
		run(t, rules, files, example, lint.NewConfig())
	}
	if good := of(r, rules, t, files, "good"); len(good) > 0 {
		t.Errorf("%s: the good example is not clean:\n%s", file, text(t, good))
	}
	bad := of(r, rules, t, files, "bad")
	if !slices.ContainsFunc(bad, func(f *lint.Finding) bool { return f.Rule == r.ID }) {
		t.Fatalf("%s: the bad example is clean", file)
	}
	want := ""
	if f := files["bad/want"]; f != nil {
		want = string(f.Data)
	}
	got := text(t, bad)
	switch {
	case got == want:
	case *update:
		rewrite(t, file, got)
	default:
		t.Errorf("%s:\ngot:\n%swant:\n%s", file, got, want)
	}
	for _, f := range bad {
		fixed(t, rules, files, f)
	}
}

// of returns what a rule finds in an example.
func of(r *lint.Rule, rules []*lint.Rule, t *testing.T, files fs.FS, example string) []*lint.Finding {
	config := lint.NewConfig()
	if r.Check == nil {
		config.Enable = []string{r.ID}
		all := run(t, rules, files, example, config).Findings
		return slices.DeleteFunc(all, func(f *lint.Finding) bool { return f.Rule != r.ID })
	}
	config.Only = []string{r.ID}
	return run(t, rules, files, example, config).Findings
}

// rewrite sets the file want of a page, behind the last file of the bad example where the
// page has none.
func rewrite(t *testing.T, file, got string) {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lo, hi, block := -1, -1, "```text bad/want\n"+got+"```"
	for _, m := range fence.FindAllSubmatchIndex(page, -1) {
		name := string(page[m[2]:m[3]])
		if name == "bad/want" {
			lo, hi = m[0], m[1]
			break
		}
		if strings.HasPrefix(name, "bad/") {
			lo, hi = m[1], m[1]
		}
	}
	if lo == hi {
		block = "\n\n" + block
	}
	if err := os.WriteFile(file, slices.Replace(page, lo, hi, []byte(block)...), 0o644); err != nil {
		t.Fatal(err)
	}
}
