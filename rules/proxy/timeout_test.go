package proxy_test

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/rules/proxy"
)

const batched = `models={"wren":{"1.0":{"marName":"wren.mar","minWorkers":1,"maxWorkers":1,"batchSize":4,"maxBatchDelay":2000,"responseTimeout":240}}}` + "\n"

// behind is an nginx whose pods an Application Load Balancer leads to.
const behind = `
---
apiVersion: v1
kind: Service
metadata: {name: ingress-nginx-controller}
spec:
  selector: {app.kubernetes.io/name: ingress-nginx}
  ports: [{name: http, port: 80, targetPort: http}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: edge
spec:
  ingressClassName: alb
  defaultBackend: {service: {name: ingress-nginx-controller, port: {number: 80}}}
`

func read(seconds string) string { return nginx + `proxy-read-timeout: "` + seconds + `"` }

func TestProxyTimeoutShort(t *testing.T) {
	run(t, proxy.ProxyTimeoutShort, []test{
		{"equal is too short", "", files{"default_response_timeout=200\n", ingress("nginx", read("200")), ""}, []string{"app.yaml:7 error: front gives up after 200 s (" + nginx + "proxy-read-timeout), TorchServe answers wren after up to 200 s (responseTimeout)"}},
		{"a second more is not", "", files{"default_response_timeout=200\n", ingress("nginx", read("201")), ""}, nil},
		{"with the batch delay", "", files{batched, ingress("nginx", read("242")), ""}, []string{"after up to 242 s = 2 s batch delay + 240 s responseTimeout"}},
		{"more than with the delay", "", files{batched, ingress("nginx", read("243")), ""}, nil},
		{"no delay for one", "", files{strings.Replace(batched, `"batchSize":4`, `"batchSize":1`, 1), ingress("nginx", read("241")), ""}, nil},
		{"nobody wrote the time", "", files{"", ingress("nginx", ""), ""}, []string{"app.yaml:5 warning: front gives up after 60 s (" + nginx + "proxy-read-timeout, default)"}},
		{"answers are declared quick", "", files{"", ingress("nginx", ""), "models: {wren: {latency-max: 59s}}\n"}, []string{"info: "}},
		{"answers are declared slow", "", files{"", ingress("nginx", ""), "models: {wren: {latency-max: 60s}}\n"}, []string{"warning: "}},
		{"nobody waits", "", files{"default_response_timeout=200\n", ingress("nginx", ""), "models: {wren: {mode: offline}}\n"}, nil},
		{"at once", "", files{"default_response_timeout=20\n", ingress("nginx", read("0")), ""}, []string{"front gives up after 0 s"}},
		{"several ways, one proxy", "", files{"default_response_timeout=200\n", ingress("nginx", read("90"), "/", "/predictions/wren", "/ping"), ""}, []string{"app.yaml:7"}},
		{"health and management only", "", files{"default_response_timeout=200\n", ingress("nginx", "", "/ping", "/models"), ""}, nil},
		{"another model", "", files{"default_response_timeout=200\n", ingress("nginx", "", "/predictions/heron"), ""}, nil},
		{"a workflow", "", files{"default_response_timeout=200\n", ingress("nginx", "", "/wfpredict/birds"), ""}, nil},
		{"a class that nobody knows", "", files{"default_response_timeout=200\n", ingress("inhouse", ""), ""}, nil},
		{"something else on another port", "", files{"default_response_timeout=200\n", "http {\n  server {\n    location / { proxy_pass http://web:3000; }\n  }\n}\n", ""}, nil},
		{"two proxies", "", files{"default_response_timeout=200\n", ingress("nginx", read("90")) + behind, ""}, []string{"app.yaml:30 error: edge gives up after 60 s (" + alb + "load-balancer-attributes, default), first of the 2 proxies on the way"}},
		{"the inner one first", "", files{"default_response_timeout=200\n", ingress("nginx", read("30")) + behind, ""}, []string{"app.yaml:7 error: front gives up after 30 s"}},
	})
}

func TestProxyTimeoutShortOverGRPC(t *testing.T) {
	grpc := func(path, annotations string) string {
		return strings.Replace(ingress("nginx", annotations+"\n    "+nginx+"backend-protocol: GRPC", path), "targetPort: 8080", "targetPort: 7070", 1)
	}
	const methods = "/org.pytorch.serve.grpc.inference.InferenceAPIsService/"
	run(t, proxy.ProxyTimeoutShort, []test{
		{"all methods", "", files{"default_response_timeout=200\n", grpc("/", read("90")), ""}, []string{"app.yaml:7 error: front gives up after 90 s"}},
		{"predictions", "", files{"default_response_timeout=200\n", grpc(methods+"Predictions", read("90")), ""}, []string{"after up to 200 s"}},
		{"pings", "", files{"default_response_timeout=200\n", grpc(methods+"Ping", read("90")), ""}, nil},
		{"parts of a stream come without the delay", "", files{batched, grpc(methods+"StreamPredictions", read("241")), ""}, nil},
		{"a part may take as long", "", files{batched, grpc(methods+"StreamPredictions", read("240")), ""}, []string{"after up to 240 s (responseTimeout)"}},
	})
}

func TestProxyTimeoutShortFix(t *testing.T) {
	slow := "default_response_timeout=200\n"
	const conf = "http {\n  server {\n    location / {\n      proxy_pass http://wren:8080;\n    }\n  }\n}\n"
	for name, c := range map[string]struct {
		files
		old, new string
	}{
		"raised":   {files{slow, ingress("nginx", read("90")), ""}, `"90"`, `"205"`},
		"added":    {files{slow, ingress("nginx", ""), ""}, "    a: b\n", "    " + read("205") + "\n    a: b\n"},
		"a margin": {files{slow, ingress("nginx", read("90")), "rules: {proxy-timeout-short: {severity: error, margin: 60s}}\n"}, `"90"`, `"260"`},
		"nginx":    {files{slow, conf, ""}, "      proxy_pass", "      proxy_read_timeout 205s;\n      proxy_pass"},
	} {
		t.Run(name, func(t *testing.T) {
			got := patched(t, found(t, proxy.ProxyTimeoutShort, "0.9.0", c.files))
			want := strings.Replace(c.manifests, c.old, c.new, 1)
			if got = strings.TrimPrefix(got, "events {}\n"); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
	contour := "apiVersion: projectcontour.io/v1\nkind: HTTPProxy\nmetadata: {name: front}\nspec:\n  virtualhost: {fqdn: a.example.test}\n  routes:\n  - services: [{name: wren, port: 80}]\n" + service("8080", "")
	got := patched(t, found(t, proxy.ProxyTimeoutShort, "0.9.0", files{"default_response_timeout=400\n", contour, ""}))
	if want := strings.Replace(contour, "  - services", "  - timeoutPolicy:\n      response: 405s\n    services", 1); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	both := patched(t, found(t, proxy.ProxyTimeoutShort, "0.9.0", files{slow, ingress("nginx", read("90")) + behind, ""}))
	for _, part := range []string{read("205"), "  annotations:\n    " + alb + "load-balancer-attributes: idle_timeout.timeout_seconds=205\n  name: edge"} {
		if !strings.Contains(both, part) {
			t.Errorf("got:\n%s\nwant in it:\n%s", both, part)
		}
	}
	over := found(t, proxy.ProxyTimeoutShort, "0.9.0", files{"default_response_timeout=4000\n", ingress("alb", ""), ""})
	if len(over) != 1 || over[0].Fix != nil {
		t.Errorf("%d findings, want one without a fix: 4005 s are more than the load balancer takes", len(over))
	}
}
