package proxy

import "testing"

func TestProtocols(t *testing.T) {
	for _, c := range []struct{ manifests, controller, want string }{
		{ingress("nginx", nginx+"backend-protocol: GRPC"), "ingress-nginx", "GRPC"},
		{ingress("nginx", nginx+"backend-protocol: https"), "ingress-nginx", "HTTPS"},
		{ingress("nginx", nginx+"backend-protocol: h2c"), "ingress-nginx", "HTTP"},
		{ingress("alb", "alb.ingress.kubernetes.io/backend-protocol: HTTPS"), "aws-alb", "HTTPS"},
		{ingress("alb", "alb.ingress.kubernetes.io/backend-protocol-version: GRPC"), "aws-alb", "GRPC"},
		{ingress("alb", "alb.ingress.kubernetes.io/backend-protocol-version: HTTP2"), "aws-alb", "HTTP"},
		{ingress("nginx", "nginx.org/grpc-services: other, torchserve") + ingressClass("nginx", "nginx.org/ingress-controller"), "f5-nginx-ingress", "GRPC"},
		{ingress("nginx", "nginx.org/grpc-services: other") + ingressClass("nginx", "nginx.org/ingress-controller"), "f5-nginx-ingress", "HTTP"},
		{ingress("haproxy", "haproxy-ingress.github.io/backend-protocol: grpc"), "haproxy-ingress", "GRPC"},
		{ingress("azure-application-gateway", "appgw.ingress.kubernetes.io/backend-protocol: https"), "azure-agic", "HTTPS"},
		{contourRouteOf(""), "contour", "HTTP"},
		{object("getambassador.io/v3alpha1", "Mapping", "models", "spec: {prefix: /, service: torchserve, grpc: true}"), "emissary", "GRPC"},
		{object("route.openshift.io/v1", "Route", "models", "spec: {to: {kind: Service, name: torchserve}, tls: {termination: reencrypt}}"), "openshift-route", "HTTPS"},
		{istioRoute(""), "istio", "HTTP"},
		{egRoute(""), "envoy-gateway", "HTTP"},
	} {
		if got := hopOf(t, clusterOf(t, torchserve+c.manifests), c.controller).Protocol.Or(""); got != c.want {
			t.Errorf("%s: got %s, want %s", c.manifests, got, c.want)
		}
	}
	for _, c := range []struct{ manifests, controller, want string }{
		{ingress("kong") + serviceOf("konghq.com/protocol: grpc", ""), "kong", "GRPC"},
		{contourRouteOf("") + serviceOf("projectcontour.io/upstream-protocol.h2c: 'https,80'", ""), "contour", "GRPC"},
		{contourRouteOf("") + serviceOf("projectcontour.io/upstream-protocol.h2c: '8080'", ""), "contour", "HTTP"},
		{ingress("traefik") + serviceOf("traefik.ingress.kubernetes.io/service.serversscheme: h2c", ""), "traefik", "GRPC"},
		{serviceOf("service.beta.kubernetes.io/azure-load-balancer-internal: 'true'", balanced), "azure-lb", "TCP"},
	} {
		if got := hopOf(t, clusterOf(t, c.manifests), c.controller).Protocol.Or(""); got != c.want {
			t.Errorf("%s: got %s, want %s", c.manifests, got, c.want)
		}
	}
}

// TestHealth reads the checks of those that have their own.
func TestHealth(t *testing.T) {
	for _, c := range []struct {
		manifests, controller, path, codes string
		port                               int
	}{
		{ingress("alb"), "aws-alb", "/", "200", 8080},
		{ingress("alb", "alb.ingress.kubernetes.io/healthcheck-path: /ping", "alb.ingress.kubernetes.io/success-codes: 200-499", `alb.ingress.kubernetes.io/healthcheck-port: "8081"`), "aws-alb", "/ping", "200-499", 8081},
		{ingress("alb", "alb.ingress.kubernetes.io/backend-protocol-version: GRPC"), "aws-alb", "/AWS.ALB/healthcheck", "12", 8080},
		{ingress("azure-application-gateway", "appgw.ingress.kubernetes.io/health-probe-path: /ping"), "azure-agic", "/ping", "200-399", 8080},
		{ingress("azure-application-gateway"), "azure-agic", "", "", 0},
		{ingress("haproxy", "haproxy-ingress.github.io/health-check-uri: /ping"), "haproxy-ingress", "/ping", "200-399", 8080},
		{ingress("nginx"), "ingress-nginx", "", "", 0},
		{contourRouteOf("healthCheckPolicy: {path: /ping},"), "contour", "/ping", "200", 8080},
	} {
		h := hopOf(t, clusterOf(t, torchserve+c.manifests), c.controller).Health
		if h == nil {
			if c.path != "" {
				t.Errorf("%s: no check, want %s", c.manifests, c.path)
			}
			continue
		}
		if h.Path.Or("") != c.path || h.Codes.Or("") != c.codes || h.Port.Or(0) != c.port {
			t.Errorf("%s: got %s, %s, %d", c.manifests, h.Path.Or(""), h.Codes.Or(""), h.Port.Or(0))
		}
	}
}
