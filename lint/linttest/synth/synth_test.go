package synth_test

import (
	"bytes"
	"testing"

	"github.com/torchserve-lint/tslint/lint/linttest/synth"
)

// A deployment does not depend on how many others are made.
func TestPrefix(t *testing.T) {
	few, many := synth.Files(2), synth.Files(40)
	if len(few) != 14 || len(many) != 280 {
		t.Fatalf("%d and %d files, want 14 and 280", len(few), len(many))
	}
	for name, f := range few {
		if !bytes.Equal(f.Data, many[name].Data) {
			t.Errorf("%s differs", name)
		}
	}
}
