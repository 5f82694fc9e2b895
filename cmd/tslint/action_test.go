package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// An action is what action.yml says, as far as GitHub's runner runs it.
type action struct {
	Inputs map[string]struct {
		Default string `yaml:"default"`
	} `yaml:"inputs"`
	Runs struct {
		Using string       `yaml:"using"`
		Steps []actionStep `yaml:"steps"`
	} `yaml:"runs"`
}

type actionStep struct {
	Name  string            `yaml:"name"`
	Uses  string            `yaml:"uses"`
	Shell string            `yaml:"shell"`
	Run   string            `yaml:"run"`
	Env   map[string]string `yaml:"env"`
}

func readAction(t *testing.T) action {
	t.Helper()
	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Fatalf("got %+v", a)
	}
	return a
}

// What a caller gives reaches bash as variables: an expression within a script is replaced before
// bash reads it, so that a path could hold a command.
func TestActionHasNoInjection(t *testing.T) {
	a := readAction(t)
	used := map[string]bool{}
	input := regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`)
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") || strings.Contains(s.Run, "eval ") {
			t.Errorf("step %s: an expression in a script", s.Name)
		}
		for name, v := range s.Env {
			m := input.FindStringSubmatch(v)
			if m == nil || !strings.Contains(s.Run, `"$`+name+`"`) {
				t.Errorf("step %s: %s is %q", s.Name, name, v)
				continue
			}
			used[m[1]] = true
		}
	}
	for name := range a.Inputs {
		if !used[name] {
			t.Errorf("the input %s is never used", name)
		}
	}
}

// runner runs the steps of the action that are scripts, as GitHub does.
type runner struct {
	action    action
	temp, dir string
}

func (r runner) step(t *testing.T, s actionStep, inputs map[string]string) (out string, code int) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	c.Dir = r.dir
	c.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+root, "RUNNER_TEMP="+r.temp)
	for name, v := range s.Env {
		key := strings.TrimSuffix(strings.TrimPrefix(v, "${{ inputs."), " }}")
		value, given := inputs[key]
		if !given {
			value = r.action.Inputs[key].Default
		}
		c.Env = append(c.Env, name+"="+value)
	}
	text, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text), c.ProcessState.ExitCode()
}

func newRunner(t *testing.T) (r runner, last actionStep) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds tslint")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	r = runner{readAction(t), t.TempDir(), t.TempDir()}
	for _, s := range r.action.Runs.Steps {
		if s.Run == "" {
			continue
		}
		if s.Shell != "bash" {
			t.Errorf("step %s runs in %q", s.Name, s.Shell)
		}
		if last.Run != "" {
			if out, code := r.step(t, last, nil); code != 0 {
				t.Fatalf("step %s ends with %d:\n%s", last.Name, code, out)
			}
		}
		last = s
	}
	return r, last
}

func TestAction(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tslint, and starts a process for each row")
	}
	r, lint := newRunner(t)
	for name, data := range map[string]string{
		"good/config.properties": "inference_address=http://0.0.0.0:8080\n",
		"bad/config.properties":  "default_response_timeout=abc\n",
		"a b/config.properties":  "default_response_timeout=abc\n",
		"strict.yaml":            "version: 1\nrules:\n  int-value-malformed: off\n",
		"empty/README":           "",
		"$(touch pwned)/x.json":  "",
		"warn/config.properties": "# tslint:ignore int-value-malformed until=2020-01-01 -- ended\njob_queue_size=10\n",
	} {
		full := filepath.Join(r.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bad := "::error file=bad/config.properties,line=1,endLine=1,col=26,endColumn=29,title=int-value-malformed::"
	tests := []struct {
		name   string
		inputs map[string]string
		code   int
		want   string
	}{
		{"clean", map[string]string{"paths": "good"}, clean, ""},
		{"everything by default", nil, found, bad},
		{"found", map[string]string{"paths": "bad"}, found, bad},
		{"found, fails never", map[string]string{"paths": "bad", "fail-on": "never"}, clean, bad},
		{"warning", map[string]string{"paths": "warn"}, found, "::warning file=warn/config.properties,"},
		{"warning, fails on error", map[string]string{"paths": "warn", "fail-on": "error"}, clean, "::warning file=warn/config.properties,"},
		{"several paths", map[string]string{"paths": "good\n\nbad\n"}, found, bad},
		{"path with a blank", map[string]string{"paths": "a b"}, found, "::error file=a b/config.properties,"},
		{"glob", map[string]string{"paths": "b*/*.properties"}, found, bad},
		{"configuration", map[string]string{"paths": "bad", "config": "strict.yaml"}, clean, ""},
		{"release", map[string]string{"paths": "good", "torchserve-version": "0.9.0"}, clean, ""},
		{"no such release", map[string]string{"paths": "good", "torchserve-version": "7"}, usage, "there is no TorchServe 7"},
		{"no such profile", map[string]string{"paths": "good", "profile": "$(touch pwned)"}, usage, "there is no profile $(touch pwned)"},
		{"nothing to lint", map[string]string{"paths": "empty"}, unchecked, "nothing to lint"},
		{"command in a path", map[string]string{"paths": "$(touch pwned)\n`touch pwned`\n\"; touch pwned; \""}, unchecked, "does not exist"},
		{"flag in a path", map[string]string{"paths": "--help"}, unchecked, "--help (does not exist)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, code := r.step(t, lint, tt.inputs)
			if code != tt.code || !strings.Contains(out, tt.want) {
				t.Errorf("ends with %d, want %d and %q:\n%s", code, tt.code, tt.want, out)
			}
			if code == clean && tt.want == "" && strings.Contains(out, "::error") {
				t.Errorf("got\n%s", out)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(r.dir, "pwned")); err == nil {
		t.Error("a path was run as a command")
	}
}
