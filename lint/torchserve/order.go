package torchserve

import "github.com/torchserve-lint/tslint/lint/model"

// A Layer is one place that a setting of a model can come from.
type Layer string

// Layers, for models that are loaded at start. The management API is not among them: what it
// sets is gone at the next start.
const (
	FromSnapshot Layer = "model_snapshot"
	FromYAML     Layer = "model-config.yaml"
	FromPair     Layer = "model-config.yaml, minWorkers and maxWorkers together"
	FromJSON     Layer = "models"
	FromServer   Layer = "server" // default_response_timeout, default_workers_per_model, job_queue_size, ...
	FromBuiltIn  Layer = "built-in"
	FromYAMLOnly Layer = "built-in, because there is a model-config.yaml" // 120 s, whatever the server says
)

// Order returns the layers of a setting of a model that is loaded at start, the first that
// says something wins (facts: precedence.md 3). hasYAML says that the archive has a
// model-config.yaml; restored that model_snapshot names the model. setting is a key of model-config.yaml.
func Order(setting string, r model.Release, hasYAML, restored bool) []Layer {
	hasYAML = hasYAML && r.AtLeast("0.8.0")
	if restored && setting != "jobQueueSize" {
		return snapshotOrder(setting, r)
	}
	switch setting {
	case "minWorkers", "maxWorkers":
		return layers(FromPair, hasYAML, FromJSON, r.AtLeast("0.4.1"), FromServer, true)
	case "batchSize", "maxBatchDelay":
		// 0.8.0 has no branch for archives without a YAML: it forgets models={...}.
		json := r.AtLeast("0.4.1") && (r.Before("0.8.0") || r.AtLeast("0.8.1") || hasYAML)
		return layers(FromYAML, hasYAML, FromJSON, json, FromBuiltIn, true)
	case "responseTimeout", "startupTimeout":
		if hasYAML {
			return []Layer{FromYAML, FromYAMLOnly, FromJSON, FromServer} // the last two only to be beaten
		}
		json := r.AtLeast("0.4.1") && (r.Before("0.8.0") || r.AtLeast("0.8.1"))
		return layers(FromJSON, json, FromServer, true, FromBuiltIn, true)
	case "jobQueueSize":
		return layers(FromYAML, hasYAML && r.AtLeast("0.8.1"), FromServer, true, FromBuiltIn, true)
	}
	return layers(FromYAML, hasYAML, FromBuiltIn, true, "", false)
}

// snapshotOrder is the order for a model that model_snapshot names: its numbers hold alone. From 0.12.0 on the
// timeouts may be missing.
func snapshotOrder(setting string, r model.Release) []Layer {
	if setting == "startupTimeout" || setting == "responseTimeout" && r.AtLeast("0.12.0") {
		return []Layer{FromSnapshot, FromBuiltIn}
	}
	return []Layer{FromSnapshot}
}

func layers(a Layer, hasA bool, b Layer, hasB bool, c Layer, hasC bool) (out []Layer) {
	for _, l := range []struct {
		layer Layer
		has   bool
	}{{a, hasA}, {b, hasB}, {c, hasC}} {
		if l.has {
			out = append(out, l.layer)
		}
	}
	return out
}

// A Role is one of the listeners.
type Role struct {
	Name     string // inference, management, metrics, grpc-inference, grpc-management
	Key      string // the property with its address, or of gRPC its port
	HostKey  string // of gRPC, from 0.11.0
	Since    string
	GRPC     bool
	AllHosts string // of gRPC: before this release all interfaces, whatever is set
}

// Roles returns the listeners that any release opens.
func Roles() []Role {
	return []Role{
		{Name: "inference", Key: "inference_address", Since: "0.1.0"},
		{Name: "management", Key: "management_address", Since: "0.1.0"},
		{Name: "metrics", Key: "metrics_address", Since: "0.2.0"},
		{Name: "grpc-inference", Key: "grpc_inference_port", HostKey: "grpc_inference_address", Since: "0.3.0", GRPC: true, AllHosts: "0.11.0"},
		{Name: "grpc-management", Key: "grpc_management_port", HostKey: "grpc_management_address", Since: "0.3.0", GRPC: true, AllHosts: "0.11.0"},
	}
}
