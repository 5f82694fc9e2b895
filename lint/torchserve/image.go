package torchserve

import "github.com/torchserve-lint/tslint/lint/model"

// Paths of the official image.
const (
	Home       = "/home/model-server"
	BundledAt  = "/home/model-server/config.properties"
	ImageTemp  = "/home/model-server/tmp"
	ImageStore = "/home/model-server/model-store"
)

// A Line is one line of a config.properties.
type Line struct{ Key, Value string }

// Bundled returns the config.properties that the official image of a release brings.
func Bundled(r model.Release) []Line {
	out := []Line{
		{"inference_address", "http://0.0.0.0:8080"},
		{"management_address", "http://0.0.0.0:8081"},
	}
	if r.AtLeast("0.3.0") {
		out = append(out, Line{"metrics_address", "http://0.0.0.0:8082"})
	}
	if r.AtLeast("0.11.0") {
		out = append(out, Line{"grpc_inference_address", "0.0.0.0"}, Line{"grpc_management_address", "0.0.0.0"})
	}
	out = append(out, Line{"number_of_netty_threads", "32"}, Line{"job_queue_size", "1000"}, Line{"model_store", ImageStore})
	if r.AtLeast("0.5.3") {
		out = append(out, Line{"workflow_store", "/home/model-server/wf-store"})
	}
	return out
}

// JDK returns the major version of the Java that the official image of a release brings.
func JDK(r model.Release, gpu bool) int {
	switch {
	case r.AtLeast("0.6.1"):
		return 17
	case gpu && r.Before("0.1.1"):
		return 8
	}
	return 11
}

// refused are the options that JDK 17 does not start with, measured on 17.0.15, with what takes their place.
var refused = map[string]string{
	"-XX:+UseConcMarkSweepGC": "G1 is the default", "-XX:+UseParNewGC": "G1 is the default", "-XX:MaxPermSize": "nothing, there is no such memory any more",
	"-XX:+AggressiveOpts": "nothing", "-XX:+PrintGCDateStamps": "-Xlog:gc", "-XX:+UseCGroupMemoryLimitForHeap": "UseContainerSupport, on by default",
}

// RefusedOption returns what takes the place of a JVM option, given without =value, that
// a JDK does not start with.
func RefusedOption(option string, jdk int) (instead string, ok bool) {
	instead, ok = refused[option]
	return instead, ok && jdk >= 17
}
