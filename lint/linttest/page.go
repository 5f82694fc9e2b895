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

// Page runs the examples of a rule's page, which are folders. Those whose names begin with bad
// must be found as the page says, those that begin with good must be clean, every rule must
// get along with all of them, and a fix must remove what it is for. The file is only written,
// under -update.
func Page(t *testing.T, rules []*lint.Rule, r *lint.Rule, file string) {
	t.Helper()
	if !strings.HasPrefix(r.Page, "# "+r.ID+"\n") {
		t.Fatalf("%s does not exist, or does not start with %q", file, "# "+r.ID)
	}
	files := fstest.MapFS{}
	for _, m := range fence.FindAllStringSubmatch(r.Page, -1) {
		files[m[1]] = &fstest.MapFile{Data: []byte(m[2])}
	}
	kinds := map[string]int{}
	for _, e := range must(fs.ReadDir(files, ".")) {
		kind, _, _ := strings.Cut(e.Name(), "-")
		kinds[kind]++
		run(t, rules, files, e.Name(), lint.NewConfig())
		switch found := of(r, rules, t, files, e.Name()); {
		case kind == "bad":
			bad(t, rules, r, files, e.Name(), file, found)
		case kind != "good":
			t.Errorf("%s: the example %s is neither bad nor good", file, e.Name())
		case len(found) > 0:
			t.Errorf("%s: the example %s is not clean:\n%s", file, e.Name(), text(t, found))
		}
	}
	if kinds["bad"] == 0 || kinds["good"] == 0 {
		t.Errorf("%s has %d bad examples and %d good ones", file, kinds["bad"], kinds["good"])
	}
}

// bad compares what is found in a bad example with the page, and tries its fixes.
func bad(t *testing.T, rules []*lint.Rule, r *lint.Rule, files fstest.MapFS, example, file string, found []*lint.Finding) {
	t.Helper()
	if !slices.ContainsFunc(found, func(f *lint.Finding) bool { return f.Rule == r.ID }) {
		t.Fatalf("%s: the example %s is clean", file, example)
	}
	want := ""
	if f := files[example+"/want"]; f != nil {
		want = string(f.Data)
	}
	switch got := text(t, found); {
	case got == want:
	case *update:
		rewrite(t, file, example, got)
	default:
		t.Errorf("%s:\ngot:\n%swant:\n%s", file, got, want)
	}
	for _, f := range found {
		fixed(t, rules, files, example, f)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
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

// rewrite sets the file want of an example, behind the last of its files where the page has
// none.
func rewrite(t *testing.T, file, example, got string) {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lo, hi, block := -1, -1, "```text "+example+"/want\n"+got+"```"
	for _, m := range fence.FindAllSubmatchIndex(page, -1) {
		name := string(page[m[2]:m[3]])
		if name == example+"/want" {
			lo, hi = m[0], m[1]
			break
		}
		if strings.HasPrefix(name, example+"/") {
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
