package load

import (
	"path"
	"regexp"
	"strings"
)

// headSize is how much of a file is looked at to tell what it is, in bytes. What makes a
// manifest is looked for everywhere: comments and other documents may come first.
const headSize = 64 << 10

// Classify says what a file is by what it holds; its name decides only where that leaves
// several answers, or none.
func Classify(name, data string) Kind {
	base := strings.ToLower(path.Base(name))
	data = strings.TrimPrefix(data, "\ufeff")
	head := data[:min(len(data), headSize)]
	switch {
	case isRequirements(base):
		return Requirements
	case strings.Contains(base, ".properties"):
		return classifyProperties(base, head)
	case hasSuffix(base, ".json"), strings.HasPrefix(strings.TrimLeft(head, " \t\r\n"), "{") && isFlow(head):
		return classifyFlow(base, data)
	case isManifest(data):
		return Manifest
	case isYAML(base):
		return classifyYAML(base, head)
	case nginxBlock.MatchString(head):
		return NginxConf
	case strings.Contains(base, ".conf"):
		return Unknown
	}
	if kind := classifyProperties(base, head); kind != Unknown {
		return kind
	}
	return classifyYAML(base, head)
}

// isManifest reports whether a stream has apiVersion and kind at the top of its documents.
func isManifest(data string) bool {
	return atTop(data, "apiVersion") && atTop(data, "kind")
}

// atTop reports whether a YAML stream has a key that is indented no deeper than its first
// line; a whole document may be indented.
func atTop(data, key string) bool {
	deepest := indentation(data)
	for at := 0; ; {
		i := strings.Index(data[at:], key)
		if i < 0 {
			return false
		}
		i += at
		at = i + len(key)
		// What stands around it is looked at no further than need be: lines may be very long.
		after := strings.TrimLeft(data[at:min(len(data), at+8)], "\"' \t")
		before := strings.TrimRight(data[max(0, i-deepest-8):i], "\"'")
		line := strings.TrimRight(before, " ")
		if (line == "" || strings.HasSuffix(line, "\n")) && len(before)-len(line) <= deepest && strings.HasPrefix(after, ":") {
			return true
		}
	}
}

// indentation returns how far the first line that says something is indented.
func indentation(data string) int {
	for line := range strings.Lines(data[:min(len(data), headSize)]) {
		said := strings.TrimLeft(line, " ")
		if strings.TrimSpace(said) != "" && said[0] != '#' && said[0] != '%' && !strings.HasPrefix(said, "---") {
			return len(line) - len(said)
		}
	}
	return 0
}

var (
	flowKey     = regexp.MustCompile(`^\s*\{\s*["'}A-Za-z]`)
	flowVersion = regexp.MustCompile(`[{,\s]["']?apiVersion["']?\s*:`)
	flowKind    = regexp.MustCompile(`[{,\s]["']?kind["']?\s*:\s*["']?[A-Za-z]`)
	nginxBlock  = regexp.MustCompile(`(?m)^\s*(?:http|server|upstream\s+\S+|location\s+\S+(?:\s+\S+)?)\s*\{`)
	topKey      = regexp.MustCompile(`(?m)^["']?([A-Za-z_][A-Za-z0-9_.-]*)["']?[ \t]*:(?:\s|$)`)
)

// isFlow tells {"a": 1} from {{ a template }}.
func isFlow(head string) bool { return flowKey.MatchString(head) }

// classifyFlow tells what JSON, or YAML written like it, is.
func classifyFlow(base, data string) Kind {
	switch {
	case strings.Contains(data, "apiVersion") && flowVersion.MatchString(data) && flowKind.MatchString(data):
		return Manifest
	case strings.Contains(data, `"static_resources"`):
		return EnvoyConf
	case namedModelConfig(base):
		return ModelConfig
	}
	return Unknown
}

// own are keys of TorchServe's configuration that no other program has; common ones are
// those that others have too, of which it takes two.
var (
	own = regexp.MustCompile(`(?m)^[ \t\f]*(?:(?:inference|management|metrics)_address|grpc_(?:inference|management)_\w+|enable_grpc_ssl|` +
		`ts_open_inference_protocol|load_models|model_store|workflow_store|model_snapshot|snapshot_store|` +
		`default_(?:workers_per_model|(?:response|startup)_timeout|service_handler)|unregister_model_timeout|number_of_netty_threads|` +
		`netty_client_threads|job_queue_size|number_of_gpu|blacklist_env_vars|cors_allowed_(?:origin|methods|headers)|decode_input_request|` +
		`limit_max_image_pixels|service_envelope|model_server_home|prefer_direct_buffer|use_env_allowed_urls|install_py_dep_per_model|` +
		`enable_metrics_api|model_metrics_auto_detect|disable_system_metrics|system_metrics_cmd|metric_time_interval|use_native_io|` +
		`initial_(?:worker|distribution)_port|ipex_(?:gpu_)?enable|cpu_launcher_(?:enable|args)|cpp_log_config|token_expiration_min|` +
		`disable_token_authorization|enable_model_api|ts_header_key_sequence_\w+|enable_envvars_config|tsConfigFile)(?:[=: \t\f\r]|$)|^[ \t]*models[ \t]*[=:][ \t]*[{\\]`)
	common = regexp.MustCompile(`(?m)^[ \t\f]*(?:models|max_re(?:quest|sponse)_size|allowed_urls|async_logging|debug|metrics_(?:format|config|mode)|` +
		`keystore|keystore_(?:pass|type)|certificate_file|private_key_file|io_ratio|python|version|NUM_WORKERS|vmargs|plugins_path|` +
		`response_timeout|batch_size)[ \t\f]*[=:]`)
	dotted = regexp.MustCompile(`(?m)^[ \t\f]*[A-Za-z0-9_-]+\.[A-Za-z0-9_.-]+[ \t\f]*[=:]`)
)

// classifyProperties tells the configuration of TorchServe from that of others. A file of the
// right name is one even if it is empty or all its keys are misspelt, but not with keys that
// have dots, which TorchServe has none of.
func classifyProperties(base, head string) Kind {
	if own.MatchString(head) || len(common.FindAllString(head, 2)) == 2 {
		return Properties
	}
	if namedProperties(base) && !dotted.MatchString(head) {
		return Properties
	}
	return Unknown
}

// modelKeys are keys at the top of a model-config.yaml; those with true are of TorchServe
// alone, of the others it takes two.
var modelKeys = map[string]bool{
	"minWorkers": true, "maxBatchDelay": true, "parallelType": true, "parallelLevel": true, "torchrun": true, "maxRetryTimeoutInSec": true,
	"clientTimeoutInMills": true, "useJobTicket": true, "continuousBatching": true, "sequenceBatching": true, "asyncCommunication": true,
	"sequenceMaxIdleMSec": true, "sequenceTimeoutMSec": true, "maxSequenceJobQueueSize": true, "micro_batching": true,
	"maxWorkers": false, "batchSize": false, "responseTimeout": false, "startupTimeout": false, "deviceType": false, "deviceIds": false,
	"jobQueueSize": false, "maxNumSequence": false, "useVenv": false, "handler": false, "pt2": false,
	"min_workers": false, "max_workers": false, "batch_size": false, "max_batch_delay": false, "response_timeout": false,
}

// foreign are keys at the top of YAML files of other programs: Compose, Kubernetes, CI, Helm,
// gateways of language models, OpenAPI, Ray.
var foreign = map[string]bool{
	"services": true, "apiVersion": true, "jobs": true, "stages": true, "replicaCount": true, "vllm_config": true, "general_settings": true,
	"litellm_settings": true, "model_list": true, "swagger": true, "openapi": true, "cluster_name": true,
}

func classifyYAML(base, head string) Kind {
	top := map[string]bool{}
	for _, m := range topKey.FindAllStringSubmatch(head, 400) {
		top[m[1]] = true
	}
	score := 0
	for key := range top {
		if alone, ok := modelKeys[key]; ok {
			score++
			if alone {
				score++
			}
		}
		if foreign[key] {
			return Unknown
		}
	}
	switch {
	case top["static_resources"]:
		return EnvoyConf
	case top["entryPoints"] || top["serversTransport"] && top["providers"]:
		return TraefikConf
	case namedModelConfig(base), score >= 2 && !strings.HasPrefix(base, "values"):
		return ModelConfig
	}
	return Unknown
}
