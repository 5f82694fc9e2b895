package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// An action is what the runner of GitHub reads of action.yml.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			Name, Shell, Run string
			Env              map[string]string
		}
	}
}

// TestAction runs the steps of the action with bash, as the runner does.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	b, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, &a); err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	for _, c := range []struct {
		name, dir string
		inputs    map[string]string
		fails     bool
		says      string
	}{
		{"clean", "testdata/deployments/good", nil, false, ""},
		{"faulty", "testdata/deployments/advice", nil, true, "::error file=config.yaml,line=15,"},
		{"faulty, never fails", "testdata/deployments/advice", map[string]string{"fail-on": "never"}, false, "::error file=config.yaml,line=15,"},
		{"several paths, with blanks and stars", "testdata/deployments/advice", map[string]string{"paths": "ingress.yaml\n\nconf*.yaml\n"}, true, "::error file=ingress.yaml,line=4,"},
		{"no shell reads an input", "testdata/deployments/advice", map[string]string{"paths": "$(echo config.yaml)"}, true, ""},
		{"a release", "testdata/deployments/advice", map[string]string{"torchserve-version": "0.7.1"}, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, failed := a.run(t, root, temp, filepath.Join(root, c.dir), c.inputs)
			if failed != c.fails || !strings.Contains(out, c.says) {
				t.Errorf("failed: %t, want %t\n%s", failed, c.fails, out)
			}
		})
	}
}

// run runs the steps in a directory, and stops at one that fails.
func (a *action) run(t *testing.T, root, temp, dir string, inputs map[string]string) (out string, failed bool) {
	t.Helper()
	for _, step := range a.Runs.Steps {
		if step.Run == "" {
			continue
		}
		if strings.Contains(step.Run, "${{") {
			t.Fatalf("%s: an expression stands in the script", step.Name)
		}
		cmd := exec.Command(step.Shell, "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+root, "RUNNER_TEMP="+temp)
		for name, expression := range step.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(expression, "${{ inputs."), " }}")
			value, ok := inputs[input]
			if !ok {
				value = a.Inputs[input].Default
			}
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		b, err := cmd.CombinedOutput()
		out += string(b)
		if err != nil {
			return out, true
		}
	}
	return out, false
}
