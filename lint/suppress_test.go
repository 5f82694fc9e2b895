package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// delayRule stands for the rule that is silenced.
var delayRule = &Rule{Meta: Meta{ID: "batch-delay-high", Family: "batching"}, Check: func(*Pass) error { return nil }}

// judged lints a file in which the word DELAY is at fault, because of the word OTHER, and
// says what stands, one line each.
func judged(name, data string, embedded bool) []string {
	f := source.NewFile(name, data)
	span := func(word string) source.Span {
		i := strings.Index(data, word)
		if i < 0 {
			return source.Span{}
		}
		return source.Span{File: f, Start: i, End: i + len(word)}
	}
	var properties []source.Span
	if strings.HasSuffix(name, ".properties") {
		properties = append(properties, f.Text().Span())
	}
	if embedded {
		from := strings.Index(data, "# begin")
		properties = append(properties, source.Span{File: f, Start: from, End: strings.Index(data, "# end")})
	}
	found := []*Finding{{Rule: delayRule.ID, Severity: Warning, Message: "high",
		At:      model.Citation{Origin: model.Origin{Span: span("DELAY")}},
		Because: []model.Citation{{Origin: model.Origin{Span: span("OTHER")}}}}}
	all := []*Rule{delayRule, SuppressionInvalid, SuppressionUnused, SuppressionExpired, SuppressionReasonMissing}
	j := judge{rules: all, ran: all, config: NewConfig(), today: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)}
	stand, silenced := j.judge(found, comments(f, properties))
	stand = tidy(stand)
	var out []string
	for _, f := range stand {
		line, _ := f.At.Place().File.Line(f.At.Place().Start)
		out = append(out, fmt.Sprintf("%d %s %s: %s", line, f.Severity, f.Rule, f.Message))
	}
	for _, s := range silenced {
		out = append(out, "silenced: "+s.Reason)
	}
	return out
}

func TestSuppressionInYAML(t *testing.T) {
	const unused = "batch-delay-high does not fire here any more"
	for name, test := range map[string]struct {
		data string
		want []string
	}{
		"above":                {"# tslint:ignore batch-delay-high -- nightly job\nmaxBatchDelay: DELAY\n", []string{"silenced: nightly job"}},
		"by family":            {"# tslint:ignore batching -- x\nmaxBatchDelay: DELAY\n", []string{"silenced: x"}},
		"one of two names":     {"# tslint:ignore suppression-expired, batching -- x\nd: DELAY\n", []string{"1 warning suppression-unused: suppression-expired does not fire here any more", "silenced: x"}},
		"at the end":           {"maxBatchDelay: DELAY # tslint:ignore batching -- x\n", []string{"silenced: x"}},
		"at the end, quoted":   {"a: \"it's\" # tslint:ignore batching -- x\nb: DELAY\n", []string{"1 warning suppression-unused: batching does not fire here any more", "2 warning batch-delay-high: high"}},
		"within quotes":        {"a: \" # tslint:ignore batching -- x\"\nb: DELAY\n", []string{"2 warning batch-delay-high: high"}},
		"at what it cites":     {"# tslint:ignore batching -- x\na: OTHER\nb: DELAY\n", []string{"silenced: x"}},
		"the whole value":      {"# tslint:ignore batching -- x\na:\n\n  b:\n    c: DELAY\n", []string{"silenced: x"}},
		"a list as the value":  {"# tslint:ignore batching -- x\na:\n- b\n- c: DELAY\n", []string{"silenced: x"}},
		"one item of a list":   {"# tslint:ignore batching -- x\n- a: b\n  c: DELAY\n", []string{"silenced: x"}},
		"not the next item":    {"# tslint:ignore batching -- x\n- a: b\n- c: DELAY\n", []string{"1 warning suppression-unused: batching does not fire here any more", "3 warning batch-delay-high: high"}},
		"not the next entry":   {"# tslint:ignore batch-delay-high -- x\na: 1\nb: DELAY\n", []string{"1 warning suppression-unused: " + unused, "3 warning batch-delay-high: high"}},
		"several above":        {"# tslint:ignore suppression -- y\n# other words\n# tslint:ignore batching -- x\na: DELAY\n", []string{"1 warning suppression-unused: suppression does not fire here any more", "silenced: x"}},
		"a blank line between": {"# tslint:ignore batching -- x\n\na: DELAY\n", []string{"1 warning suppression-invalid: it stands above nothing; put it on the line above what it is about", "3 warning batch-delay-high: high"}},
		"the last day":         {"# tslint:ignore batching until=2026-12-01 -- x\na: DELAY\n", []string{"1 info suppression-expired: suppression of batching ends on 2026-12-01", "silenced: x"}},
		"the day after":        {"# tslint:ignore batching until=2026-11-30 -- x\na: DELAY\n", []string{"1 warning suppression-expired: suppression of batching ended on 2026-11-30", "2 warning batch-delay-high: high"}},
		"in 14 days":           {"# tslint:ignore batching until=2026-12-15 -- x\na: DELAY\n", []string{"1 info suppression-expired: suppression of batching ends on 2026-12-15", "silenced: x"}},
		"in 15 days":           {"# tslint:ignore batching until=2026-12-16 -- x\na: DELAY\n", []string{"silenced: x"}},
		"no reason":            {"# tslint:ignore batching\na: DELAY\n", []string{"1 warning suppression-reason-missing: batching is suppressed without a reason", "silenced: "}},
		"no name":              {"# tslint:ignore -- x\na: DELAY\n", []string{"1 warning suppression-invalid: no rule is named; " + form, "2 warning batch-delay-high: high"}},
		"unknown name":         {"# tslint:ignore batch-delay-hihg -- x\na: DELAY\n", []string{"1 warning suppression-invalid: there is no rule batch-delay-hihg; did you mean batch-delay-high?", "2 warning batch-delay-high: high"}},
		"no day":               {"# tslint:ignore batching until=soon -- x\na: DELAY\n", []string{"1 warning suppression-invalid: until=soon is no day; want until=2027-03-01", "2 warning batch-delay-high: high"}},
		"no dashes":            {"# tslint:ignore batching because\na: DELAY\n", []string{"1 warning suppression-invalid: because is not expected here; a reason stands behind --", "2 warning batch-delay-high: high"}},
		"another verb":         {"# tslint:disable batching\na: DELAY\n", []string{"1 warning suppression-invalid: there is no tslint:disable; " + form, "2 warning batch-delay-high: high"}},
		"no comment":           {"a: tslint:ignore\nb: DELAY\n", []string{"2 warning batch-delay-high: high"}},
		"CRLF":                 {"# tslint:ignore batching -- x\r\na:\r\n  b: DELAY\r\n", []string{"silenced: x"}},
		"no line break":        {"a: DELAY # tslint:ignore batching -- x", []string{"silenced: x"}},
	} {
		if got := judged("model-config.yaml", test.data, false); !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", name, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

func TestSuppressionInProperties(t *testing.T) {
	const misplaced = " warning suppression-invalid: a # within a value is part of it; put the directive on a line of its own above the key"
	for name, test := range map[string]struct {
		data string
		want []string
	}{
		"above":                {"# tslint:ignore batching -- x\na=DELAY\n", []string{"silenced: x"}},
		"a continued line":     {"# tslint:ignore batching -- x\na={\\\n1,\\\nDELAY}\nb=1\n", []string{"silenced: x"}},
		"not the next key":     {"# tslint:ignore batching -- x\na=1\n  b=DELAY\n", []string{"1 warning suppression-unused: batching does not fire here any more", "3 warning batch-delay-high: high"}},
		"two backslashes":      {"# tslint:ignore batching -- x\na=1\\\\\nb=DELAY\n", []string{"1 warning suppression-unused: batching does not fire here any more", "3 warning batch-delay-high: high"}},
		"behind a value":       {"a=DELAY # tslint:ignore batching -- x\n", []string{"1 warning batch-delay-high: high", "1" + misplaced}},
		"within a value":       {"a=1,\\\n# tslint:ignore batching -- x\nb=DELAY\n", []string{"2" + misplaced, "3 warning batch-delay-high: high"}},
		"an exclamation mark":  {"# tslint:ignore batching -- x\n! words\na=DELAY\n", []string{"silenced: x"}},
		"a comment with a \\":  {"# words \\\n# tslint:ignore batching -- x\na=DELAY\n", []string{"silenced: x"}},
		"at the end of a file": {"a=DELAY\n# tslint:ignore batching -- x\n", []string{"1 warning batch-delay-high: high", "2 warning suppression-invalid: it stands above nothing; put it on the line above what it is about"}},
	} {
		if got := judged("config.properties", test.data, false); !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", name, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

func TestSuppressionInConfigMap(t *testing.T) {
	const manifest = "data:\n%s  config.properties: |%s\n    # begin\n%s    a=DELAY%s\n    # end\n"
	for name, test := range map[string]struct {
		above, beside, within, behind string
		want                          []string
	}{
		"above the file":   {above: "  # tslint:ignore batching -- x\n", want: []string{"silenced: x"}},
		"beside the key":   {beside: " # tslint:ignore batching -- x", want: []string{"silenced: x"}},
		"within the file":  {within: "    # tslint:ignore batching -- x\n", want: []string{"silenced: x"}},
		"above another":    {within: "    # tslint:ignore batching -- x\n    b=1\n", want: []string{"4 warning suppression-unused: batching does not fire here any more", "6 warning batch-delay-high: high"}},
		"behind the value": {behind: " # tslint:ignore batching -- x", want: []string{"4 warning batch-delay-high: high", "4 warning suppression-invalid: a # within a value is part of it; put the directive on a line of its own above the key"}},
	} {
		data := fmt.Sprintf(manifest, test.above, test.beside, test.within, test.behind)
		if got := judged("cm.yaml", data, true); !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", name, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

func TestSuppressionFixes(t *testing.T) {
	for name, test := range map[string]struct{ file, data, want string }{
		"moves up":           {"config.properties", "x=1\na=1,\\\n  2 # tslint:ignore batching -- x\n", "x=1\n# tslint:ignore batching -- x\na=1,\\\n  2\n"},
		"names the rule":     {"a.yaml", "# tslint:ignore batch-delay-hihg -- x\na: 1\n", "# tslint:ignore batch-delay-high -- x\na: 1\n"},
		"removes a line":     {"a.yaml", "b: 1\n# tslint:ignore batching -- x\na: 1\n", "b: 1\na: 1\n"},
		"removes the end":    {"a.yaml", "a: 1  # tslint:ignore batching -- x\nb: 2\n", "a: 1\nb: 2\n"},
		"not one of several": {"a.yaml", "a: 1  # tslint:ignore batching,suppression -- x\n", ""},
	} {
		f := source.NewFile(test.file, test.data)
		var properties []source.Span
		if strings.HasSuffix(test.file, ".properties") {
			properties = []source.Span{f.Text().Span()}
		}
		all := []*Rule{delayRule, SuppressionInvalid, SuppressionUnused}
		j := judge{rules: all, ran: all, config: NewConfig()}
		got := ""
		for _, found := range first(j.judge(nil, comments(f, properties))) {
			if found.Fix != nil {
				var err error
				if got, err = source.Apply(f, found.Fix.Edits); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func first[A, B any](a A, _ B) A { return a }
