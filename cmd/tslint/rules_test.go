package main

import (
	"slices"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/rego"
	"github.com/torchserve-lint/tslint/policies"
	"github.com/torchserve-lint/tslint/rules"
)

// loadRules returns the rules of both languages.
func loadRules(t testing.TB) []*lint.Rule {
	t.Helper()
	fromRego, err := rego.Rules(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(rules.All, fromRego)
}
