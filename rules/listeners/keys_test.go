package listeners_test

import (
	"testing"

	"github.com/torchserve-lint/tslint/rules/listeners"
)

func TestGRPCTLSFilesMissing(t *testing.T) {
	run(t, listeners.GRPCTLSFilesMissing, []test{
		{"none", "0.3.0", "enable_grpc_ssl=true\n", "", []string{"config.properties:1 error: enable_grpc_ssl=true needs certificate_file and private_key_file; neither is set"}},
		{"a keystore", "0.9.0", "keystore=/k\nenable_grpc_ssl=TRUE\n", "", []string{"config.properties:2 error"}},
		{"no key", "0.9.0", "enable_grpc_ssl=true\ncertificate_file=/c\n", "", []string{"private_key_file is not set"}},
		{"both", "0.9.0", "enable_grpc_ssl=true\ncertificate_file=/c\nprivate_key_file=/k\n", "", nil},
		{"off", "0.9.0", "enable_grpc_ssl=yes\n", "", nil},
		{"before it is read", "0.2.0", "enable_grpc_ssl=true\n", "", nil},
		{"variables may set them", "0.9.0", "enable_envvars_config=true\nenable_grpc_ssl=true\n", "", nil},
	})
}

func TestTLSPairIncomplete(t *testing.T) {
	const https = "inference_address=https://0.0.0.0:8443\n"
	run(t, listeners.TLSPairIncomplete, []test{
		{"nothing", "0.9.0", https, "", []string{"config.properties:1 error: inference_address is https, but neither keystore nor certificate_file and private_key_file are set: the server makes a self-signed certificate, a new one at each start, and exits where it runs on JDK 17"}},
		{"no key", "0.9.0", https + "certificate_file=/c\n", "", []string{"private_key_file is not set"}},
		{"no certificate", "0.9.0", https + "private_key_file=/k\n", "", []string{"certificate_file is not set"}},
		{"a pair", "0.9.0", https + "certificate_file=/c\nprivate_key_file=/k\n", "", nil},
		{"a keystore wins", "0.9.0", https + "keystore=/k\ncertificate_file=/c\n", "", nil},
		{"no https", "0.9.0", "certificate_file=/c\n", "", nil},
		{"the listener is closed", "0.9.0", "metrics_address=https://0.0.0.0:8445\nenable_metrics_api=false\n", "", nil},
		{"JDK 11", "0.6.0", https, pod("pytorch/torchserve:0.6.0-cpu", ""), []string{"a new one at each start"}},
		{"JDK 17", "0.6.1", https, pod("pytorch/torchserve:0.6.1-cpu", ""), []string{"on JDK 17, and exits (image of 0.6.1)"}},
	})
}

func TestCORSOptionsMissing(t *testing.T) {
	const origin = "cors_allowed_origin=https://ui.example.test\n"
	run(t, listeners.CORSOptionsMissing, []test{
		{"missing", "0.9.0", origin + "cors_allowed_methods=GET,POST\n", "", []string{"config.properties:2 warning: cors_allowed_methods=GET,POST lacks OPTIONS"}},
		{"there", "0.9.0", origin + "cors_allowed_methods=GET, OPTIONS\n", "", nil},
		{"all", "0.9.0", origin + "cors_allowed_methods=*\n", "", nil},
		{"nothing is listed", "0.9.0", origin, "", nil},
		{"no origin", "0.9.0", "cors_allowed_methods=GET\n", "", nil},
	})
	for config, want := range map[string]string{"GET,POST": "GET,POST,OPTIONS", "GET, POST": "GET, POST, OPTIONS", "GET": "GET,OPTIONS"} {
		if got := fix(t, listeners.CORSOptionsMissing, test{config: origin + "cors_allowed_methods=" + config + "\n", release: "0.9.0"}); got != origin+"cors_allowed_methods="+want+"\n" {
			t.Errorf("%s: got %q, want %s", config, got, want)
		}
	}
}

func TestGRPCClientLimitLow(t *testing.T) {
	run(t, listeners.GRPCClientLimitLow, []test{
		{"above 4 MiB", "0.9.0", open + "max_response_size=4194305\n", service("7070"), []string{"config.properties:4 warning: max_response_size=4.00Mi on a gRPC deployment"}},
		{"4 MiB", "0.9.0", open + "max_response_size=4194304\n", service("7070"), nil},
		{"the default", "0.9.0", open, service("7070"), nil},
		{"REST only", "0.9.0", open + "max_response_size=50000000\n", service("8080"), nil},
		{"requests in 0.3.x", "0.3.1", open + "max_request_size=50000000\n", service("7070"), []string{"max_request_size=47.68Mi does not count for gRPC before TorchServe 0.4.0"}},
		{"requests from 0.4.0 on", "0.4.0", open + "max_request_size=50000000\n", service("7070"), nil},
	})
}

func TestGRPCAddressInvalid(t *testing.T) {
	run(t, listeners.GRPCAddressInvalid, []test{
		{"a scheme", "0.11.0", "grpc_inference_address=http://0.0.0.0\n", "", []string{"config.properties:1 error: grpc_inference_address is \"http://0.0.0.0\", which is no host (with the scheme http)"}},
		{"a port", "0.12.0", "grpc_management_address=127.0.0.1:7071\n", "", []string{"grpc_management_address is \"127.0.0.1:7071\", which is no host (with a port)"}},
		{"before it is read", "0.10.0", "grpc_inference_address=http://0.0.0.0\n", "", nil},
		{"an address", "0.11.0", "grpc_inference_address=0.0.0.0\n", "", nil},
		{"a name", "0.11.0", "grpc_inference_address=localhost\n", "", nil},
		{"six bytes and more", "0.11.0", "grpc_inference_address=::\n", "", nil},
		{"brackets", "0.11.0", "grpc_inference_address=[::1]\n", "", nil},
	})
	for config, want := range map[string]string{"http://0.0.0.0": "0.0.0.0", "grpc://0.0.0.0:7070": "0.0.0.0", "localhost:7070": "localhost", "https://host/": "host"} {
		if got := fix(t, listeners.GRPCAddressInvalid, test{config: "grpc_inference_address=" + config + "\n", release: "0.12.0"}); got != "grpc_inference_address="+want+"\n" {
			t.Errorf("%s: got %q, want %s", config, got, want)
		}
	}
}
