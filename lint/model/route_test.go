package model_test

import (
	"testing"

	"github.com/torchserve-lint/tslint/lint/model"
)

func TestAccepts(t *testing.T) {
	for _, c := range []struct {
		codes  string
		status int
		want   bool
	}{
		{"200", 200, true},
		{"200", 405, false},
		{"200,405", 405, true},
		{"200, 404-406", 405, true},
		{"200-399", 405, false},
		{"200-405", 405, true},
		{"0-11,13-99", 12, false},
		{"2xx", 405, true}, // not understood
		{"", 405, true},
	} {
		h := &model.Health{Codes: model.Known(c.codes, model.Origin{})}
		if got := h.Accepts(c.status); got != c.want {
			t.Errorf("%q, %d: got %t", c.codes, c.status, got)
		}
	}
	if h := (&model.Health{}); !h.Accepts(405) {
		t.Error("codes that are not known may list it")
	}
}
