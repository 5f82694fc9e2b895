package lint_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// delayHigh reports batch delays above its limit.
var delayHigh = &lint.Rule{
	Meta: lint.Meta{
		ID:       "delay-high",
		Family:   "batching",
		Severity: lint.Warning,
		Needs:    []string{"model-config"},
		Params:   []lint.Param{{Name: "limit", Default: 500 * time.Millisecond, Unit: "ms", Doc: "the longest delay"}},
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, m := range s.Models {
				if d, ok := m.MaxBatchDelay.Get(); ok && d > p.Duration("limit") {
					p.Report(m.MaxBatchDelay, "%s waits %s", m.Name.Or("it"), d).Cause(m.BatchSize)
				}
			}
		}
		return nil
	},
}

// proxied is a rule about inputs that these tests do not have.
var proxied = &lint.Rule{
	Meta:  lint.Meta{ID: "proxied", Family: "proxy", Needs: []string{"proxy"}},
	Check: func(*lint.Pass) error { return errors.New("there is no proxy") },
}

var fixture = []*lint.Rule{proxied, delayHigh, lint.SuppressionInvalid, lint.SuppressionUnused, lint.SuppressionExpired, lint.SuppressionReasonMissing, lint.SyntaxError}

// lines runs the fixture on one file and returns its findings, a line each.
func lines(t *testing.T, data string, config *lint.Config) (out []string, res *lint.Result) {
	t.Helper()
	if config == nil {
		config = lint.NewConfig()
	}
	release, _ := model.ParseRelease("0.9.0")
	known := model.Known(release, model.Origin{})
	config.Release = &known
	res, err := lint.Run(t.Context(), fixture, lint.Options{
		FS:     fstest.MapFS{"model-config.yaml": {Data: []byte(data)}},
		Config: config,
		Today:  time.Date(2026, 12, 1, 23, 0, 0, 0, time.UTC),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range res.Findings {
		out = append(out, fmt.Sprintf("%s: %s: %s [%s]", f.At.Place(), f.Severity, f.Message, f.Rule))
	}
	return out, res
}

func TestRun(t *testing.T) {
	severe := lint.Error
	configured := func(s lint.Setting) *lint.Config {
		c := lint.NewConfig()
		c.Rules = map[string]lint.Setting{"delay-high": s}
		return c
	}
	const slow = "batchSize: 8\nmaxBatchDelay: 2000\n"
	const at = "model-config.yaml:2:16: "
	for name, test := range map[string]struct {
		data   string
		config *lint.Config
		want   []string
	}{
		"found":          {slow, nil, []string{at + "warning: "}},
		"off":            {slow, configured(lint.Setting{Off: true}), nil},
		"severe":         {slow, configured(lint.Setting{Severity: &severe}), []string{at + "error: "}},
		"a limit":        {slow, configured(lint.Setting{Params: map[string]any{"limit": 2 * time.Second}}), nil},
		"only another":   {slow, &lint.Config{Only: []string{"proxy"}}, nil},
		"silenced":       {"batchSize: 8\nmaxBatchDelay: 2000 # tslint:ignore delay-high -- x\n", nil, nil},
		"at a cause":     {"batchSize: 8 # tslint:ignore batching -- x\nmaxBatchDelay: 2000\n", nil, nil},
		"unused":         {"batchSize: 8\nmaxBatchDelay: 20 # tslint:ignore delay-high -- x\n", nil, []string{"model-config.yaml:2:35: warning: delay-high does not fire here any more [suppression-unused]"}},
		"it did not run": {"batchSize: 8\nmaxBatchDelay: 20 # tslint:ignore proxied,delay-high -- x\n", &lint.Config{Only: []string{"suppression"}}, nil},
	} {
		got, _ := lines(t, test.data, test.config)
		if !slices.EqualFunc(got, test.want, strings.HasPrefix) {
			t.Errorf("%s:\ngot  %s\nwant %s", name, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

// What ran and what was silenced is counted.
func TestResult(t *testing.T) {
	_, res := lines(t, "batchSize: 8\n# tslint:ignore delay-high until=2027-01-01 -- nightly\nmaxBatchDelay: 2000\n", nil)
	if len(res.Suppressed) != 1 || res.Suppressed[0].Reason != "nightly" || res.Suppressed[0].Until.Format(time.DateOnly) != "2027-01-01" {
		t.Errorf("suppressed %+v", res.Suppressed)
	}
	if res.Files != 1 || res.Count(lint.Warning) != 0 || slices.Contains(res.Rules, proxied) || !slices.Contains(res.Rules, delayHigh) {
		t.Errorf("got %+v", res)
	}
}

// A run that is out of time says so.
func TestRunOutOfTime(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	_, err := lint.Run(ctx, fixture, lint.Options{FS: fstest.MapFS{"model-config.yaml": {Data: []byte("batchSize: 8\n")}}})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), "the time was up before everything was checked") {
		t.Error(err)
	}
}

// The order of rules and the number of processors do not show.
func TestRunIsDeterministic(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	files := fstest.MapFS{}
	for i := range 50 {
		files[fmt.Sprintf("m%d/model-config.yaml", i)] = &fstest.MapFile{Data: []byte("batchSize: 8\nmaxBatchDelay: 2000\n# tslint:ignore x\nminWorkers: 1\n")}
	}
	want := ""
	for _, n := range []int{1, 8, 8} {
		runtime.GOMAXPROCS(n)
		slices.Reverse(fixture)
		res, err := lint.Run(t.Context(), fixture, lint.Options{FS: files})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range res.Findings {
			got += f.At.Place().String() + f.Message + "\n"
		}
		if want == "" {
			want = got
		}
		if got != want || len(res.Findings) < 100 {
			t.Fatalf("with %d processors:\n%s\nbefore:\n%s", n, got, want)
		}
	}
}

// A run ends with its context, whatever a rule still does.
func TestRunEnds(t *testing.T) {
	stuck := make(chan struct{})
	t.Cleanup(func() { close(stuck) })
	rule := &lint.Rule{Meta: lint.Meta{ID: "stuck", Family: "config"}, Check: func(*lint.Pass) error { <-stuck; return nil }}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	res, err := lint.Run(ctx, []*lint.Rule{rule}, lint.Options{FS: fstest.MapFS{"config.properties": {Data: []byte("load_models=a.mar\n")}}})
	if res != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, %v", res, err)
	}
}
