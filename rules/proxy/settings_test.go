package proxy_test

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/rules/proxy"
)

func TestProxySettingIgnored(t *testing.T) {
	run(t, proxy.ProxySettingIgnored, []test{
		{"of another controller", "", files{"", ingress("nginx", "haproxy.org/timeout-server: 300s"), ""}, []string{"app.yaml:7 error: haproxy.org/timeout-server is not read by Ingress-NGINX: it belongs to "}},
		{"of an old prefix", "", files{"", ingress("nginx", `kubernetes.io/proxy-read-timeout: "300"`), ""}, []string{"kubernetes.io/proxy-read-timeout is not read by Ingress-NGINX: annotations of Ingress-NGINX begin with " + nginx + "; effective is 60 s"}},
		{"a name that never was one", "", files{"", ingress("alb", alb+`idle-timeout: "300"`), ""}, []string{alb + "idle-timeout is not read by AWS ALB; effective is 60 s"}},
		{"once for two paths", "", files{"", ingress("alb", alb+`idle-timeout: "300"`, "/", "/predictions"), ""}, []string{"app.yaml:7"}},
		{"read", "", files{"", ingress("nginx", read("300")), ""}, nil},
		{"something else of another", "", files{"", ingress("nginx", "alb.ingress.kubernetes.io/scheme: internal"), ""}, nil},
		{"a class that nobody knows", "", files{"", ingress("inhouse", "haproxy.org/timeout-server: 300s"), ""}, nil},
	})
}

func TestProxySettingInvalid(t *testing.T) {
	run(t, proxy.ProxySettingInvalid, []test{
		{"a unit", "", files{"", ingress("nginx", nginx+"proxy-read-timeout: 120s"), ""}, []string{"app.yaml:7 error: " + nginx + "proxy-read-timeout=120s is not a whole number of seconds without a unit; 60 s (the default) hold"}},
		{"no string", "", files{"", ingress("nginx", nginx+"proxy-read-timeout: 120"), ""}, []string{"is not a string; the API server refuses the Ingress"}},
		{"out of range", "", files{"", ingress("alb", alb+"load-balancer-attributes: idle_timeout.timeout_seconds=4001"), ""}, []string{alb + "load-balancer-attributes idle_timeout.timeout_seconds=4001 is not between 1 s and 4000 s"}},
		{"the largest", "", files{"", ingress("alb", alb+"load-balancer-attributes: idle_timeout.timeout_seconds=4000"), ""}, nil},
		{"a unit where one is right", "", files{"", ingress("haproxy", "haproxy-ingress.github.io/timeout-server: 300s"), ""}, nil},
		{"twice in one block", "", files{"", "http {\n  server {\n    location / {\n      proxy_pass http://wren:8080;\n      proxy_read_timeout 300s;\n      proxy_read_timeout 200s;\n    }\n  }\n}\n", ""}, []string{"nginx.conf:7 error: nginx.conf does not work with nginx: proxy_read_timeout stands twice in one block"}},
		{"in front of something else", "", files{"", ingress("nginx", nginx+"proxy-read-timeout: 120s") + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: wren}}\nspec: {containers: [{name: web, image: nginx}]}\n", ""}, nil},
	})
}

func TestProxySettingFixes(t *testing.T) {
	m := ingress("nginx", nginx+"proxy-read-timeout: 120s")
	if got, want := patched(t, found(t, proxy.ProxySettingInvalid, "0.9.0", files{"", m, ""})), strings.Replace(m, "120s", `"120"`, 1); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	m = ingress("nginx", `ingress.kubernetes.io/proxy-read-timeout: "120"`)
	if got, want := patched(t, found(t, proxy.ProxySettingIgnored, "0.9.0", files{"", m, ""})), strings.Replace(m, "ingress.kube", "nginx.ingress.kube", 1); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestHealthcheckPathUnserved(t *testing.T) {
	path := func(p string) string { return alb + "healthcheck-path: " + p }
	gke := func(probe string) string {
		m := ingress("", "kubernetes.io/ingress.class: gce")
		return strings.Replace(m, "  ingressClassName: \n", "", 1) + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: wren, labels: {app: wren}}\n" +
			"spec: {containers: [{name: server, image: 'pytorch/torchserve:0.9.0-cpu', args: [torchserve, --ts-config, /c/config.properties], " + probe + "}]}\n"
	}
	run(t, proxy.HealthcheckPathUnserved, []test{
		{"the default", "", files{"", ingress("alb", ""), ""}, []string{"app.yaml:5 error: front checks / on port 8080: TorchServe answers 405"}},
		{"a port by name", "", files{"", strings.Replace(ingress("alb", ""), "targetPort: 8080", "targetPort: rest", 1) + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: wren, labels: {app: wren}}\n" +
			"spec: {containers: [{name: server, image: 'pytorch/torchserve:0.9.0-cpu', args: [torchserve, --ts-config, /c/config.properties], ports: [{name: rest, containerPort: 8080}]}]}\n", ""}, []string{"front checks / on port 8080"}},
		{"models on the inference port", "", files{"", ingress("alb", path("/models")), ""}, []string{"app.yaml:7 error: front checks /models on port 8080: TorchServe answers 404"}},
		{"served", "", files{"", ingress("alb", path("/ping")), ""}, nil},
		{"served elsewhere", "", files{"management_address=http://0.0.0.0:8081\n", ingress("alb", path("/models")+"\n    "+alb+`healthcheck-port: "8081"`), ""}, nil},
		{"the status counts", "", files{"", ingress("alb", alb+"success-codes: 200,405"), ""}, nil},
		{"a range with the status", "", files{"", ingress("alb", alb+"success-codes: 200-499"), ""}, nil},
		{"a range without it", "", files{"", ingress("alb", alb+"success-codes: 200-404"), ""}, []string{"app.yaml:5"}},
		{"a plug-in may serve it", "", files{"plugins_path=/p\n", ingress("alb", path("/healthz")), ""}, nil},
		{"a path of nobody's", "", files{"", ingress("alb", path("/healthz")), ""}, []string{"front checks /healthz on port 8080: TorchServe answers 404"}},
		{"a slash more", "", files{"", ingress("alb", path("/ping/")), ""}, nil},
		{"nginx has no check", "", files{"", ingress("nginx", ""), ""}, nil},
		{"the probe takes its place", "", files{"", gke("readinessProbe: {httpGet: {path: /ping, port: 8080}}"), ""}, nil},
		{"no probe takes its place", "", files{"", gke("readinessProbe: {exec: {command: [a]}}"), ""}, []string{"front checks / on port 8080: TorchServe answers 405"}},
	})
}

func TestProxyGRPCProtocolMissing(t *testing.T) {
	to := func(m, port string) string { return strings.Replace(m, "targetPort: 8080", "targetPort: "+port, 1) }
	run(t, proxy.ProxyGRPCProtocolMissing, []test{
		{"HTTP/1", "", files{"", to(ingress("nginx", ""), "7070"), ""}, []string{"app.yaml:5 error: front sends HTTP/1 to gRPC port 7070: every call fails"}},
		{"HTTPS", "", files{"", to(ingress("nginx", nginx+"backend-protocol: HTTPS"), "7070"), ""}, []string{"app.yaml:7"}},
		{"gRPC", "", files{"", to(ingress("nginx", nginx+"backend-protocol: GRPC"), "7070"), ""}, nil},
		{"gRPC over TLS", "", files{"", to(ingress("nginx", nginx+"backend-protocol: GRPCS"), "7070"), ""}, nil},
		{"REST", "", files{"", ingress("nginx", ""), ""}, nil},
		{"before there was gRPC", "0.2.0", files{"", to(ingress("nginx", ""), "7070"), ""}, nil},
		{"the Service says it", "", files{"", to(ingress("nginx", ""), "7070, appProtocol: kubernetes.io/h2c"), ""}, nil},
		{"a class that nobody knows", "", files{"", to(ingress("inhouse", ""), "7070"), ""}, nil},
		{"only bytes pass", "", files{"", strings.Replace(service("7070", ""), "spec:", "spec:\n  type: LoadBalancer\n  loadBalancerClass: service.k8s.aws/nlb", 1), ""}, nil},
		{"a load balancer", "", files{"", to(ingress("alb", alb+"backend-protocol-version: GRPC"), "7070"), ""}, nil},
	})
	m := to(ingress("nginx", ""), "7070")
	if got, want := patched(t, found(t, proxy.ProxyGRPCProtocolMissing, "0.9.0", files{"", m, ""})), strings.Replace(m, "    a: b\n", "    "+nginx+"backend-protocol: GRPC\n    a: b\n", 1); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if list := found(t, proxy.ProxyGRPCProtocolMissing, "0.9.0", files{"", another(m), ""}); len(list) != 1 || list[0].Fix != nil {
		t.Errorf("%v: want one finding without a fix, as another Service is behind it", heads(list))
	}
}
