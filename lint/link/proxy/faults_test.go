package proxy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/model"
)

// ingress writes an Ingress of a class with annotations, in front of the Service torchserve.
func ingress(class string, annotations ...string) string {
	if class != "" {
		class = "  ingressClassName: " + class + "\n"
	}
	return `
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: models
  annotations:
    a: b
    ` + strings.Join(annotations, "\n    ") + `
spec:
` + class + `  rules:
  - http: {paths: [{path: /, backend: {service: {name: torchserve, port: {number: 80}}}}]}
`
}

// service writes the Service torchserve with annotations.
func service(annotations ...string) string {
	return strings.Replace(torchserve, "metadata: {name: torchserve}", "metadata:\n  name: torchserve\n  annotations:\n    a: b\n    "+strings.Join(annotations, "\n    "), 1)
}

// summary writes a fault on one line.
func summary(f *model.SettingFault) string {
	verdict := "is not " + f.Grammar
	if f.Ignored {
		verdict = "is not read"
	}
	out := fmt.Sprintf("%s %s: %s [%s]", f.Name, verdict, f.Consequence, f.Effective)
	if f.Right != "" {
		out += fmt.Sprintf(" use %s %t", f.Right, f.Safe)
	}
	return out
}

// configMap writes the ConfigMap of Ingress-NGINX.
func configMap(data ...string) string {
	return `
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: ingress-nginx-controller
data:
  ` + strings.Join(data, "\n  ") + "\n"
}

const nginx = "nginx.ingress.kubernetes.io/"

// nearMisses are of each controller that reads annotations.
var nearMisses = []struct{ manifests, controller, timeout, fault string }{
	{ingress("nginx", nginx+"proxy-read-timeout: 5m"), "ingress-nginx", "60 s",
		nginx + `proxy-read-timeout is not a whole number of seconds without a unit: 60 s (the default) hold [60 s] use "300" true`},
	{ingress("nginx", nginx+`proxy-read-timeout: "300s"`), "ingress-nginx", "60 s",
		nginx + `proxy-read-timeout is not a whole number of seconds without a unit: 60 s (the default) hold [60 s] use 300 true`},
	{ingress("nginx", nginx+`proxy-read-timeout: "300"`), "ingress-nginx", "300 s", ""},
	{ingress("nginx", nginx+`proxy-read-timeout: "-1"`), "ingress-nginx", "unknown",
		nginx + `proxy-read-timeout is not 0 or above: Ingress-NGINX cannot load its configuration [nothing, as it is not applied]`},
	{ingress("nginx", nginx+`proxy-read-timeot: "300"`), "ingress-nginx", "60 s",
		nginx + `proxy-read-timeot is not read: Ingress-NGINX has no such annotation [60 s] use ` + nginx + `proxy-read-timeout true`},
	{ingress("nginx", `ingress.kubernetes.io/proxy-read-timeout: "300"`), "ingress-nginx", "60 s",
		`ingress.kubernetes.io/proxy-read-timeout is not read: annotations of Ingress-NGINX begin with ` + nginx + ` [60 s] use ` + nginx + `proxy-read-timeout true`},
	{ingress("nginx", nginx+`proxy-buffer-size: 8k`, nginx+`proxy-request-buffering: "off"`, nginx+`proxy-body-size: 8m`), "ingress-nginx", "60 s", ""},
	{ingress("nginx", `nginx.org/proxy-read-timeout: 300s`), "ingress-nginx", "60 s",
		`nginx.org/proxy-read-timeout is not read: it belongs to F5 NGINX Ingress Controller [60 s] use ` + nginx + `proxy-read-timeout false`},
	{ingress("nginx") + configMap(`proxy-read-timeout: 300`, `proxy-body-size: 8m`), "ingress-nginx", "60 s",
		`proxy-read-timeout is not a string: the API server refuses the ConfigMap; 60 s (the default) hold [60 s] use "300" true`},
	{ingress("nginx") + configMap(`proxy-read-timeout: 300s`), "ingress-nginx", "60 s",
		`proxy-read-timeout is not a whole number of seconds without a unit: 60 s (the default) hold [60 s] use "300" true`},
	{ingress("nginx", nginx+"proxy-read-timeout: 5m") + configMap(`proxy-read-timeout: "180"`), "ingress-nginx", "180 s",
		nginx + `proxy-read-timeout is not a whole number of seconds without a unit: 180 s (ConfigMap ingress-nginx-controller) hold [180 s] use "300" true`},
	{ingress("nginx") + configMap(`proxy-read-timeout: "0300"`), "ingress-nginx", "192 s",
		`proxy-read-timeout is not a decimal number, which does not begin with 0: it is read as octal: 192 s hold [192 s]`},
	{ingress("nginx") + configMap(`proxy-read-timeout: "180"`) + strings.ReplaceAll(configMap(`proxy-read-timeout: "90"`), "name: ingress-nginx", "name: inner-ingress-nginx"), "ingress-nginx", "unknown", ""},
	{ingress("nginx", `cert-manager.io/revision: 5`), "ingress-nginx", "unknown",
		`cert-manager.io/revision is not a string: the API server refuses the Ingress [nothing, as it is not applied] use "5" true`},
	{ingress("alb", `alb.ingress.kubernetes.io/load-balancer-attributes: idle_timeout.timeout_seconds=3m`), "aws-alb", "60 s",
		`alb.ingress.kubernetes.io/load-balancer-attributes idle_timeout.timeout_seconds is not a whole number of seconds without a unit: the cloud refuses it; 60 s (the default) hold [60 s] use 180 true`},
	{ingress("alb", `alb.ingress.kubernetes.io/connection-idle-timeout: "240"`), "aws-alb", "60 s",
		`alb.ingress.kubernetes.io/connection-idle-timeout is not read: AWS ALB has no such annotation [60 s] use alb.ingress.kubernetes.io/load-balancer-attributes: idle_timeout.timeout_seconds=240 false`},
	{ingress("alb", `alb.ingress.kubernetes.io/healthcheck-interval-seconds: "10"`, `alb.ingress.kubernetes.io/listen-ports: '[{"HTTP": 80}]'`), "aws-alb", "60 s", ""},
	{ingress("azure-application-gateway", `appgw.ingress.kubernetes.io/request-timeout: "90000"`), "azure-agic", "30 s",
		`appgw.ingress.kubernetes.io/request-timeout is not between 1 s and 86400 s: the cloud refuses it; 30 s (the default) hold [30 s] use 86400 false`},
	{service(`haproxy.org/timeout-server: 300`) + ingress("haproxy"), "haproxytech", "unknown",
		`haproxy.org/timeout-server is not a string: the API server refuses the Service [nothing, as it is not applied] use "300" true`},
	{service(`haproxy.org/timeout-server: 5m`) + ingress("haproxy"), "haproxytech", "300 s", ""},
	{ingress("haproxy", `haproxy-ingress.github.io/timeout-server: "300"`), "haproxy-ingress", "50 s",
		`haproxy-ingress.github.io/timeout-server is not a whole number with one of the units us, ms, s, m, h, d: 50 s (the default) hold [50 s] use 300s false`},
	{service(`konghq.com/read-timeout: "0"`) + ingress("kong"), "kong", "unknown",
		`konghq.com/read-timeout is not between 1 ms and 2147483.646 s: Kong reports an error and sets nothing up [nothing, as it is not applied]`},
	{service() + ingress("kong", `konghq.com/read-timeout: "180000"`), "kong", "60 s",
		`konghq.com/read-timeout is not read: Kong reads it on the Service only [60 s] use konghq.com/read-timeout on the Service false`},
	{ingress("contour", `projectcontour.io/response-timeout: "180"`), "contour", "15 s",
		`projectcontour.io/response-timeout is not a duration with units (180s, 3m) or infinity: 15 s (the default) hold [15 s] use 180s false`},
	{ingress("contour", `projectcontour.io/response-timeout: infinity`), "contour", "300 s", ""},
	{ingress("apisix", `k8s.apisix.apache.org/upstream-connect-timeout: 3m`, `k8s.apisix.apache.org/upstream-read-timeout: "180"`), "apisix", "60 s",
		`k8s.apisix.apache.org/upstream-connect-timeout is not a whole number of seconds, with or without an s: 60 s (the default) hold [60 s] use 180s true`},
	{ingress("traefik", nginx+`proxy-body-size: 8m`), "traefik", "no limit",
		nginx + `proxy-body-size is not read: it belongs to Ingress-NGINX [no limit]`},
}

func TestFaults(t *testing.T) {
	for _, c := range nearMisses {
		if !strings.Contains(c.manifests, "kind: Service") {
			c.manifests += torchserve
		}
		hop := hopOf(t, clusterOf(t, c.manifests), c.controller)
		if got := hop.Timeout.Cite().Text; got != c.timeout {
			t.Errorf("%s: timeout %s, want %s", c.manifests, got, c.timeout)
		}
		var got []string
		for _, f := range hop.Faults {
			got = append(got, summary(f))
		}
		if strings.Join(got, "\n") != c.fault {
			t.Errorf("%s: got\n%s\nwant\n%s", c.manifests, strings.Join(got, "\n"), c.fault)
		}
	}
}
