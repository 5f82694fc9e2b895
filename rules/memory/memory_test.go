package memory_test

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/rules/memory"
)

// A test is a Pod of two workers of the model a; vmargs=-Xmx1g and what the JVM takes beside it,
// 256Mi, leave the rest of the limit to them.
type test struct{ rule, limits, declared, vmargs, pod, want string }

func run(t *testing.T, archive map[string]string, tests []test) {
	t.Helper()
	for _, c := range tests {
		if c.vmargs == "" {
			c.vmargs = "-Xmx1g"
		}
		files := map[string]string{
			lint.ConfigName: "version: 1\nmodels: {a: {" + c.declared + "}}\n",
			"c.yaml":        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config.properties: |\n    model_store=/m\n    load_models=a\n    default_workers_per_model=2\n    vmargs=" + c.vmargs + "\n",
			"pod.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  volumes: [{name: c, configMap: {name: c}}, {name: t, emptyDir: {medium: Memory}}]\n  containers:\n  - name: side\n    image: envoyproxy/envoy:v1.30.0\n    resources: {limits: {memory: 1Mi}}\n" +
				"  - name: ts\n    image: pytorch/torchserve:0.9.0-cpu\n    args: [torchserve, --foreground, --ncs, --ts-config, /etc/ts/config.properties]\n    resources: {limits: {" + c.limits + "}}\n    volumeMounts: [{name: c, mountPath: /etc/ts}" + c.pod + "]\n",
		}
		for name, data := range archive {
			files[name] = data
		}
		if got := linttest.Found(t, memory.Rules, c.rule, "", files); got != c.want {
			t.Errorf("%s of limits {%s}, {%s}, %s: %q, want %q", c.rule, c.limits, c.declared, c.vmargs, got, c.want)
		}
	}
}

const at = "c.yaml:8 "

func TestWorkersExceedMemory(t *testing.T) {
	const rule = "workers-exceed-memory"
	run(t, nil, []test{
		// 2 x 1Gi + 1Gi + 256Mi = 3328Mi
		{rule, "memory: 3328Mi", "worker-memory: 1Gi", "", "", ""},
		{rule, "memory: 3327Mi", "worker-memory: 1Gi", "", "", at + "error"},
		{rule, "memory: 3.25Gi", "worker-memory: 1Gi", "", "", ""},
		{rule, "memory: \"3489660928\"", "worker-memory: 1Gi", "", "", ""}, // 3328Mi in bytes
		{rule, "memory: \"3489660927\"", "worker-memory: 1Gi", "", "", at + "error"},
		{rule, "memory: 3490M", "worker-memory: 1Gi", "", "", ""},
		{rule, "memory: 3489M", "worker-memory: 1Gi", "", "", at + "error"},
		{rule, "memory: 3328Mi", "worker-memory: 1025Mi", "", "", at + "error"},
		{rule, "memory: 3328Mi", "worker-memory: 1Gi", "-Xmx1024m", "", ""},
		{rule, "memory: 3328Mi", "worker-memory: 1Gi", "-Xmx1025m", "", at + "error"},
		{rule, "memory: 3328Mi", "worker-memory: 1Gi", "-XX:MaxHeapSize=1025m", "", at + "error"},
		{rule, "memory: 3328Mi", "worker-memory: 1Gi", "-Xmx1g -XX:MaxDirectMemorySize=1m", "", at + "error"},
		{rule, "memory: 4Gi", "worker-memory: 1408Mi", "-Xms1g", "", ""}, // a quarter of 4Gi, 256Mi and the workers
		{rule, "memory: 4Gi", "worker-memory: 1409Mi", "-Xms1g", "", at + "error"},
		{rule, "memory: 4Gi", "worker-memory: 1Gi", "-XX:MaxRAMPercentage=44", "", at + "error"},
		{rule, "", "worker-memory: 100Gi", "", "", ""},            // left to memory-limit-missing
		{rule, "memory: 1Gi", "worker-memory: 100Gi", "", "", ""}, // left to jvm-heap-exceeds-limit
		// estimates: 2 x 300Mi + 1Gi + 256Mi = 1880Mi
		{rule, "memory: 2090Mi", "", "", "", ""},
		{rule, "memory: 2088Mi", "", "", "", at + "warning"}, // 90 %
		{rule, "memory: 1880Mi", "", "", "", at + "warning"},
		{rule, "memory: 1568Mi", "", "", "", at + "warning"},
		{rule, "memory: 1566Mi", "", "", "", at + "error"}, // 120 %
	})
}

// TestExtracted has 64 MiB of weights, in an archive that is extracted into memory or not.
func TestExtracted(t *testing.T) {
	const rule, temp = "workers-exceed-memory", ", {name: t, mountPath: /home/model-server/tmp}"
	archive := map[string]string{
		"store/a/MAR-INF/MANIFEST.json": `{"model":{"modelName":"a","handler":"image_classifier","serializedFile":"w.pt"}}`,
		"store/a/w.pt":                  strings.Repeat("w", 64<<20),
	}
	run(t, archive, []test{
		{rule, "memory: 3328Mi", "worker-memory: 1Gi", "", "", ""},
		{rule, "memory: 3328Mi", "worker-memory: 1Gi", "", temp, at + "error"},
		{rule, "memory: 3393Mi", "worker-memory: 1Gi", "", temp, ""},
		{rule, "memory: 3328Mi", "worker-memory: 1Gi", "", ", {name: t, mountPath: /dev/shm}", ""},
	})
}

func TestLoadPeakExceedsMemory(t *testing.T) {
	const rule = "load-peak-exceeds-memory"
	run(t, nil, []test{
		// 2 x 2Gi + 1Gi + 256Mi = 5376Mi
		{rule, "memory: 5376Mi", "worker-memory: 1Gi, worker-memory-peak: 2Gi", "", "", ""},
		{rule, "memory: 5375Mi", "worker-memory: 1Gi, worker-memory-peak: 2Gi", "", "", at + "warning"},
		{rule, "memory: 3328Mi", "worker-memory: 1Gi, worker-memory-peak: 2Gi", "", "", at + "warning"},
		{rule, "memory: 3327Mi", "worker-memory: 1Gi, worker-memory-peak: 2Gi", "", "", ""}, // left to workers-exceed-memory
		{rule, "memory: 5375Mi", "worker-memory-peak: 2Gi", "", "", at + "warning"},
		{rule, "memory: 1900Mi", "worker-memory: 300Mi", "", "", ""}, // neither size nor peak is known
		{rule, "", "worker-memory-peak: 200Gi", "", "", ""},
	})
	eager := func(modelFile string) map[string]string {
		return map[string]string{
			"store/a/MAR-INF/MANIFEST.json": `{"model":{"modelName":"a","handler":"image_classifier","serializedFile":"w.pt"` + modelFile + `}}`,
			"store/a/w.pt":                  strings.Repeat("w", 64<<20),
			"store/a/m.py":                  "",
		}
	}
	// 2 x (300Mi + 2 x 64Mi) + 1280Mi = 2136Mi, and 2008Mi once loaded
	run(t, eager(`,"modelFile":"m.py"`), []test{
		{rule, "memory: 2136Mi", "", "", "", ""},
		{rule, "memory: 2135Mi", "", "", "", at + "warning"},
		{rule, "memory: 2135Mi", "worker-memory: 364Mi", "", "", ""}, // declared: nothing is estimated
	})
	run(t, eager(""), []test{{rule, "memory: 2135Mi", "", "", "", ""}}) // TorchScript is read once
}
