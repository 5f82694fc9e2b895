package policies_test

import (
	"testing"

	"github.com/torchserve-lint/tslint/lint/rego"
	"github.com/torchserve-lint/tslint/policies"
)

// TestForm holds the policies to the schema of their input and to the form of opa fmt.
func TestForm(t *testing.T) {
	if err := rego.Verify(policies.FS); err != nil {
		t.Error(err)
	}
	names, err := rego.Unformatted(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Errorf("%s is not as opa fmt writes it", name)
	}
}
