package config_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/rules/config"
)

// found runs one rule on files for a release and returns what it finds, as LINE severity; empty
// release: it is not known, or the image says it.
func found(t *testing.T, rule, release string, files map[string]string) string {
	t.Helper()
	var out []string
	for _, f := range linttest.Findings(t, config.Rules, rule, release, files) {
		s := f.At.Place()
		line, _ := s.File.Line(s.Start)
		out = append(out, fmt.Sprintf("%d %s", line, f.Severity))
	}
	return strings.Join(out, ", ")
}

const head = "model_store=/m\nload_models=a.mar\n"

// TestProperties runs rules on config.properties alone, whose third line is the one in question.
func TestProperties(t *testing.T) {
	for _, c := range []struct{ rule, release, line, want string }{
		{"config-key-duplicate", "0.9.0", "load_models=a.mar", "3 info"},
		{"config-key-duplicate", "0.9.0", "load_models=b.mar", "3 warning"},
		{"config-key-duplicate", "0.9.0", "Load_models=b.mar", ""},
		{"config-key-inert", "0.3.1", "workflow_store=/w", ""},
		{"config-key-inert", "0.4.0", "workflow_store=/w", "3 info"},
		{"config-key-inert", "0.9.0", "workflow_store=/w", "3 info"},
		{"config-key-inert", "0.10.0", "workflow_store=/w", ""},
		{"config-key-inert", "0.9.0", "workflow_store=/home/model-server/wf-store", ""},
		{"config-key-misnamed", "0.9.0", "ts_job_queue_size=5", "3 error"},
		{"config-key-misnamed", "0.10.0", "ts_open_inference_protocol=true", ""},
		{"config-key-misnamed", "0.11.0", "disable_token_auth=true", "3 warning"},
		{"config-key-misnamed", "0.11.1", "disable_token_auth=true", "3 error"},
		{"int-value-out-of-range", "0.9.0", "number_of_netty_threads=-1", "3 error"},
		{"int-value-out-of-range", "0.9.0", "number_of_netty_threads=0", ""},
		{"int-value-out-of-range", "0.9.0", "default_workers_per_model=0", ""},
		{"int-value-out-of-range", "0.9.0", "default_workers_per_model=-1", "3 error"},
		{"int-value-out-of-range", "0.9.0", "grpc_inference_port=65535", ""},
		{"int-value-out-of-range", "0.9.0", "grpc_inference_port=65536", "3 error"},
		{"int-value-out-of-range", "0.2.0", "grpc_inference_port=65536", ""}, // not read before 0.3.0
		{"int-value-out-of-range", "0.9.0", "max_response_size=17", "3 error"},
		{"int-value-out-of-range", "0.9.0", "max_response_size=18", ""},
		{"int-value-out-of-range", "0.9.0", "metric_time_interval=0", "3 error"},
		{"int-value-out-of-range", "0.9.0", "metric_time_interval=0\ndisable_system_metrics=true", ""},
		{"int-value-out-of-range", "0.9.0", "job_queue_size=0\njob_queue_size=5", ""},
		{"int-value-out-of-range", "0.11.1", "default_startup_timeout=0", ""},
		{"int-value-out-of-range", "0.12.0", "default_startup_timeout=0", "3 error"},
		{"key-not-in-version", "0.7.1", "metrics_format=prometheus", ""},
		{"key-not-in-version", "0.8.0", "metrics_format=prometheus", "3 warning"},
		{"key-not-in-version", "0.8.0", "metrics_format=prometheus\nmetrics_mode=prometheus", "3 info"},
		{"key-not-in-version", "0.7.1", "metrics_mode=prometheus", "3 warning"},
		{"key-not-in-version", "0.8.0", "metrics_mode=prometheus", ""},
		{"key-not-in-version", "0.9.0", "metrics_mode=legacy", "3 warning"},
		{"key-not-in-version", "0.10.0", "metrics_mode=legacy", ""},
		{"key-not-in-version", "0.11.1", "default_startup_timeout=60", "3 warning"},
		{"key-not-in-version", "0.12.0", "default_startup_timeout=60", ""},
		{"key-not-in-version", "0.11.0", "disable_token_authorization=true", "3 info"},
		{"key-not-in-version", "0.11.0", "disable_token_authorization=false", "3 warning"},
		{"key-not-in-version", "0.11.1", "disable_token_authorization=true", ""},
		{"key-not-in-version", "0.10.0", "grpc_inference_address=0.0.0.0", "3 info"},
		{"key-not-in-version", "", "metrics_format=prometheus", ""},
		{"placeholder-unset", "0.9.0", "job_queue_size=$$QUEUE$$", ""}, // any container may set it
		{"placeholder-unset", "0.9.0", "plugins_path=$$P$$", ""},       // one character is no name
		{"placeholder-unset", "0.9.0", "plugins_path=${PLUGINS}", ""},
		{"placeholder-unset", "0.9.0", "vmargs=-Xmx$$HEAP$$", "3 error"},
		{"properties-encoding-invalid", "0.9.0", "# caf\xc3\xa9", ""},
		{"properties-encoding-invalid", "0.9.0", "# caf\xe9", "3 error"},
		{"properties-encoding-invalid", "0.9.0", `x=\u00e9`, ""},
		{"properties-encoding-invalid", "0.9.0", `x=\u00g9`, "3 error"},
		{"server-key-in-model-entry", "0.9.0", `models={"a":{"1.0":{"job_queue_size":5}}}`, "3 warning"},
		{"server-key-in-model-entry", "0.9.0", `models={"a":{"1.0":{"batchSize":5,"version":"2"}}}`, ""},
		{"value-unit-wrong", "0.9.0", "default_response_timeout=10000", "3 warning"},
		{"value-unit-wrong", "0.9.0", "default_response_timeout=9999", ""},
		{"value-unit-wrong", "0.9.0", "max_request_size=4095", "3 warning"},
		{"value-unit-wrong", "0.9.0", "max_request_size=4096", ""},
		{"value-unit-wrong", "0.9.0", "default_response_timeout=0", ""},
		{"vmargs-malformed", "0.9.0", "vmargs=-Xmx1g \\", "3 error"},
		{"vmargs-malformed", "0.9.0", `vmargs="-Xmx1g -Xms1g"`, "3 error"},
		{"vmargs-malformed", "0.9.0", "vmargs=-Xmx9", "3 error"},
		{"vmargs-malformed", "0.9.0", "vmargs=-Xmx9000000", ""},
		{"vmargs-malformed", "0.9.0", "vmargs=-cp /x --add-opens java.base/java.nio=ALL-UNNAMED @/etc/java.opts", ""},
		{"vmargs-malformed", "0.9.0", `vmargs=-Dname="a b"`, "3 error"},
		{"vmargs-malformed", "0.9.0", "vmargs: -Xmx9", ""}, // not read at all
		{"vmargs-not-read", "0.9.0", "vmargs=-Xmx1g", ""},
		{"vmargs-not-read", "0.9.0", "vm_args=-Xmx1g", "3 warning"},
		{"vmargs-not-read", "0.9.0", "vmargs -Xmx1g", "3 warning"},
		{"vmargs-option-refused", "0.6.0", "vmargs=-XX:+UseConcMarkSweepGC", ""},
		{"vmargs-option-refused", "0.6.1", "vmargs=-XX:+UseConcMarkSweepGC", "3 warning"},
		{"vmargs-option-refused", "0.6.1", "vmargs=-XX:+PrintGCDetails", ""},
		{"vmargs-option-refused", "0.6.1", "vmargs=-XX:MaxPermSize=1g -XX:+IgnoreUnrecognizedVMOptions", ""},
	} {
		if got := found(t, c.rule, c.release, map[string]string{"config.properties": head + c.line + "\n"}); got != c.want {
			t.Errorf("%s of %q in %q: %q, want %q", c.rule, c.line, c.release, got, c.want)
		}
	}
}

// pod is a container with an image, args and lines of env, the first of which is line 11; its config
// comes from a ConfigMap.
func pod(image, args, env, properties string) map[string]string {
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  volumes: [{name: c, configMap: {name: c}}]\n  containers:\n  - name: ts\n    image: %s\n    args: %s\n    env:\n", image, args)
	for _, e := range strings.Split(env, ";") {
		k, v, _ := strings.Cut(e, "=")
		fmt.Fprintf(&b, "    - {name: %s, value: %q}\n", k, v)
	}
	b.WriteString("    volumeMounts: [{name: c, mountPath: /etc/ts}]\n")
	return map[string]string{"pod.yaml": b.String(), "config.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config.properties: |\n    " + strings.Join(strings.Split(properties, "\n"), "\n    ") + "\n"}
}

const args = "[torchserve, --start, --ncs, --ts-config, /etc/ts/config.properties]"

func TestVariables(t *testing.T) {
	const on = "enable_envvars_config=true"
	for _, c := range []struct{ rule, image, env, properties, want string }{
		{"env-not-enabled", "pytorch/torchserve:0.9.0-cpu", "TS_JOB_QUEUE_SIZE=5", "model_store=/m", "11 error"},
		{"env-not-enabled", "pytorch/torchserve:0.9.0-cpu", "TS_JOB_QUEUE_SIZE=5", on, ""},
		{"env-not-enabled", "pytorch/torchserve:0.9.0-cpu", "TS_JOB_QUEUE_SIZE=5", on + " ", "11 error"},
		{"env-not-enabled", "pytorch/torchserve:0.9.0-cpu", "TS_JOB_QUEUE_SIZE=100", "model_store=/m", "11 info"},
		{"env-not-enabled", "pytorch/torchserve:0.9.0-cpu", "TS_CONFIG_FILE=/etc/ts/config.properties;TS_MODEL_SERVER_HOME=/x", "model_store=/m", ""},
		{"env-not-enabled", "pytorch/torchserve:0.11.1-cpu", "TS_DEFAULT_STARTUP_TIMEOUT=5", "model_store=/m", ""},
		{"env-not-enabled", "pytorch/torchserve:0.12.0-cpu", "TS_DEFAULT_STARTUP_TIMEOUT=5", "model_store=/m", "11 error"},
		{"env-unknown", "pytorch/torchserve:0.9.0-cpu", "TS_JOB_QUEUE_SIZE=5", on, ""},
		{"env-unknown", "pytorch/torchserve:0.9.0-cpu", "TS_ASYNC_LOGGING=true", on, "11 warning"},
		{"env-unknown", "pytorch/torchserve:0.8.2-cpu", "TS_ALLOWED_URLS=x", on, ""},
		{"env-unknown", "pytorch/torchserve:0.9.0-cpu", "TS_ALLOWED_URLS=x", on, "11 warning"},
		{"env-unknown", "pytorch/torchserve:0.9.0-cpu", "TS_ALLOWED_URLS=x", on + "\nuse_env_allowed_urls=true", ""},
		{"env-unknown", "pytorch/torchserve:0.9.0-cpu", "TS_BATCH_SIZE=5", on, "11 warning"},
		{"env-unknown", "pytorch/torchserve:0.9.0-cpu", "JAVA_TOOL_OPTIONS=-Xmx1g;TS_RUN_IN_DOCKER=True", on, ""},
		{"env-unknown", "example.test/shop/server:1", "TS_SHOP_NAME=x;MODEL_STORE=/m", on, ""},
		{"oip-variable-invalid", "pytorch/torchserve:0.9.0-cpu", "TS_OPEN_INFERENCE_PROTOCOL=true", on, ""},
		{"oip-variable-invalid", "pytorch/torchserve:0.10.0-cpu", "TS_OPEN_INFERENCE_PROTOCOL=true", on, "11 error"},
		{"oip-variable-invalid", "pytorch/torchserve:0.10.0-cpu", "TS_OPEN_INFERENCE_PROTOCOL=oip", on, ""},
		{"oip-variable-invalid", "pytorch/torchserve:0.10.0-cpu", "TS_OPEN_INFERENCE_PROTOCOL=off", on, ""},
		{"placeholder-unset", "pytorch/torchserve:0.9.0-cpu", "QUEUE_SIZE=5", "x=$$QUEUE_PLACES$$", "6 error"},
		{"placeholder-unset", "pytorch/torchserve:0.9.0-cpu", "QUEUE_PLACES=5", "x=$$QUEUE_PLACES$$", ""},
		{"placeholder-unset", "example.test/shop/torchserve:0.9.0-cpu", "QUEUE_SIZE=5", "x=$$QUEUE_PLACES$$", ""}, // the image may set it
		{"config-file-overridden", "pytorch/torchserve:0.9.0-cpu", "TS_CONFIG_FILE=/etc/ts/other.properties", "model_store=/m", "11 error"},
		{"config-file-overridden", "pytorch/torchserve:0.9.0-cpu", "TS_CONFIG_FILE=/etc/ts//config.properties", "model_store=/m", ""},
		{"config-file-missing", "pytorch/torchserve:0.9.0-cpu", "TS_CONFIG_FILE=/etc/ts/other.properties", "model_store=/m", "11 error"},
		{"config-file-missing", "pytorch/torchserve:0.9.0-cpu", "TEMP=/tmp", "model_store=/m", ""},
		{"config-file-missing", "pytorch/torchserve:0.9.0-cpu", "TS_CONFIG_FILE=/opt/ts.properties", "model_store=/m", "11 error"},
		{"config-file-missing", "example.test/shop/torchserve:0.9.0", "TS_CONFIG_FILE=/opt/ts.properties", "model_store=/m", ""}, // the image may bring it
		{"vmargs-option-refused", "pytorch/torchserve:0.9.0-cpu", "JAVA_TOOL_OPTIONS=-XX:+AggressiveOpts", "model_store=/m", "11 error"},
		{"vmargs-option-refused", "example.test/shop/torchserve:0.9.0", "JAVA_TOOL_OPTIONS=-XX:+AggressiveOpts", "model_store=/m", ""},
		{"vmargs-not-read", "pytorch/torchserve:0.9.0-cpu", "JAVA_TOOL_OPTIONS=-Xmx1g", "VMARGS=-Xmx1g", ""},
	} {
		if got := found(t, c.rule, "", pod(c.image, args, c.env, c.properties)); got != c.want {
			t.Errorf("%s of %s in %s with %q: %q, want %q", c.rule, c.env, c.image, c.properties, got, c.want)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ image, flag, want string }{
		{"pytorch/torchserve:0.11.0-cpu", "--disable-token-auth", "9 error"},
		{"pytorch/torchserve:0.11.1-cpu", "--disable-token-auth", ""},
		{"pytorch/torchserve:0.11.1-cpu", "--disable-token", ""},
		{"pytorch/torchserve:0.9.0-cpu", "--cpp-log-config=/x", "9 error"},
		{"pytorch/torchserve:0.10.0-cpu", "--cpp-log-config=/x", ""},
		{"pytorch/torchserve:0.9.0-cpu", "--model-s, /m", ""},
		{"pytorch/torchserve:0.9.0-cpu", "--model, /m", "9 error"},
		{"pytorch/torchserve:0.9.0-cpu", "--batch-size=4", "9 error"},
		{"pytorch/torchserve@sha256:00", "--disable-token-auth", ""}, // some release knows it
		{"pytorch/torchserve:0.9.0-cpu", `[sh, -c, "pip install torchserve -U && exec torchserve --start"]`, ""},
		{"pytorch/torchserve:0.9.0-cpu", `[sh, -c, "pip install torchserve -U && exec torchserve --port 80"]`, "9 error"},
	} {
		start := "[torchserve, --start, --ncs, " + c.flag + "]"
		if strings.HasPrefix(c.flag, "[") {
			start = c.flag
		}
		files := pod(c.image, start, "TEMP=/tmp", "model_store=/m")
		if got := found(t, "flag-not-in-version", "", files); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.flag, c.image, got, c.want)
		}
	}
}

func TestModelConfig(t *testing.T) {
	for _, c := range []struct{ rule, release, line, want string }{
		{"config-key-duplicate", "0.9.0", "responseTimeout: 6\nresponseTimeout: 7", "3 warning"},
		{"int-value-out-of-range", "0.9.0", "maxRetryTimeoutInSec: 2147483", ""},
		{"int-value-out-of-range", "0.9.0", "maxRetryTimeoutInSec: 2147484", "2 error"},
		{"key-not-in-version", "0.8.0", "jobQueueSize: 5", "2 warning"},
		{"key-not-in-version", "0.8.1", "jobQueueSize: 5", ""},
		{"key-not-in-version", "0.11.1", "startupTimeout: 5", "2 warning"},
		{"key-not-in-version", "0.12.0", "startupTimeout: 5", ""},
		{"key-not-in-version", "0.11.0", "parallelType: custom", "2 warning"},
		{"key-not-in-version", "0.11.1", "parallelType: custom", ""},
		{"server-key-in-model-entry", "0.9.0", "max_request_size: 5", "2 warning"},
		{"server-key-in-model-entry", "0.9.0", "handler: {max_request_size: 5}", ""},
		{"value-unit-wrong", "0.9.0", "clientTimeoutInMills: 99", "2 warning"},
		{"value-unit-wrong", "0.9.0", "clientTimeoutInMills: 100", ""},
	} {
		if got := found(t, c.rule, c.release, map[string]string{"model-config.yaml": "minWorkers: 1\n" + c.line + "\n"}); got != c.want {
			t.Errorf("%s of %q in %s: %q, want %q", c.rule, c.line, c.release, got, c.want)
		}
	}
}

// TestMark has its own files: the byte order mark stands before all else.
func TestMark(t *testing.T) {
	for first, want := range map[string]string{"model_store=/m": "1 error", "# comment": "1 info", "": "1 info"} {
		if got := found(t, "properties-encoding-invalid", "0.9.0", map[string]string{"config.properties": "\ufeff" + first + "\n" + head}); got != want {
			t.Errorf("before %q: %q, want %q", first, got, want)
		}
	}
}

func TestSorted(t *testing.T) {
	if !slices.IsSortedFunc(config.Rules, func(a, b *lint.Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the rules are not listed by ID")
	}
}
