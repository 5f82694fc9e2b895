package lint

import (
	"testing"

	"github.com/torchserve-lint/tslint/lint/source"
)

const annotatedConfigMap = `kind: Service
---
kind: ConfigMap
metadata:
  name: ts
  annotations:
    tslint/ignore: |
      batching until=2027-01-31 -- clients wait

      suppression-unused -- y
data:
  config.properties: |
    a=1
`

// An annotation holds a directive a line, and covers its own object.
func TestAnnotations(t *testing.T) {
	for name, test := range map[string]struct {
		data string
		want []string // the place of each directive, and what it covers
	}{
		"a ConfigMap": {annotatedConfigMap, []string{"x:8:7 x:3:1", "x:10:7 x:3:1"}},
		"an item of a list": {"kind: List\nitems:\n- kind: Pod\n- kind: Pod\n  metadata: {annotations: {tslint/ignore: \"batching -- x\"}}\n",
			[]string{"x:5:44 x:4:3"}},
		"JSON":         {`{"kind": "Pod", "metadata": {"annotations": {"tslint/ignore": "batching -- x"}}}`, []string{"x:1:64 x:1:1"}},
		"no string":    {"metadata: {annotations: {tslint/ignore: [a]}}\n", nil},
		"half a file":  {"metadata: {annotations: {tslint/ignore: a\n", nil},
		"another word": {"# tslint/ignore\nmetadata: {}\n", nil},
	} {
		got := annotations(source.NewFile("x", test.data))
		if len(got) != len(test.want) {
			t.Errorf("%s: %d directives, want %d", name, len(got), len(test.want))
			continue
		}
		for i, d := range got {
			if place := d.at.String() + " " + d.covers.String(); place != test.want[i] || len(d.names) != 1 || d.fault != "" {
				t.Errorf("%s: got %s, %v, want %s", name, place, d, test.want[i])
			}
		}
	}
}
