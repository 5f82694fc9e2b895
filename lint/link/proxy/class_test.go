package proxy

import (
	"strings"
	"testing"
)

// ingressClass writes an IngressClass.
func ingressClass(name, controller string, annotations ...string) string {
	return `
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata:
  name: ` + name + `
  annotations: {` + strings.Join(annotations, ", ") + `}
spec: {controller: ` + controller + `}
`
}

func TestControllerOf(t *testing.T) {
	const byDefault = `ingressclass.kubernetes.io/is-default-class: "true"`
	legacy := func(class string) string { return `kubernetes.io/ingress.class: ` + class }
	for _, c := range []struct{ name, manifests, want string }{
		{"convention", ingress("nginx"), "ingress-nginx"},
		{"convention of AKS", ingress("webapprouting.kubernetes.azure.com"), "ingress-nginx"},
		{"controller string beats name", ingress("nginx") + ingressClass("nginx", "nginx.org/ingress-controller"), "f5-nginx-ingress"},
		{"controller string with a part", ingress("edge") + ingressClass("edge", "haproxy.org/ingress-controller/edge"), "haproxytech"},
		{"controller string that is longer", ingress("edge") + ingressClass("edge", "haproxy.org/ingress-controllers"), ""},
		{"unknown controller string, annotations or not", ingress("edge", nginx+"proxy-body-size: 8m") + ingressClass("edge", "example.test/edge"), ""},
		{"unknown name, known annotations", ingress("nginx-internal", nginx+"proxy-body-size: 8m"), "ingress-nginx"},
		{"unknown name", ingress("internal"), ""},
		{"default class", ingress("") + ingressClass("edge", "ingress.k8s.aws/alb", byDefault), "aws-alb"},
		{"two default classes", ingress("") + ingressClass("a", "ingress.k8s.aws/alb", byDefault) + ingressClass("b", "k8s.io/ingress-nginx", byDefault), ""},
		{"no default class", ingress("") + ingressClass("edge", "ingress.k8s.aws/alb"), ""},
		{"legacy annotation", ingress("", legacy("nginx")), "ingress-nginx"},
		{"legacy annotation of GKE", ingress("", legacy("gce")), "gke-ingress"},
		{"GKE does not read the field", ingress("gce"), ""},
		{"the field wins for Ingress-NGINX", ingress("nginx", legacy("traefik")), "ingress-nginx"},
		{"the annotation wins for ALB", ingress("other", legacy("alb")), "aws-alb"},
		{"the annotation keeps ALB out", ingress("alb", legacy("internal")), ""},
		{"HAProxy by name alone", ingress("haproxy"), ""},
		{"HAProxy by the legacy annotation", ingress("", legacy("haproxy")), "haproxy-ingress"},
		{"HAProxy by annotations", ingress("haproxy", "haproxy.org/check: \"true\""), "haproxytech"},
		{"HAProxy by a prefix of both", ingress("haproxy", "ingress.kubernetes.io/timeout-server: 5m"), ""},
		{"Contour compares names", ingress("contour") + ingressClass("contour", "example.test/contour"), "contour"},
		{"Contour's own annotation", ingress("", "projectcontour.io/ingress.class: contour"), "contour"},
		{"Kong", ingress("edge") + ingressClass("edge", "ingress-controllers.konghq.com/kong"), "kong"},
	} {
		t.Run(c.name, func(t *testing.T) {
			routes := Routes(clusterOf(t, torchserve+c.manifests))
			if len(routes) != 1 {
				t.Fatalf("%d routes, want 1", len(routes))
			}
			if got := routes[0].Hops[0].Controller; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestGatewayController(t *testing.T) {
	route := func(class, controllerName string) string {
		out := `
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: models}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{name: torchserve, port: 80}]}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: ` + class + `}
`
		if controllerName != "" {
			out += `
---
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: {name: ` + class + `}
spec: {controllerName: ` + controllerName + `}
`
		}
		return out
	}
	for _, c := range []struct{ class, controllerName, want string }{
		{"eg", "gateway.envoyproxy.io/gatewayclass-controller", "envoy-gateway 15 s"},
		{"any", "istio.io/gateway-controller", "istio no limit"},
		{"istio", "", "istio no limit"},
		{"any", "projectcontour.io/gateway-controller", "contour 15 s"},
		{"any", "konghq.com/kic-gateway-controller", "kong 60 s"},
		{"any", "traefik.io/gateway-controller", "traefik no limit"},
		{"any", "gateway.k8s.aws/alb", "aws-alb 60 s"},
		{"any", "apisix.apache.org/apisix-ingress-controller", "apisix 60 s"},
		{"any", "gateway.nginx.org/nginx-gateway-controller", "nginx-gateway-fabric 60 s"},
		{"gke-l7-rilb", "", "gke-gateway 30 s"},
		{"gke-l7-rilb", "example.test/gateway", "gateway-api unknown"},
		{"eg", "", "gateway-api unknown"},
	} {
		got := ladders(t, torchserve+route(c.class, c.controllerName))
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s, %s: got %q, want %q", c.class, c.controllerName, got, c.want)
		}
	}
}
