package syntax_test

import (
	"testing"

	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A line is added as the lines before it are written, or not at all.
func TestAppend(t *testing.T) {
	for value, want := range map[string]string{
		"|\n  a=1\n  b=2\n":    "|\n  a=1\n  b=2\n  c=3\n",
		"|\n  a=1\n":           "|\n  a=1\n  c=3\n",
		`"a=1\nb=2\n"`:         `"a=1\nb=2\nc=3\n"`,
		`"a=1\r\nb=2\r\n"`:     `"a=1\r\nb=2\nc=3\r\n"`,
		`"a=1"`:                "",
		"a=1":                  "",
		"|\n  a=1\n  b={\\\n":  "", // the last line goes on
		"|\n  a=1\n  b=\\\\\n": "|\n  a=1\n  b=\\\\\n  c=3\n",
	} {
		doc := "data: " + value
		docs, problems := syntax.YAML(source.NewFile("x", doc).Text())
		if len(problems) != 0 {
			t.Fatal(problems)
		}
		edit := docs[0].At("data").Text().Append("c=3")
		if edit.Span.File == nil {
			if want != "" {
				t.Errorf("%q: no edit, want %q", value, want)
			}
			continue
		}
		if got, err := source.Apply(edit.Span.File, []source.Edit{edit}); err != nil || got != "data: "+want {
			t.Errorf("%q: %q, %v, want %q", value, got, err, want)
		}
	}
}
