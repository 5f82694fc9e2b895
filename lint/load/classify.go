package load

import (
	"path"
	"regexp"
	"strings"
)

// interesting reports whether a file met while walking is worth a look at what it holds.
func interesting(base string) bool {
	lower := strings.ToLower(base)
	switch path.Ext(lower) {
	case ".yaml", ".yml", ".json", ".conf", ".mar":
		return lower != ".tslint.yaml"
	}
	return strings.Contains(lower, ".properties") || isArchive(lower) || isRequirements(lower) || lower == "nginx.conf"
}

// meant reports whether a file that is of no kind was likely meant for TorchServe.
func meant(name string) bool {
	base := strings.ToLower(path.Base(name))
	return path.Ext(base) == ".mar" || strings.Contains(base, "config.properties") || strings.HasPrefix(base, "model-config") || strings.HasPrefix(base, "model_config")
}

func isArchive(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasSuffix(lower, ".mar") || strings.HasSuffix(lower, ".tar.gz") || strings.HasSuffix(lower, ".tgz")
}

func isRequirements(base string) bool {
	return strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt")
}

var (
	topKey      = regexp.MustCompile(`(?m)^["']?([A-Za-z_][A-Za-z0-9_.-]*)["']?[ \t]*:(?:\s|$)`)
	jsonKind    = regexp.MustCompile(`"kind"\s*:\s*"[A-Za-z]+"`)
	servingKey  = regexp.MustCompile(`(?m)^[ \t]*(?:inference_address|management_address|metrics_address|grpc_(?:inference|management)_(?:port|address)|load_models|model_store|model_snapshot|models|default_workers_per_model|default_(?:response|startup)_timeout|job_queue_size|number_of_netty_threads|netty_client_threads|enable_envvars_config|install_py_dep_per_model|max_re(?:quest|sponse)_size|allowed_urls|disable_token_authorization|enable_model_api|metrics_mode|vmargs|batch_size|number_of_gpu|service_envelope)[ \t]*[=: \t]`)
	nginxBlock  = regexp.MustCompile(`(?m)^\s*(?:http|server|upstream|location\s+\S+(?:\s+\S+)?)\s*\{`)
	envoyKey    = regexp.MustCompile(`(?m)^["']?static_resources["']?\s*:`)
	traefikKey  = regexp.MustCompile(`(?m)^(?:entryPoints|entrypoints|serversTransport)\s*:`)
	traefikDone = regexp.MustCompile(`(?m)^(?:providers|api|log|certificatesResolvers)\s*:`)
)

// modelKeys are keys of a model-config.yaml that no other program's YAML has at its top.
var modelKeys = map[string]bool{
	"minWorkers": true, "maxWorkers": true, "batchSize": true, "maxBatchDelay": true, "responseTimeout": true, "startupTimeout": true,
	"deviceIds": true, "parallelType": true, "parallelLevel": true, "torchrun": true, "maxRetryTimeoutInSec": true,
	"clientTimeoutInMills": true, "jobQueueSize": true, "useJobTicket": true, "continuousBatching": true, "sequenceBatching": true,
	"asyncCommunication": true, "min_workers": true, "max_workers": true, "max_batch_delay": true, "response_timeout": true,
}

// otherTop are keys that show that a YAML file belongs to another program.
var otherTop = []string{"services", "apiVersion", "kind", "jobs", "stages", "image", "replicaCount", "vllm_config", "general_settings", "swagger", "openapi"}

// Classify says what a file is by what it holds; its name only decides where that leaves
// several answers.
func Classify(name, data string) Kind {
	base := strings.ToLower(path.Base(name))
	head := data[:min(len(data), 64<<10)]
	switch ext := path.Ext(base); {
	case isRequirements(base):
		return Requirements
	case ext == ".conf" || base == "nginx.conf":
		if nginxBlock.MatchString(head) {
			return NginxConf
		}
	case strings.Contains(base, ".properties"):
		if servingKey.MatchString(head) || namedConfig(base) {
			return Properties
		}
		return Unknown
	case ext == ".json":
		return classifyJSON(data)
	case ext == ".yaml" || ext == ".yml" || ext == "" || strings.HasPrefix(base, "<"):
		return classifyYAML(base, data)
	}
	return Unknown
}

// namedConfig reports whether a file without any key of TorchServe is one all the same: an
// empty or broken config.properties is worth reading.
func namedConfig(base string) bool { return strings.HasPrefix(base, "config.properties") }

func classifyJSON(data string) Kind {
	if strings.Contains(data, `"apiVersion"`) && jsonKind.MatchString(data) {
		return Manifest
	}
	if strings.Contains(data, `"static_resources"`) {
		return EnvoyConf
	}
	return Unknown
}

func classifyYAML(base, data string) Kind {
	head := data[:min(len(data), 64<<10)]
	if strings.HasPrefix(strings.TrimLeft(head, " \t\r\n"), "{") {
		return classifyJSON(data)
	}
	if strings.Contains(data, "apiVersion:") && strings.Contains(data, "kind:") || strings.Contains(data, `"apiVersion"`) && strings.Contains(data, `"kind"`) {
		return Manifest
	}
	top := map[string]bool{}
	serving := false
	for _, m := range topKey.FindAllStringSubmatch(head, 400) {
		top[m[1]] = true
		serving = serving || modelKeys[m[1]]
	}
	switch {
	case envoyKey.MatchString(head):
		return EnvoyConf
	case traefikKey.MatchString(head) && traefikDone.MatchString(head):
		return TraefikConf
	case strings.HasPrefix(base, "model-config") || strings.HasPrefix(base, "model_config"):
		if foreign(top) {
			return Unknown
		}
		return ModelConfig
	case serving && !foreign(top):
		return ModelConfig
	case strings.HasPrefix(base, "<") && servingKey.MatchString(head):
		return Properties
	}
	return Unknown
}

func foreign(top map[string]bool) bool {
	for _, k := range otherTop {
		if top[k] {
			return true
		}
	}
	return top["model_list"] // of a language model gateway
}
