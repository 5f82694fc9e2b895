package workers_test

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/rules/workers"
)

// run runs one rule on files for a release; empty: it is not known, or the image says it.
func run(t *testing.T, rule, release string, files map[string]string) []*lint.Finding {
	t.Helper()
	return linttest.Findings(t, workers.Rules, rule, release, files)
}

// found returns what one rule finds, as FILE:LINE severity.
func found(t *testing.T, rule, release string, files map[string]string) string {
	t.Helper()
	return linttest.Found(t, workers.Rules, rule, release, files)
}

const (
	head   = "model_store=/m\nload_models=a.mar\n"
	config = "config.properties"
	yaml   = "model-config.yaml"
)

func TestAsyncWorkersMultiple(t *testing.T) {
	const on = "asyncCommunication: true\n"
	for _, c := range []struct{ release, properties, yaml, want string }{
		{"0.11.1", "", on + "minWorkers: 2\nmaxWorkers: 2\n", yaml + ":1 warning"},
		{"0.12.0", "", on + "minWorkers: 2\nmaxWorkers: 2\n", yaml + ":1 warning"},
		{"0.11.0", "", on + "minWorkers: 2\nmaxWorkers: 2\n", ""},
		{"", "", on + "minWorkers: 2\nmaxWorkers: 2\n", yaml + ":1 info"},
		{"0.12.0", "", on + "minWorkers: 1\nmaxWorkers: 2\n", ""},
		{"0.12.0", "", on + "minWorkers: 2\nmaxWorkers: 2\ndeviceIds: [0, 1]\n", ""}, // a GPU for each engine
		{"0.12.0", "", "asyncCommunication: false\nminWorkers: 2\nmaxWorkers: 2\n", ""},
		{"0.12.0", "", "asyncCommunication: \"true\"\nminWorkers: 2\nmaxWorkers: 2\n", ""}, // text is no bool
		{"0.12.0", "", "asyncCommunication: yes\nminWorkers: 2\nmaxWorkers: 2\n", yaml + ":1 warning"},
		{"0.12.0", "default_workers_per_model=2\n", on, yaml + ":1 warning"},
		{"0.12.0", "default_workers_per_model=1\n", on, ""},
		{"0.12.0", "default_workers_per_model=4\n", on + "minWorkers: 1\nmaxWorkers: 1\n", ""},
		{"0.12.0", "default_workers_per_model=1\n", on + "minWorkers: 4\n", ""}, // half a pair is dropped
		{"0.12.0", "", on, ""}, // as many as the machine has: not known
	} {
		files := map[string]string{config: head + c.properties, yaml: c.yaml}
		if got := found(t, "async-workers-multiple", c.release, files); got != c.want {
			t.Errorf("%q with %q in %q: %q, want %q", c.yaml, c.properties, c.release, got, c.want)
		}
	}
}

// TestWorkersMinGTMax runs on a config.properties whose third line is models={...}.
func TestWorkersMinGTMax(t *testing.T) {
	const at = config + ":3 warning"
	for _, c := range []struct{ release, params, more, yaml, want string }{
		{"0.9.0", `"minWorkers":3,"maxWorkers":2`, "", "", at},
		{"0.9.0", `"minWorkers":2,"maxWorkers":2`, "", "", ""},
		{"0.9.0", `"minWorkers":1,"maxWorkers":2`, "", "", ""},
		{"0.9.0", `"minWorkers":"3","maxWorkers":"2"`, "", "", at}, // Gson reads text as numbers
		{"0.4.1", `"minWorkers":3,"maxWorkers":2`, "", "", at},
		{"0.4.0", `"minWorkers":3,"maxWorkers":2`, "", "", ""}, // models is not read before 0.4.1
		{"0.9.0", `"minWorkers":3`, "default_workers_per_model=2\n", "", at},
		{"0.9.0", `"minWorkers":3`, "default_workers_per_model=3\n", "", ""},
		{"0.9.0", `"minWorkers":3`, "", "", ""},                 // as many as the machine has: not known
		{"0.9.0", `"minWorkers":0,"maxWorkers":-1`, "", "", ""}, // both count as absent
		{"0.9.0", `"minWorkers":3,"maxWorkers":0`, "default_workers_per_model=2\n", "", at},
		{"0.9.0", `"minWorkers":3,"maxWorkers":2`, "", "minWorkers: 1\nmaxWorkers: 1\n", ""}, // the pair of the YAML holds
		{"0.9.0", `"minWorkers":3,"maxWorkers":2`, "", "responseTimeout: 60\n", at},
		{"0.7.1", `"minWorkers":3,"maxWorkers":2`, "", "minWorkers: 1\nmaxWorkers: 1\n", at}, // no YAML before 0.8.0
		{"0.9.0", `"maxWorkers":1`, "default_workers_per_model=2\n", "", ""},
	} {
		files := map[string]string{config: head + `models={"a":{"1.0":{` + c.params + "}}}\n" + c.more}
		if c.yaml != "" {
			files[yaml] = c.yaml
		}
		if got := found(t, "workers-min-gt-max", c.release, files); got != c.want {
			t.Errorf("%s with %q and %q in %q: %q, want %q", c.params, c.more, c.yaml, c.release, got, c.want)
		}
	}
}

func TestWorkersYAMLPairIgnored(t *testing.T) {
	for _, c := range []struct{ release, yaml, want string }{
		{"0.9.0", "minWorkers: 2\nmaxWorkers: 1\n", yaml + ":2 error"},
		{"0.9.0", "minWorkers: 2\nmaxWorkers: 2\n", ""},
		{"0.9.0", "minWorkers: 2\nmaxWorkers: 3\n", ""},
		{"0.9.0", "minWorkers: 2\n", yaml + ":1 error"},
		{"0.9.0", "batchSize: 1\nmaxWorkers: 2\n", yaml + ":2 error"},
		{"0.8.0", "minWorkers: 2\n", yaml + ":1 error"},
		{"0.7.1", "minWorkers: 2\n", ""},             // no YAML before 0.8.0
		{"", "minWorkers: 2\n", yaml + ":1 warning"}, // no release before 0.8.0 reads it
		{"0.9.0", "batchSize: 1\n", ""},
		{"0.9.0", "minWorkers: 0\nmaxWorkers: 0\n", ""},
		{"0.9.0", "minWorkers: 0\nmaxWorkers: 2\n", yaml + ":2 error"},
		{"0.10.0", "minWorkers: 0\nmaxWorkers: 2\n", ""},    // the least becomes 1
		{"0.9.0", "minWorkers: \"2\"\nmaxWorkers: 2\n", ""}, // left to model-config-type-ignored
		{"0.9.0", "minWorkers: 010\nmaxWorkers: 8\n", ""},   // octal in YAML 1.1
		{"0.9.0", "minWorkers: 010\nmaxWorkers: 7\n", yaml + ":2 error"},
	} {
		if got := found(t, "workers-yaml-pair-ignored", c.release, map[string]string{config: head, yaml: c.yaml}); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.yaml, c.release, got, c.want)
		}
	}
	packed := map[string]string{
		config:                          "model_store=store\nload_models=a\n",
		"store/a/MAR-INF/MANIFEST.json": `{"model":{"modelName":"a","configFile":"c.yaml"}}`,
		"store/a/c.yaml":                "minWorkers: 2\n",
	}
	if got := found(t, "workers-yaml-pair-ignored", "0.9.0", packed); got != "store/a!c.yaml:1 error" {
		t.Errorf("in an archive: %q", got)
	}
	packed["store/a/MAR-INF/MANIFEST.json"] = `{"model":{"modelName":"a"}}`
	if got := found(t, "workers-yaml-pair-ignored", "0.9.0", packed); got != "" {
		t.Errorf("in an archive whose manifest does not name it: %q", got)
	}
	packed["store/a/MAR-INF/MANIFEST.json"] = `{"model":{"modelName":"a","configFile":"c.yaml"}}`
	packed[config] = `model_snapshot={"name":"s","modelCount":1,"models":{"a":{"1.0":{"defaultVersion":true,"marName":"a","minWorkers":1,"maxWorkers":1,"batchSize":1,"maxBatchDelay":100,"responseTimeout":120}}}}` + "\nmodel_store=store\n"
	if got := found(t, "workers-yaml-pair-ignored", "0.9.0", packed); got != "" {
		t.Errorf("restored from a snapshot: %q", got)
	}
}

// pod is a Pod whose container gets properties, as lines of a ConfigMap, and env.
func pod(image, limits, env, properties string) map[string]string {
	return map[string]string{
		"pod.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  volumes: [{name: c, configMap: {name: c}}]\n  containers:\n  - name: ts\n    image: " + image +
			"\n    args: [torchserve, --foreground, --ncs, --ts-config, /etc/ts/config.properties]\n    resources: {limits: {" + limits + "}}\n    env: [" + env + "]\n    volumeMounts: [{name: c, mountPath: /etc/ts}]\n",
		"c.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config.properties: |\n    " + strings.ReplaceAll(strings.TrimSpace(properties), "\n", "\n    ") + "\n",
	}
}

// TestWorkersUnpinned says who pins the count; load_models is line 7 of c.yaml.
func TestWorkersUnpinned(t *testing.T) {
	const cpu, at = "pytorch/torchserve:0.9.0-cpu", "c.yaml:7 warning"
	for _, c := range []struct{ image, limits, env, more, want string }{
		{cpu, "cpu: 4", "", "", at},
		{cpu, "", "", "", at},
		{cpu, "cpu: 500m", "", "", at},
		{cpu, "nvidia.com/gpu: 1", "", "", at},
		{cpu, "cpu: 4", "", "default_workers_per_model=1", ""},
		{cpu, "cpu: 4", "", "default_workers_per_model=0", at}, // 0 means nobody says
		{cpu, "cpu: 4", "", `models={"a":{"1.0":{"minWorkers":1,"maxWorkers":1}}}`, ""},
		{cpu, "cpu: 4", "", `models={"a":{"1.0":{"minWorkers":1}}}`, ""},
		{cpu, "cpu: 4", "", `models={"a":{"1.0":{"minWorkers":0}}}`, at},
		{cpu, "cpu: 4", "", `models={"b":{"1.0":{"minWorkers":1}}}`, at},
		{cpu, "cpu: 4", "{name: TS_DEFAULT_WORKERS_PER_MODEL, value: \"1\"}", "", at},
		{cpu, "cpu: 4", "{name: TS_DEFAULT_WORKERS_PER_MODEL, value: \"1\"}", "enable_envvars_config=true", ""},
		{cpu, "cpu: 4", "{name: TS_DEFAULT_WORKERS_PER_MODEL, valueFrom: {secretKeyRef: {name: s, key: k}}}", "enable_envvars_config=true", ""},
		{cpu, "cpu: 4", "{name: N, value: \"2\"}", "default_workers_per_model=$$N$$", ""},
		{"pytorch/torchserve:0.1.1-cpu", "cpu: 4", "", "NUM_WORKERS=1", ""}, // read until 0.1.1
		{"pytorch/torchserve:0.2.0-cpu", "cpu: 4", "", "NUM_WORKERS=1", at},
		{"pytorch/torchserve:0.4.0-cpu", "cpu: 4", "", `models={"a":{"1.0":{"minWorkers":1}}}`, at}, // not read before 0.4.1
	} {
		files := pod(c.image, c.limits, c.env, "model_store=/m\nload_models=a.mar\n"+c.more)
		if got := found(t, "workers-unpinned", "", files); got != c.want {
			t.Errorf("%s, limits {%s}, env {%s}, %q: %q, want %q", c.image, c.limits, c.env, c.more, got, c.want)
		}
	}
}

// TestCopies says what the message takes the number from.
func TestCopies(t *testing.T) {
	for vmargs, want := range map[string]string{
		"-Xmx1g":                     "limits.cpu 2 gives 2 copies",
		"-XX:ActiveProcessorCount=3": "one per CPU gives 3 copies",
		"-XX:-UseContainerSupport":   "every CPU core that the JVM sees",
		"-XX:+UseContainerSupport":   "limits.cpu 2 gives 2 copies",
		"-XX:+UseContainerCpuShares": "limits.cpu 2 gives 2 copies",
	} {
		files := pod("pytorch/torchserve:0.9.0-cpu", "cpu: 2", "", "model_store=/m\nload_models=a.mar\nvmargs="+vmargs)
		if list := run(t, "workers-unpinned", "", files); len(list) != 1 || !strings.Contains(list[0].Message, want) {
			t.Errorf("%s: %d findings, want one with %q", vmargs, len(list), want)
		}
	}
}
