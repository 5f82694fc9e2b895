package torchserve

import "strings"

// grpcMethods is where the methods of the inference API over gRPC begin.
const grpcMethods = "/org.pytorch.serve.grpc.inference.InferenceAPIsService/"

// Predicts reports whether predictions of a model can take a way to a listener that matches a
// path, which may be a pattern. An empty role or name is not known: then they may. Models of a
// workflow are not those that load at start, so that ways to workflows do not count.
func Predicts(role, path, name string) bool {
	switch role {
	case "", "inference":
	case "grpc-inference":
		method, one := strings.CutPrefix(path, grpcMethods)
		return !one || method == "" || strings.Contains(method, "redictions")
	default:
		return false
	}
	switch {
	case path == "/ping", path == "/models", strings.HasPrefix(path, "/wfpredict"), strings.HasPrefix(path, "/workflows"):
		return false
	case strings.HasPrefix(path, "/models/") && !strings.Contains(path, "invoke"):
		return false
	}
	rest, ok := strings.CutPrefix(path, "/predictions/")
	if !ok || rest == "" || name == "" {
		return true
	}
	only, _, _ := strings.Cut(rest, "/")
	return only == name || strings.ContainsAny(only, "(.*[{")
}

// Streams reports whether a path is that of a gRPC method whose answers come in parts.
func Streams(path string) bool { return strings.HasPrefix(path, grpcMethods+"StreamPredictions") }
