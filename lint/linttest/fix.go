package linttest

import (
	"maps"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/source"
)

// fixed asserts that the fix of a finding can be applied, that the finding is gone then,
// and, for a safe fix, that nothing new is found.
func fixed(t *testing.T, rules []*lint.Rule, files fstest.MapFS, example string, f *lint.Finding) {
	t.Helper()
	if f.Fix == nil {
		return
	}
	edits := map[*source.File][]source.Edit{}
	for _, e := range f.Fix.Edits {
		edits[e.Span.File] = append(edits[e.Span.File], e)
	}
	after := maps.Clone(files)
	for file, edits := range edits {
		data, err := source.Apply(file, edits)
		if err != nil {
			t.Fatalf("fix %q: %v", f.Fix.Title, err)
		}
		after[file.Name] = &fstest.MapFile{Data: []byte(data)}
	}
	config := lint.NewConfig()
	config.Enable = []string{f.Rule}
	before := tally(run(t, rules, files, example, config))
	now := tally(run(t, rules, after, example, config))
	if now[said{f.Rule, f.Message}] >= before[said{f.Rule, f.Message}] {
		t.Errorf("fix %q leaves %s: %s", f.Fix.Title, f.Rule, f.Message)
	}
	for s, n := range now {
		if n > before[s] && (f.Fix.Kind == lint.Safe || s.rule == lint.SyntaxError.ID) {
			t.Errorf("fix %q brings %s: %s", f.Fix.Title, s.rule, s.message)
		}
	}
}

// said is what a finding says, wherever it stands.
type said struct{ rule, message string }

func tally(res *lint.Result) map[said]int {
	n := map[said]int{}
	for _, f := range res.Findings {
		n[said{f.Rule, f.Message}]++
	}
	return n
}
