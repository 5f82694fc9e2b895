package lint

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// place is where the findings of these tests stand.
var place = model.Citation{Origin: model.Origin{Span: source.Span{File: source.NewFile("a", "word"), End: 4}}}

func rule(id string, check func(*Pass) error) *Rule {
	return &Rule{Meta: Meta{ID: id, Severity: Error}, Check: check}
}

// A rule that panics is named; what it and others found stands.
func TestPanic(t *testing.T) {
	found, _, err := checkAll(t.Context(), NewConfig(), []*Rule{
		rule("good", func(p *Pass) error { p.Report(place, "good"); return nil }),
		rule("bad", func(p *Pass) error { p.Report(place, "before"); return p.Param("none").(error) }),
		rule("worse", func(*Pass) error { return errors.New("it cannot tell") }),
	}, &model.Deployment{})
	var bug *Bug
	if !errors.As(err, &bug) || bug.At != "rule bad" || !strings.Contains(bug.Error(), "bad declares no parameter none") || len(bug.Stack) == 0 {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(err.Error(), "it cannot tell") {
		t.Errorf("got %v", err)
	}
	if len(found) != 2 || found[0].Message != "good" || found[1].Message != "before" {
		t.Errorf("found %v", found)
	}
}

// Rules that fail alike are one error: they share what failed.
func TestOneErrorForSeveral(t *testing.T) {
	fails := func(*Pass) error { return errors.New("team/a.rego:3:1: error: no") }
	_, _, err := checkAll(t.Context(), NewConfig(), []*Rule{rule("a", fails), rule("b", fails)}, &model.Deployment{})
	if err == nil || err.Error() != "team/a.rego:3:1: error: no" {
		t.Error(err)
	}
}

// When the time is up, no further rule starts, and what was found stands.
func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := rule("slow", func(p *Pass) error {
		p.Report(place, "found")
		cancel()
		<-p.Context().Done()
		return nil
	})
	s := &model.Server{Releases: []model.Release{0, 1}}
	found, _, err := checkAll(ctx, NewConfig(), []*Rule{r}, &model.Deployment{Servers: []*model.Server{s}})
	if err != nil || len(found) != 1 {
		t.Errorf("found %d, %v", len(found), err)
	}
	late, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	if err := unfinished(late, nil); !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), "the time was up before everything was checked") {
		t.Error(err)
	}
}

// What rules share is made once.
func TestOnce(t *testing.T) {
	var calls atomic.Int32
	asks := func(p *Pass) error {
		p.Once("key", func() any { return calls.Add(1) })
		return nil
	}
	if _, _, err := checkAll(t.Context(), NewConfig(), []*Rule{rule("a", asks), rule("b", asks), rule("c", asks)}, &model.Deployment{}); err != nil || calls.Load() != 1 {
		t.Errorf("%d calls, %v", calls.Load(), err)
	}
}

// A configured severity is what findings have; a weaker finding stays weaker.
func TestSeverity(t *testing.T) {
	weak := Warning
	r := rule("a", func(p *Pass) error {
		p.Report(place, "whole")
		p.Report(place, "weak").Weaken(Info)
		return nil
	})
	r.Family = "family"
	for _, name := range []string{"a", "family"} {
		c := NewConfig()
		c.Rules = map[string]Setting{name: {Severity: &weak}}
		found, _, err := checkAll(t.Context(), c, []*Rule{r}, &model.Deployment{})
		if err != nil || len(found) != 2 || found[0].Severity != Warning || found[1].Severity != Info {
			t.Errorf("%s: found %v, %v", name, found, err)
		}
	}
}

// A rule about other releases than the server's has not run.
func TestRan(t *testing.T) {
	r := rule("old", func(p *Pass) error { p.Report(p.Servers[0].Name, "old"); return nil })
	r.Versions = "<0.5.0"
	for v, want := range map[string]int{"0.4.2": 1, "0.5.0": 0} {
		release, _ := model.ParseRelease(v)
		s := &model.Server{Release: model.Known(release, model.Origin{}), Releases: []model.Release{release}}
		found, ran, err := checkAll(t.Context(), NewConfig(), []*Rule{r}, &model.Deployment{Servers: []*model.Server{s}})
		if err != nil || len(found) != want || len(ran) != want {
			t.Errorf("%s: found %d, ran %d, %v", v, len(found), len(ran), err)
		}
	}
}

func TestTidy(t *testing.T) {
	span := func(name string, start int) model.Citation {
		return model.Citation{Origin: model.Origin{Span: source.Span{File: source.NewFile(name, "0123456789"), Start: start, End: start + 1}}}
	}
	found := []*Finding{
		{Rule: "b", Message: "y", At: span("b", 0)},
		{Rule: "b", Message: "x", At: span("a", 5)},
		{Rule: "a", Message: "z", At: span("a", 5)},
		{Rule: "b", Message: "x", At: span("a", 5)},
		{Rule: "c", Message: "w", At: span("a", 2)},
	}
	got := ""
	for _, f := range tidy(found) {
		got += f.Message
	}
	if got != "wzxy" {
		t.Errorf("got %s", got)
	}
}

func TestNearest(t *testing.T) {
	words := []string{"batch-delay-high", "proxy-timeout-short", "on", "off"}
	for word, want := range map[string]string{
		"batch-delay-hihg":  "batch-delay-high",
		"batchdelayhigh":    "batch-delay-high",
		"something-else":    "",
		"x":                 "",
		"offf":              "off",
		"proxy-timeut-shrt": "proxy-timeout-short",
	} {
		if got := Nearest(word, words); got != want {
			t.Errorf("%s: got %q, want %q", word, got, want)
		}
	}
}

func TestParam(t *testing.T) {
	for _, test := range []struct {
		spelt any
		unit  string
		want  any
		fails bool
	}{
		{spelt: "5s", unit: "s", want: 5 * time.Second},
		{spelt: 5, unit: "s", want: 5 * time.Second},
		{spelt: "1m30s", unit: "ms", want: 90 * time.Second},
		{spelt: 0.5, unit: "ms", want: 500 * time.Microsecond},
		{spelt: -5, unit: "s", fails: true},
		{spelt: "1e30", unit: "s", fails: true},
		{spelt: "NaN", unit: "s", fails: true},
		{spelt: "300Mi", unit: "bytes", want: model.Bytes(300 << 20)},
		{spelt: "1.5Gi", unit: "bytes", want: model.Bytes(3 << 29)},
		{spelt: "2G", unit: "bytes", want: model.Bytes(2e9)},
		{spelt: 4096, unit: "bytes", want: model.Bytes(4096)},
		{spelt: "-1Mi", unit: "bytes", fails: true},
		{spelt: "9999999Ti", unit: "bytes", fails: true},
		{spelt: "Mi", unit: "bytes", fails: true},
		{spelt: 0.9, unit: "ratio", want: 0.9},
		{spelt: "Inf", unit: "ratio", fails: true},
		{spelt: 14, want: 14},
		{spelt: true, want: true},
		{spelt: "online", want: "online"},
		{spelt: "x", unit: "min", fails: true},
	} {
		p, err := NewParam("p", test.spelt, test.unit, "a parameter")
		if (err != nil) != test.fails || !test.fails && p.Default != test.want {
			t.Errorf("%v %s: got %v, %v", test.spelt, test.unit, p.Default, err)
		}
	}
}

// checkAll runs rules on a deployment as a whole.
func checkAll(ctx context.Context, c *Config, rules []*Rule, d *model.Deployment) ([]*Finding, []*Rule, error) {
	all := newChecker(ctx, c, rules)
	all.check(d)
	return all.result()
}
