package lint

import (
	"testing"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Whatever a file holds, directives are within it, and their fixes can be applied.
func FuzzComments(f *testing.F) {
	f.Add("# tslint:ignore batching until=2026-12-01 -- x\na: 1 # tslint:ignore a,b\n", false)
	f.Add("a=1,\\\n # tslint:ignore x\n! y\r\n# tslint:\n", true)
	f.Add("- \"# tslint:ignore x\"\n\t# tslint:ignore until= --", false)
	f.Add("#tslint:ignore", true)
	f.Fuzz(func(t *testing.T, data string, properties bool) {
		file := source.NewFile("x", data)
		var spans []source.Span
		if properties {
			spans = append(spans, file.Text().Span())
		}
		all := []*Rule{delayRule, SuppressionInvalid, SuppressionUnused, SuppressionReasonMissing}
		j := judge{rules: all, ran: all, config: NewConfig()}
		found, _ := j.judge(nil, comments(file, spans))
		for _, f := range found {
			if s := f.At.Place(); s.File != file || s.Start < 0 || s.End < s.Start || len(data) < s.End {
				t.Fatalf("%s: %v is not within %q", f.Message, s, data)
			}
			if f.Fix != nil {
				if _, err := source.Apply(file, f.Fix.Edits); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
