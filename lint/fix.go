package lint

import (
	"context"
	"maps"
	"slices"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Fixed is what fixes make of a deployment.
type Fixed struct {
	*Result            // of the files as they are then; findings whose fix keeps being undone by that of another are among them
	Changes []Change   // files that become different, by name
	Applied []*Finding // whose fixes were made, round by round
}

// A Change is what fixes make of a file.
type Change struct{ Name, Before, After string }

// maxReturns bounds in how many rounds the fix of one finding is made that comes back.
const maxReturns = 3

// maxRounds bounds how often fixes are made and the outcome is checked again. Fixes that touch
// each other need a round each.
const maxRounds = 100

// ApplyFixes makes all fixes that dare no more than kind, without writing anything. Of fixes
// that touch each other the first is made, and what is still found then is fixed in turn.
// Errors are those of Run.
func ApplyFixes(ctx context.Context, rules []*Rule, o Options, kind FixKind) (*Fixed, error) {
	o.Changed = map[string]string{}
	before := map[string]string{}
	made := map[identity]int{}
	out := &Fixed{}
	for range maxRounds {
		res, err := Run(ctx, rules, o)
		out.Result = res
		if err != nil {
			return out, err
		}
		taken, edits := compatible(res.Findings, kind, made)
		if len(taken) == 0 {
			break
		}
		out.Applied = append(out.Applied, taken...)
		for f, es := range edits {
			after, err := source.Apply(f, es)
			if err != nil {
				return out, err
			}
			if _, ok := before[f.Name]; !ok {
				before[f.Name] = f.Data
			}
			o.Changed[f.Name] = after
		}
	}
	out.changes(before, o.Changed)
	return out, nil
}

func (f *Fixed) changes(before, after map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if before[name] != after[name] {
			f.Changes = append(f.Changes, Change{name, before[name], after[name]})
		}
	}
}

// An identity says which finding one is, wherever edits have moved it.
type identity struct{ file, rule, message string }

func identify(f *Finding) identity {
	i := identity{rule: f.Rule, message: f.Message}
	if at := f.At.Place(); at.File != nil {
		i.file = at.File.Name
	}
	return i
}

// compatible returns the findings whose fixes can be made at once, and their edits. It leaves
// out what was made too often, and counts what it returns.
func compatible(findings []*Finding, kind FixKind, made map[identity]int) (taken []*Finding, edits map[*source.File][]source.Edit) {
	edits = map[*source.File][]source.Edit{}
	for _, f := range findings {
		if f.Fix == nil || f.Fix.Kind > kind || made[identify(f)] == maxReturns {
			continue
		}
		if slices.ContainsFunc(f.Fix.Edits, func(e source.Edit) bool { return touches(edits[e.Span.File], e) }) {
			continue
		}
		taken = append(taken, f)
		for _, e := range f.Fix.Edits {
			edits[e.Span.File] = append(edits[e.Span.File], e)
		}
	}
	round := map[identity]bool{}
	for _, f := range taken {
		round[identify(f)] = true
	}
	for i := range round {
		made[i]++
	}
	return taken, edits
}

// touches reports whether an edit meets others: two lines added at one place may be the same.
func touches(edits []source.Edit, e source.Edit) bool {
	return slices.ContainsFunc(edits, func(o source.Edit) bool { return o.Span.Start <= e.Span.End && e.Span.Start <= o.Span.End })
}
