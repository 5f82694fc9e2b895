package batching_test

import (
	"fmt"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/rules/batching"
)

const (
	config = "config.properties"
	yaml   = "model-config.yaml"
)

// A test is one model, a: the parameters of models={...}, on line 3 of config.properties, a
// model-config.yaml and what is declared of the model.
type test struct{ rule, release, params, yaml, declared, want string }

func run(t *testing.T, more map[string]string, tests []test) {
	t.Helper()
	for _, c := range tests {
		files := map[string]string{
			config:          "model_store=store\nload_models=a=a\nmodels={\"a\":{\"1.0\":{" + c.params + "}}}\ndefault_workers_per_model=2\n",
			lint.ConfigName: "version: 1\ntorchserve-version: \"" + c.release + "\"\nmodels: {a: {" + c.declared + "}}\n",
		}
		if c.yaml != "" {
			files[yaml] = c.yaml + "\n"
		}
		for name, data := range more {
			files[name] = data
		}
		if got := found(t, c.rule, files); got != c.want {
			t.Errorf("%s of {%s}, %q and {%s} in %s: %q, want %q", c.rule, c.params, c.yaml, c.declared, c.release, got, c.want)
		}
	}
}

func found(t *testing.T, rule string, files map[string]string) string {
	t.Helper()
	return linttest.Found(t, batching.Rules, rule, "", files)
}

const (
	inModels = config + ":3 "
	inYAML   = yaml + ":1 "
)

func delay(batch, ms int) string { return fmt.Sprintf(`"batchSize":%d,"maxBatchDelay":%d`, batch, ms) }

func TestBatchDelayHigh(t *testing.T) {
	const rule = "batch-delay-high"
	run(t, nil, []test{
		{rule, "0.9.0", delay(2, 501), "", "", inModels + "warning"},
		{rule, "0.9.0", delay(2, 500), "", "", ""},
		{rule, "0.9.0", delay(1, 5000), "", "", ""}, // one request is no batch
		{rule, "0.4.1", delay(2, 501), "", "", inModels + "warning"},
		{rule, "0.4.0", delay(2, 501), "", "", ""},
		{rule, "0.8.0", delay(2, 501), "", "", ""}, // without a YAML 0.8.0 ignores both
		{rule, "0.8.0", delay(2, 501), "minWorkers: 1", "", inModels + "warning"},
		{rule, "0.9.0", delay(2, 501), "maxBatchDelay: 500", "", ""},
		{rule, "0.9.0", delay(2, 500), "maxBatchDelay: 501", "", inYAML + "warning"},
		{rule, "0.9.0", delay(2, 500), "maxBatchDelay: 0\nbatchSize: 4", "", ""}, // 0 counts as absent
		{rule, "0.9.0", delay(2, 500), "maxBatchDelay: \"501\"", "", ""},         // so does text
		{rule, "0.9.0", delay(2, 0), "", "", ""},
		{rule, "0.9.0", delay(2, 501), "", "mode: offline", ""},
		{rule, "0.9.0", delay(2, 501), "", "mode: online", inModels + "warning"},
		{rule, "0.9.0", delay(2, 101), "", "latency-p95: 200ms", inModels + "warning"},
		{rule, "0.9.0", delay(2, 100), "", "latency-p95: 200ms", ""},
		{rule, "0.9.0", delay(2, 600), "", "latency-p95: 2s", ""}, // declared beats usual
		{rule, "0.11.0", delay(2, 501), "sequenceBatching: true", "", ""},
	})
}

func TestBatchDelayNoop(t *testing.T) {
	const rule = "batch-delay-noop"
	run(t, nil, []test{
		{rule, "0.9.0", delay(1, 99), "", "", inModels + "info"},
		{rule, "0.9.0", delay(1, 100), "", "", ""},
		{rule, "0.9.0", delay(1, 101), "", "", inModels + "info"},
		{rule, "0.9.0", delay(2, 50), "", "", ""},
		{rule, "0.9.0", `"maxBatchDelay":50`, "", "", inModels + "info"}, // batches of 1 by default
		{rule, "0.9.0", `"maxBatchDelay":50`, "batchSize: 2", "", ""},
		{rule, "0.9.0", `"batchSize":2`, "batchSize: 1\nmaxBatchDelay: 50", "", yaml + ":2 info"},
		{rule, "0.9.0", "", "", "", ""},
	})
}

func TestBatchHandlerUnsupported(t *testing.T) {
	const rule, at = "batch-handler-unsupported", inModels + "error"
	manifest := func(handler string) map[string]string {
		return map[string]string{"store/a/MAR-INF/MANIFEST.json": `{"model":{"modelName":"a","handler":"` + handler + `"}}`}
	}
	run(t, manifest("text_classifier"), []test{
		{rule, "0.9.0", delay(2, 50), "", "", at},
		{rule, "0.9.0", delay(1, 50), "", "", ""},
		{rule, "0.8.0", delay(2, 50), "", "", ""}, // ignored there without a YAML
	})
	for _, handler := range []string{"text_classifier.py", "text_classifier:handle", "my_text_classifier", "image_classifier"} {
		run(t, manifest(handler), []test{{rule, "0.9.0", delay(2, 50), "", "", ""}})
	}
	run(t, nil, []test{{rule, "0.9.0", delay(2, 50), "", "", ""}}) // the archive is not among the inputs
}

func TestQueueTooSmall(t *testing.T) {
	const rule = "queue-too-small"
	const of = `"batchSize":8,"minWorkers":2,"maxWorkers":2`
	run(t, nil, []test{
		{rule, "0.9.0", of, "jobQueueSize: 15", "", inYAML + "warning"},
		{rule, "0.9.0", of, "jobQueueSize: 16", "", ""},
		{rule, "0.8.0", of, "jobQueueSize: 15", "", ""}, // not read before 0.8.1: 100 places
		{rule, "0.8.1", of, "jobQueueSize: 15", "", inYAML + "warning"},
		{rule, "0.9.0", of, "jobQueueSize: 15\nuseJobTicket: true", "", ""}, // refused on purpose
		{rule, "0.9.0", of, "jobQueueSize: 15\nuseJobTicket: false", "", inYAML + "warning"},
		{rule, "0.9.0", of, "jobQueueSize: 0", "", ""},
		{rule, "0.9.0", of, "jobQueueSize: 15", "peak-concurrency: 31", ""}, // 16 in flight and 15 wait
		{rule, "0.9.0", of, "jobQueueSize: 15", "peak-concurrency: 32", inYAML + "warning"},
		{rule, "0.9.0", of, "", "peak-concurrency: 116", ""}, // 100 places by default
		{rule, "0.9.0", of, "", "peak-concurrency: 117", config + ":2 warning"},
		{rule, "0.9.0", `"batchSize":51,"minWorkers":2`, "", "", config + ":2 warning"},
		{rule, "0.9.0", `"batchSize":50,"minWorkers":2`, "", "", ""},
	})
}

func TestSequenceBatchingIncomplete(t *testing.T) {
	const rule, at = "sequence-batching-incomplete", inYAML + "error"
	const on, idle, most = "sequenceBatching: true", "\nsequenceMaxIdleMSec: 5000", "\nmaxNumSequence: 4"
	run(t, nil, []test{
		{rule, "0.11.0", "", on, "", at},
		{rule, "0.10.0", "", on, "", ""}, // not known there
		{rule, "0.11.0", "", on + idle + most, "", ""},
		{rule, "0.11.0", "", on + idle, "", at},
		{rule, "0.11.0", "", on + most, "", at},
		{rule, "0.11.0", "", on + "\nsequenceMaxIdleMSec: 0" + most, "", at},
		{rule, "0.11.0", "", on + "\nsequenceMaxIdleMSec: 1" + most, "", ""},
		{rule, "0.11.0", "", "sequenceBatching: false" + idle, "", ""},
		{rule, "0.11.0", "", "sequenceBatching: yes", "", at}, // YAML 1.1
	})
}

// TestQueueTooDeep has an nginx that gives up after 10 s in front of one worker.
func TestQueueTooDeep(t *testing.T) {
	const app = "apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: {app: a}}\nspec:\n  containers:\n  - name: ts\n    image: pytorch/torchserve:0.9.0-cpu\n    args: [torchserve, --foreground, --ts-config, /c/config.properties]\n" +
		"---\napiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: a}, ports: [{port: 8080}, {name: m, port: 8081}]}\n"
	way := func(port, seconds string) string {
		return "---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: i" + port + ", annotations: {nginx.ingress.kubernetes.io/proxy-read-timeout: \"" + seconds + "\"}}\nspec: {ingressClassName: nginx, defaultBackend: {service: {name: a, port: {number: " + port + "}}}}\n"
	}
	for _, c := range []struct{ name, queue, declared, more, want string }{
		{"twice the patience", "20", "latency-p95: 1s", way("8080", "10"), ""},
		{"more than twice", "21", "latency-p95: 1s", way("8080", "10"), config + ":5 warning"},
		{"a quarter of the timeout", "1", "", way("8080", "10"), config + ":5 warning"}, // 120 s / 4 = 30 s
		{"offline", "21", "latency-p95: 1s, mode: offline", way("8080", "10"), ""},
		{"management only", "21", "latency-p95: 1s", way("8081", "1"), ""},
		{"no proxy", "1000", "latency-p95: 1s", "", ""},
	} {
		files := map[string]string{
			"app.yaml":      app + c.more,
			config:          "inference_address=http://0.0.0.0:8080\nmanagement_address=http://0.0.0.0:8081\nload_models=a=a.mar\ndefault_workers_per_model=1\njob_queue_size=" + c.queue + "\n",
			lint.ConfigName: "version: 1\nmodels: {a: {" + c.declared + "}}\n",
		}
		if got := found(t, "queue-too-deep", files); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
