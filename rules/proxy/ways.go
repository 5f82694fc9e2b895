package proxy

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// grpcMethods is where the methods of the inference API over gRPC begin.
const grpcMethods = "/org.pytorch.serve.grpc.inference.InferenceAPIsService/"

// predicts reports whether predictions of a model can take a route. Models of a workflow are
// not those that load at start, so that nothing is known of them.
func predicts(r *model.Route, m *model.Model) bool {
	switch r.Role {
	case "", "inference":
	case "grpc-inference":
		method, one := strings.CutPrefix(r.Path.Or("/"), grpcMethods)
		return !one || method == "" || strings.HasSuffix(method, "redictions")
	default:
		return false
	}
	path := r.Path.Or("/")
	if path == "/ping" || path == "/models" || strings.HasPrefix(path, "/wfpredict") || strings.HasPrefix(path, "/workflows") ||
		strings.HasPrefix(path, "/models/") && !strings.Contains(path, "invoke") {
		return false
	}
	rest, ok := strings.CutPrefix(path, "/predictions/")
	name, known := m.Name.Get()
	if !ok || rest == "" || !known {
		return true
	}
	only, _, _ := strings.Cut(rest, "/")
	return only == name || strings.ContainsAny(only, "(.*[{")
}

// streams reports whether a route is for answers that come in parts only.
func streams(r *model.Route) bool {
	return strings.HasSuffix(r.Path.Or("/"), "/StreamPredictions") || strings.HasSuffix(r.Path.Or("/"), "/StreamPredictions2")
}

// online reports whether clients wait for the answers of a model.
func online(m *model.Model) bool {
	return m.Declared.Mode == nil || m.Declared.Mode.Or("") != "offline"
}

// takesBodies reports whether requests with large bodies may take a route: predictions of any
// of the models.
func takesBodies(s *model.Server, r *model.Route) bool {
	for _, m := range s.Models {
		if predicts(r, m) {
			return true
		}
	}
	return len(s.Models) == 0 && predicts(r, &model.Model{Name: model.Unknown[string](model.Origin{})})
}
