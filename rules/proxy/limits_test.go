package proxy_test

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/rules/proxy"
)

const (
	both  = "max_request_size=20000000\nmax_response_size=20000000\n"
	usual = "models: {wren: {payload-max: "
)

func size(limit string) string { return nginx + "proxy-body-size: " + limit }

// another leads a second path of the Ingress to another Service.
func another(manifests string) string {
	return strings.Replace(manifests, "paths: [", `paths: [{path: /upload, pathType: Prefix, backend: {service: {name: heron, port: {number: 80}}}}, `, 1)
}

func TestProxyBodyLimitLow(t *testing.T) {
	run(t, proxy.ProxyBodyLimitLow, []test{
		{"the default of the proxy", "", files{both, ingress("nginx", ""), ""}, []string{"app.yaml:5 error: front stops bodies at 1Mi (" + nginx + "proxy-body-size, default), TorchServe accepts 19.07Mi (max_request_size): 413 in between"}},
		{"a byte too few", "", files{both, ingress("nginx", size(`"19999999"`)), ""}, []string{"app.yaml:7 error"}},
		{"just enough", "", files{both, ingress("nginx", size(`"20000000"`)), ""}, nil},
		{"no limit", "", files{both, ingress("nginx", size(`"0"`)), ""}, nil},
		{"nobody raised TorchServe's", "", files{"", ingress("nginx", ""), ""}, nil},
		{"bodies are declared small", "", files{both, ingress("nginx", ""), usual + "1Mi}}\n"}, nil},
		{"bodies are declared large", "", files{"", ingress("nginx", ""), usual + "2Mi}}\n"}, []string{"requests have up to 2Mi (payload-max): 413"}},
		{"no bodies on this path", "", files{both, ingress("nginx", "", "/ping"), ""}, nil},
		{"two paths, one limit", "", files{both, ingress("nginx", "", "/", "/predictions"), ""}, []string{"app.yaml:5"}},
		{"a load balancer has none", "", files{both, ingress("alb", ""), ""}, nil},
		{"an unknown class", "", files{both, ingress("inhouse", ""), ""}, nil},
	})
}

func TestProxyBodyLimitLowFix(t *testing.T) {
	for name, c := range map[string]struct{ annotation, old, new string }{
		"added":             {"", "    a: b\n", "    " + size(`"20000000"`) + "\n    a: b\n"},
		"in quotes":         {size(`"1000000"`), "1000000", "20000000"},
		"rounded, no quote": {size("2m"), "2m", "19532k"},
	} {
		t.Run(name, func(t *testing.T) {
			m := ingress("nginx", c.annotation)
			got := patched(t, found(t, proxy.ProxyBodyLimitLow, "0.9.0", files{both, m, ""}))
			if want := strings.Replace(m, c.old, c.new, 1); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestRequestLimitLow(t *testing.T) {
	run(t, proxy.RequestLimitLow, []test{
		{"the proxy lets more pass", "", files{"", ingress("nginx", size("20m")), ""}, []string{"app.yaml:7 warning: " + nginx + "proxy-body-size lets 20Mi pass, TorchServe stops at 6553500 bytes (max_request_size, default): 413"}},
		{"both are written", "", files{"max_request_size=1048576\n", ingress("nginx", size("2m")), ""}, []string{"config.properties:5 warning: "}},
		{"equal", "", files{"max_request_size=2097152\n", ingress("nginx", size("2m")), ""}, nil},
		{"no limit", "", files{"", ingress("nginx", size(`"0"`)), ""}, nil},
		{"the default of the proxy", "", files{"max_request_size=1000\n", ingress("nginx", ""), ""}, nil},
		{"of the whole cluster", "", files{"", ingress("nginx", "") + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ingress-nginx-controller}\ndata: {proxy-body-size: 20m}\n", ""}, nil},
		{"another Service needs it", "", files{"", another(ingress("nginx", size("20m"))), ""}, nil},
		{"declared", "", files{"max_request_size=1000\n", "", usual + "1001}}\n"}, []string{"config.properties:5 warning: payload-max declares 1001 bytes"}},
		{"declared to fit", "", files{"max_request_size=1000\n", "", usual + "1000}}\n"}, nil},
		{"no number", "", files{"max_request_size=6m\n", ingress("nginx", size("20m")), ""}, nil},
	})
}

func TestResponseLimitLow(t *testing.T) {
	run(t, proxy.ResponseLimitLow, []test{
		{"only requests were raised", "", files{"max_request_size=52428800\n", "", ""}, []string{"config.properties:5 warning: max_response_size stays 6553500 bytes while max_request_size is 52428800 bytes; a larger answer kills the worker"}},
		{"both are written", "", files{"max_request_size=52428800\nmax_response_size=6553500\n", "", ""}, []string{"config.properties:6"}},
		{"to the double", "", files{"max_request_size=13107000\n", "", ""}, []string{"config.properties:5"}},
		{"by less than the double", "", files{"max_request_size=13106999\n", "", ""}, nil},
		{"another ratio", "", files{"max_request_size=13107000\n", "", "rules: {response-limit-low: {severity: warning, ratio: 3}}\n"}, nil},
		{"responses were raised too", "", files{"max_request_size=52428800\nmax_response_size=8000000\n", "", ""}, nil},
		{"nothing was raised", "", files{"", "", ""}, nil},
		{"answers are declared small", "", files{"max_request_size=52428800\n", "", "models: {wren: {response-max: 6553500}}\n"}, nil},
		{"answers are declared large", "", files{"max_response_size=1000\n", "", "models: {wren: {response-max: 1001}}\n"}, []string{"config.properties:5 warning: max_response_size is 1000 bytes, but answers have up to 1001 bytes (response-max)"}},
	})
}
