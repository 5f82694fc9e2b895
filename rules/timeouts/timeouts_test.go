package timeouts_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/rules/timeouts"
)

// found runs one rule on files, which are judged by a release and by what is declared of the
// model a, and returns what it finds, as FILE:LINE severity.
func found(t *testing.T, rule, release, declared string, files map[string]string) string {
	t.Helper()
	own := "version: 1\n"
	if release != "" {
		own += "torchserve-version: \"" + release + "\"\n"
	}
	if declared != "" {
		own += "models: {a: {" + declared + "}}\n"
	}
	files = maps.Clone(files)
	files[lint.ConfigName] = own
	return linttest.Found(t, timeouts.Rules, rule, "", files)
}

const (
	head   = "model_store=/m\nload_models=a=a.mar\n"
	config = "config.properties"
	yaml   = "model-config.yaml"
)

// A test is a config.properties, whose third line is the first of properties, and a
// model-config.yaml; none where yaml is empty.
type test struct{ rule, release, declared, properties, yaml, want string }

func run(t *testing.T, tests []test) {
	t.Helper()
	for _, c := range tests {
		files := map[string]string{config: head + c.properties + "\n"}
		if c.yaml != "" {
			files[yaml] = c.yaml + "\n"
		}
		if got := found(t, c.rule, c.release, c.declared, files); got != c.want {
			t.Errorf("%s of %q and %q, {%s} in %q: %q, want %q", c.rule, c.properties, c.yaml, c.declared, c.release, got, c.want)
		}
	}
}

func models(params string) string { return `models={"a":{"1.0":{` + params + "}}}" }

func TestClientTimeoutShort(t *testing.T) {
	const rule, at = "client-timeout-short", yaml + ":1 warning"
	const of = "clientTimeoutInMills: 200\nbatchSize: %d\nmaxBatchDelay: %d"
	run(t, []test{
		{rule, "0.9.0", "", "", fmt.Sprintf(of, 2, 200), at},
		{rule, "0.9.0", "", "", fmt.Sprintf(of, 2, 201), at},
		{rule, "0.9.0", "", "", fmt.Sprintf(of, 2, 199), ""},
		{rule, "0.9.0", "", "", fmt.Sprintf(of, 1, 200), ""}, // one request is no batch
		{rule, "0.8.0", "", "", fmt.Sprintf(of, 2, 200), at},
		{rule, "0.7.1", "", "", fmt.Sprintf(of, 2, 200), ""}, // no YAML before 0.8.0
		{rule, "", "", "", fmt.Sprintf(of, 2, 200), yaml + ":1 info"},
		{rule, "0.9.0", "", models(`"batchSize":4,"maxBatchDelay":300`), "clientTimeoutInMills: 200", at},
		{rule, "0.9.0", "latency-max: 201ms", "", "clientTimeoutInMills: 200", at},
		{rule, "0.9.0", "latency-max: 200ms", "", "clientTimeoutInMills: 200", ""},
		{rule, "0.9.0", "latency-max: 1h", "", "clientTimeoutInMills: 0", ""}, // never
		{rule, "0.9.0", "latency-max: 1h", "", "clientTimeoutInMills: -1", ""},
		{rule, "0.9.0", "latency-max: 1h", "", "clientTimeoutInMills: \"200\"", ""}, // text is dropped
		{rule, "0.9.0", "", "", "clientTimeoutInMills: 1", ""},                      // nothing is known to be slower
	})
}

// TestClientTimeoutBehindProxies has ways of nginx to two ports of the same pod.
func TestClientTimeoutBehindProxies(t *testing.T) {
	ingress := func(name, port, seconds string) string {
		return "---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: " + name + ", annotations: {nginx.ingress.kubernetes.io/proxy-read-timeout: \"" + seconds +
			"\"}}\nspec: {ingressClassName: nginx, defaultBackend: {service: {name: a, port: {number: " + port + "}}}}\n"
	}
	const app = "apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: {app: a}}\nspec:\n  containers:\n  - name: ts\n    image: pytorch/torchserve:0.9.0-cpu\n    args: [torchserve, --foreground, --ts-config, /c/config.properties]\n" +
		"---\napiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: a}, ports: [{name: i, port: 8080}, {name: m, port: 8081}]}\n"
	const addresses = "inference_address=http://0.0.0.0:8080\nmanagement_address=http://0.0.0.0:8081\n"
	for _, c := range []struct{ name, more, want string }{
		{"shorter than the proxy", ingress("i", "8080", "31"), yaml + ":1 warning"},
		{"as long as the proxy", ingress("i", "8080", "30"), ""},
		{"longer than the shortest of two", ingress("i", "8080", "300") + ingress("j", "8080", "20"), ""},
		{"the proxy of management", ingress("m", "8081", "300"), ""},
		{"no proxy", "", ""},
	} {
		files := map[string]string{"app.yaml": app + c.more, config: addresses + head, yaml: "clientTimeoutInMills: 30000\n"}
		if got := found(t, "client-timeout-short", "", "", files); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestResponseTimeoutShort(t *testing.T) {
	const rule, at = "response-timeout-short", config + ":3 warning"
	run(t, []test{
		{rule, "0.9.0", "", "default_response_timeout=4", "", at},
		{rule, "0.9.0", "", "default_response_timeout=5", "", ""},
		{rule, "0.9.0", "", "default_response_timeout=0", "", ""}, // left to int-value-out-of-range
		{rule, "0.9.0", "", "default_response_timeout=four", "", ""},
		{rule, "0.9.0", "", models(`"responseTimeout":4`), "", at},
		{rule, "0.4.0", "", models(`"responseTimeout":4`), "", ""}, // models is not read before 0.4.1
		{rule, "0.4.1", "", models(`"responseTimeout":4`), "", at},
		{rule, "0.8.0", "", models(`"responseTimeout":4`), "", ""},             // nor in 0.8.0 without a YAML
		{rule, "0.9.0", "", "default_response_timeout=4", "minWorkers: 1", ""}, // the YAML's 120 s hold
		{rule, "0.7.1", "", "default_response_timeout=4", "minWorkers: 1", at},
		{rule, "0.9.0", "", "", "responseTimeout: 4", yaml + ":1 warning"},
		{rule, "0.11.1", "", "", "responseTimeout: 4\nstartupTimeout: 60", yaml + ":1 warning"},
		{rule, "0.12.0", "", "", "responseTimeout: 4\nstartupTimeout: 60", ""},
		{rule, "0.12.0", "", "", "responseTimeout: 4", yaml + ":1 warning"},
		{rule, "0.12.0", "", "default_response_timeout=1\ndefault_startup_timeout=60", "", ""},
		{rule, "0.12.0", "", "", "responseTimeout: 4\nasyncCommunication: true", ""}, // nobody measures it
		{rule, "0.9.0", "latency-max: 120s", "", "", ""},
		{rule, "0.9.0", "latency-max: 121s", "", "", config + ":2 warning"},
		{rule, "0.9.0", "latency-max: 1s", "default_response_timeout=2", "", ""}, // declared beats usual
		{rule, "0.12.0", "latency-max: 5s", "", "responseTimeout: 4\nstartupTimeout: 60", yaml + ":1 warning"},
	})
}

func TestRetryWindowShort(t *testing.T) {
	const rule = "retry-window-short"
	run(t, []test{
		{rule, "0.9.0", "", "", "maxRetryTimeoutInSec: 60\nresponseTimeout: 60", yaml + ":1 warning"},
		{rule, "0.9.0", "", "", "maxRetryTimeoutInSec: 61\nresponseTimeout: 60", ""},
		{rule, "0.9.0", "", "", "maxRetryTimeoutInSec: 120", yaml + ":1 warning"}, // 120 s by default
		{rule, "0.9.0", "", "", "maxRetryTimeoutInSec: 121", ""},
		{rule, "0.9.0", "", "", "responseTimeout: 299", ""},
		{rule, "0.9.0", "", "", "responseTimeout: 300", yaml + ":1 warning"},
		{rule, "0.9.0", "", "", "minWorkers: 1", ""}, // both are defaults
		{rule, "0.11.1", "", "", "maxRetryTimeoutInSec: 60\nresponseTimeout: 60\nstartupTimeout: 10", yaml + ":1 warning"},
		{rule, "0.12.0", "", "", "maxRetryTimeoutInSec: 60\nresponseTimeout: 60\nstartupTimeout: 10", ""},
		{rule, "0.12.0", "", "", "maxRetryTimeoutInSec: 60\nresponseTimeout: 10\nstartupTimeout: 60", yaml + ":1 warning"},
		{rule, "0.7.1", "", "", "maxRetryTimeoutInSec: 60\nresponseTimeout: 60", ""},
		{rule, "0.9.0", "load-time: 400s", "", "minWorkers: 1", lint.ConfigName + ":3 warning"},
		{rule, "0.9.0", "", "", "maxRetryTimeoutInSec: 3000000\nresponseTimeout: 60", ""}, // int-value-out-of-range says why
		{rule, "0.9.0", "", "default_response_timeout=400", "", ""},                       // no YAML among the inputs
	})
}

func TestStartupTimeoutShort(t *testing.T) {
	const rule, at = "startup-timeout-short", config + ":2 warning"
	run(t, []test{
		{rule, "0.9.0", "load-time: 120s", "", "", ""},
		{rule, "0.9.0", "load-time: 121s", "", "", at},
		{rule, "0.9.0", "load-time: 121s", "default_response_timeout=121", "", ""},
		{rule, "0.12.0", "load-time: 121s", "default_response_timeout=121", "", at},
		{rule, "0.12.0", "load-time: 121s", "default_startup_timeout=121", "", ""},
		{rule, "0.11.1", "load-time: 121s", "default_startup_timeout=121", "", at}, // not read before 0.12.0
		{rule, "0.12.0", "load-time: 121s", "default_startup_timeout=121", "minWorkers: 1", yaml + ":1 warning"},
		{rule, "0.12.0", "load-time: 121s", "", "startupTimeout: 121", ""},
		{rule, "0.12.0", "load-time: 121s", "", "startupTimeout: 120", yaml + ":1 warning"},
		{rule, "0.9.0", "artifact-size: 21000Mi", "", "", ""}, // 105 s at 200Mi a second, and 15 s
		{rule, "0.9.0", "artifact-size: 21200Mi", "", "", at},
		{rule, "0.9.0", "artifact-size: 21200Mi, load-time: 1s", "", "", ""}, // declared beats estimated
		{rule, "0.9.0", "", "default_response_timeout=1", "", ""},            // nothing is known of its size
	})
}

func TestYAMLShadowsTimeout(t *testing.T) {
	const rule, at = "yaml-shadows-timeout", config + ":3 error"
	run(t, []test{
		{rule, "0.8.0", "", "default_response_timeout=300", "minWorkers: 1", at},
		{rule, "0.7.1", "", "default_response_timeout=300", "minWorkers: 1", ""},
		{rule, "0.9.0", "", "default_response_timeout=120", "minWorkers: 1", ""}, // what holds anyway
		{rule, "0.9.0", "", "default_response_timeout=121", "minWorkers: 1", at},
		{rule, "0.9.0", "", "default_response_timeout=119", "minWorkers: 1", at},
		{rule, "0.9.0", "", "default_response_timeout=300", "responseTimeout: 300", ""},
		{rule, "0.9.0", "", "default_response_timeout=300", "", ""},
		{rule, "0.9.0", "", models(`"responseTimeout":300`), "minWorkers: 1", at},
		{rule, "0.9.0", "", models(`"responseTimeout":120`), "minWorkers: 1", ""},
		{rule, "0.11.1", "", "default_startup_timeout=300", "responseTimeout: 60", ""},
		{rule, "0.12.0", "", "default_startup_timeout=300", "responseTimeout: 60", at},
		{rule, "0.12.0", "", "default_startup_timeout=300", "startupTimeout: 300", ""},
		{rule, "0.12.0", "", "default_response_timeout=300", "startupTimeout: 300", at},
		{rule, "", "", "default_response_timeout=300", "minWorkers: 1", config + ":3 warning"},
	})
}
