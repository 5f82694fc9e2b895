package lint_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// catalogue holds a rule with a parameter of each type, and a strict one.
var catalogue = []*lint.Rule{
	{Meta: lint.Meta{ID: "batch-delay-high", Family: "batching", Severity: lint.Warning, Params: []lint.Param{
		{Name: "max-delay-ms", Default: 500, Doc: "a count"},
		{Name: "margin", Default: 5 * time.Second, Unit: "s"},
		{Name: "grain", Default: 5 * time.Millisecond, Unit: "ms"},
		{Name: "floor", Default: model.Bytes(1), Unit: "bytes"},
		{Name: "share", Default: 0.5, Unit: "ratio"},
		{Name: "loud", Default: false},
		{Name: "mode", Default: "online"},
		{Name: "extra", Default: []string(nil)},
	}}},
	{Meta: lint.Meta{ID: "prestop-missing", Family: "shutdown", Severity: lint.Info, Profile: lint.Strict}},
}

func parse(data string) (*lint.Config, error) {
	return lint.ParseConfig(source.NewFile(".tslint.yaml", data), catalogue)
}

func TestConfig(t *testing.T) {
	c, err := parse(`version: 1
torchserve-version: "0.9.0"
fail-on: never
profile: strict
gpu-memory: 24Gi
rules:
  batch-delay-high: {severity: error, max-delay-ms: 200, margin: 7, grain: 7, floor: 300Mi, share: 0.25, loud: true, mode: offline, extra: [a, b]}
  shutdown: off
models:
  resnet: {worker-memory: 3Gi, latency-p95: 400ms, peak-concurrency: 8, mode: online}
`)
	if err != nil {
		t.Fatal(err)
	}
	if c.FailOn != lint.Never || c.Profile != lint.Strict || !c.Rules["shutdown"].Off || *c.Rules["batch-delay-high"].Severity != lint.Error {
		t.Errorf("got %+v", c)
	}
	if v, _ := c.Release.Get(); v.String() != "0.9.0" || c.Release.Origin.String() != ".tslint.yaml:2:22, set in .tslint.yaml" {
		t.Errorf("release %s from %s", v, c.Release.Origin)
	}
	if v, _ := c.GPUMemory.Get(); v != 24<<30 {
		t.Errorf("gpu-memory %d", v)
	}
	resnet := c.Models["resnet"]
	if m, _ := resnet.WorkerMemory.Get(); m != 3<<30 || resnet.WorkerMemory.Origin.Span.String() != ".tslint.yaml:10:27" {
		t.Errorf("worker-memory %d at %s", m, resnet.WorkerMemory.Origin)
	}
	if d, _ := resnet.LatencyP95.Get(); d != 400*time.Millisecond || resnet.LatencyMax != nil {
		t.Errorf("latency-p95 %s", d)
	}
	want := map[string]any{"max-delay-ms": 200, "margin": 7 * time.Second, "grain": 7 * time.Millisecond, "floor": model.Bytes(300 << 20), "share": 0.25, "loud": true, "mode": "offline"}
	got := c.Rules["batch-delay-high"].Params
	for name, v := range want {
		if got[name] != v {
			t.Errorf("%s is %v, want %v", name, got[name], v)
		}
	}
	if extra, _ := got["extra"].([]string); !slices.Equal(extra, []string{"a", "b"}) {
		t.Errorf("extra is %v", got["extra"])
	}
}

// All faults of a file are said at once, each where it stands.
func TestConfigFaults(t *testing.T) {
	_, err := parse(`version: 2
profil: strict
fail-on: fatal
torchserve-version: 0.9.9
rules:
  batch-delay-hihg: off
  batch-delay-high: {max-delay: 5, margin: soon, share: x, loud: 1, extra: a, severity: bad}
  shutdown: {margin: 5}
  batching: maybe
models:
  resnet: {latency-p95: 400, worker-memory: 3Gb, mode: batch, memory: 1Gi}
  bert: 5
version: 1
`)
	var faults lint.ConfigError
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	want := []string{
		".tslint.yaml:1:10 version 2 is not known; want 1",
		".tslint.yaml:2:1 unknown key profil; did you mean profile?",
		`.tslint.yaml:3:10 "fatal" is not known here; want error, info, never, warning`,
		".tslint.yaml:4:21 torchserve-version: there is no TorchServe 0.9.9; did you mean 0.9.0?",
		".tslint.yaml:6:3 there is no rule or family batch-delay-hihg; did you mean batch-delay-high?",
		".tslint.yaml:7:22 unknown key max-delay; did you mean max-delay-ms?",
		".tslint.yaml:7:44 margin: want a duration such as 5s or 300ms, got soon",
		".tslint.yaml:7:57 share: want a number, got x",
		".tslint.yaml:7:66 loud: want true or false, got 1",
		".tslint.yaml:7:76 extra: want a list, got a",
		`.tslint.yaml:7:89 "bad" is not known here; want on, off, error, warning, info or a mapping`,
		".tslint.yaml:8:14 unknown key margin; want one of severity",
		`.tslint.yaml:9:13 "maybe" is not known here; want on, off, error, warning, info or a mapping`,
		".tslint.yaml:11:25 latency-p95: want a duration such as 5s or 300ms, got 400",
		".tslint.yaml:11:45 worker-memory: want a size such as 300Mi or 2Gi, got 3Gb",
		".tslint.yaml:11:56 mode: want online or offline, got batch",
		".tslint.yaml:11:63 unknown key memory; want one of artifact-size, latency-max, latency-p95, load-time, mode, payload-max, peak-concurrency, response-max, worker-gpu-memory, worker-memory, worker-memory-peak",
		".tslint.yaml:12:9 bert is no mapping",
		".tslint.yaml:13:1 version is set twice",
	}
	var got []string
	for _, f := range faults {
		got = append(got, f.At.String()+" "+f.Message)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	const first = ".tslint.yaml:1:10: error: version 2 is not known; want 1\n    1 | version: 2\n      |          ^\n"
	if !strings.HasPrefix(err.Error(), first) {
		t.Errorf("got %s", err)
	}
}

func TestConfigShapes(t *testing.T) {
	for data, want := range map[string]string{
		"":                           ".tslint.yaml:1:1 it is empty",
		"# nothing\n":                ".tslint.yaml:1:1 it is empty",
		"profile: strict\n":          ".tslint.yaml:1:1 version is missing",
		"[1]\n":                      ".tslint.yaml:1:1 the configuration is no mapping",
		"version: 1\nrules: [a]\n":   ".tslint.yaml:2:8 rules is no mapping",
		"version: 1\n---\na: 1\n":    ".tslint.yaml:2:1 a second document begins here",
		"version: 1\nmodels: {a\n":   ".tslint.yaml:",
		"version: 1\nrules:\n":       "rules is no mapping",
		"version: 1\nfail-on: [a]\n": ".tslint.yaml:2:10 ",
	} {
		_, err := parse(data)
		var faults lint.ConfigError
		if !errors.As(err, &faults) || !strings.Contains(faults[0].At.String()+" "+faults[0].Message, want) {
			t.Errorf("%q: got %v, want %s", data, err, want)
		}
	}
}

func TestRuns(t *testing.T) {
	off, on := lint.Setting{Off: true}, lint.Setting{}
	recommended, strict := catalogue[0], catalogue[1]
	for name, test := range map[string]struct {
		config lint.Config
		rule   *lint.Rule
		want   bool
	}{
		"recommended by default":           {lint.Config{}, recommended, true},
		"strict not by default":            {lint.Config{}, strict, false},
		"strict by profile":                {lint.Config{Profile: lint.Strict}, strict, true},
		"strict by its id":                 {lint.Config{Rules: map[string]lint.Setting{"prestop-missing": on}}, strict, true},
		"strict by its family":             {lint.Config{Rules: map[string]lint.Setting{"shutdown": on}}, strict, true},
		"off by family":                    {lint.Config{Rules: map[string]lint.Setting{"batching": off}}, recommended, false},
		"id before family":                 {lint.Config{Rules: map[string]lint.Setting{"batching": off, "batch-delay-high": on}}, recommended, true},
		"flag before file":                 {lint.Config{Rules: map[string]lint.Setting{"batch-delay-high": off}, Enable: []string{"batching"}}, recommended, true},
		"disabled":                         {lint.Config{Disable: []string{"batching"}}, recommended, false},
		"enabled id, disabled family":      {lint.Config{Disable: []string{"batching"}, Enable: []string{"batch-delay-high"}}, recommended, true},
		"only another":                     {lint.Config{Only: []string{"shutdown"}}, recommended, false},
		"only this, whatever the file has": {lint.Config{Only: []string{"batch-delay-high"}, Rules: map[string]lint.Setting{"batching": off}}, recommended, true},
		"only a strict one":                {lint.Config{Only: []string{"shutdown"}}, strict, true},
	} {
		if got := test.config.Runs(test.rule); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestFindConfig(t *testing.T) {
	files := fstest.MapFS{
		"home/.tslint.yaml":             {},
		"home/repo/.git/HEAD":           {},
		"home/repo/deploy/.tslint.yaml": {},
		"home/repo/deploy/a/app.yaml":   {},
		"home/repo/other/app.yaml":      {},
		"home/loose/sub/app.yaml":       {},
		"home/bare/.git/HEAD":           {},
		"home/bare/app.yaml":            {},
	}
	for name, test := range map[string]struct {
		home  string
		paths []string
		want  string
		fails bool
	}{
		"above, within the repository":     {"home/repo", []string{"home/repo/deploy/a/app.yaml"}, "home/repo/deploy/.tslint.yaml", false},
		"beside":                           {"home/repo", []string{"home/repo/deploy"}, "home/repo/deploy/.tslint.yaml", false},
		"never above the repository":       {"home", []string{"home/bare"}, "", false},
		"up to home without a repository":  {"home", []string{"home/loose/sub"}, "home/.tslint.yaml", false},
		"not above home":                   {"home/loose", []string{"home/loose/sub"}, "", false},
		"the same for two":                 {"home/repo", []string{"home/repo/deploy", "home/repo/deploy/a"}, "home/repo/deploy/.tslint.yaml", false},
		"for one of two":                   {"home/repo", []string{"home/repo/deploy", "home/repo/other"}, "", true},
		"two":                              {"home", []string{"home/repo/deploy", "home/loose"}, "", true},
		"a folder whose name starts alike": {"home/loo", []string{"home/loose/sub"}, "", false},
	} {
		got, err := lint.FindConfig(files, test.home, test.paths...)
		if got != test.want || (err != nil) != test.fails {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}
