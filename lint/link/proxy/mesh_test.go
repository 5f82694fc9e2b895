package proxy

import (
	"strings"
	"testing"
)

const (
	ingressGateway = `
---
apiVersion: v1
kind: Service
metadata:
  name: istio-ingressgateway
  namespace: istio-system
  annotations: {service.beta.kubernetes.io/aws-load-balancer-type: external}
spec:
  type: LoadBalancer
  selector: {istio: ingressgateway}
  ports: [{name: http2, port: 80, targetPort: 8080}]
`
	edgeGateway = `
---
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: {name: edge}
spec: {selector: {istio: ingressgateway}, servers: [{port: {number: 80}, hosts: ["*"]}]}
`
)

// TestIstioGateway follows a load balancer to the VirtualServices of a Gateway.
func TestIstioGateway(t *testing.T) {
	got := ladders(t, torchserve+ingressGateway+edgeGateway+istioRoute("timeout: 90s,"))
	if want := []string{"aws-nlb 350 s > istio 90 s"}; !sameSet(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	other := strings.Replace(edgeGateway, "{istio: ingressgateway}, servers", "{istio: inner}, servers", 1)
	got = ladders(t, torchserve+ingressGateway+other+istioRoute("timeout: 90s,"))
	if want := []string{"aws-nlb 350 s", "istio 90 s"}; !sameSet(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// meshRoute is an HTTPRoute of a Service.
func meshRoute(annotations, rule string) string {
	return "\n---\n{apiVersion: gateway.networking.k8s.io/v1, kind: HTTPRoute, metadata: {name: models, annotations: {" + annotations + "}}, spec: {parentRefs: [{group: '', kind: Service, name: torchserve}], rules: [{" + rule + " backendRefs: [{name: torchserve, port: 80}]}]}}\n"
}

func TestMeshRoutes(t *testing.T) {
	linked := object("apps/v1", "Deployment", "client", "spec: {template: {metadata: {annotations: {linkerd.io/inject: enabled}}, spec: {containers: [{image: client}]}}}")
	sidecar := object("apps/v1", "Deployment", "client", "spec: {template: {metadata: {labels: {sidecar.istio.io/inject: 'true'}}, spec: {containers: [{image: client}]}}}")
	for _, c := range []struct{ manifests, want string }{
		{linked + meshRoute("", "timeouts: {request: 90s},"), "linkerd 90 s"},
		{meshRoute("timeout.linkerd.io/request: 1m", "timeouts: {request: 90s},"), "linkerd 60 s"},
		{meshRoute("timeout.linkerd.io/request: '60'", ""), "linkerd unknown"},
		{sidecar + meshRoute("", "timeouts: {request: 90s},"), "istio 90 s"},
		{sidecar + meshRoute("", "timeouts: {request: 90s, backendRequest: 30s}, retry: {attempts: 2},"), "istio 30 s"},
		{meshRoute("", "timeouts: {request: 90s},"), "gateway-api 90 s"},
	} {
		if got := ladders(t, torchserve+c.manifests); !sameSet(got, []string{c.want}) {
			t.Errorf("%s: got %q, want %s", c.manifests, got, c.want)
		}
	}
}

// TestLinkerdBehindNginx adds the mesh where an injected nginx sends to the Service.
func TestLinkerdBehindNginx(t *testing.T) {
	pods := object("apps/v1", "Deployment", "edge", "spec: {template: {metadata: {labels: {app.kubernetes.io/name: ingress-nginx}, annotations: {linkerd.io/inject: enabled}}, spec: {containers: [{image: mirror}]}}}")
	limited := strings.Replace(torchserve, "{name: torchserve}", "{name: torchserve, annotations: {timeout.linkerd.io/request: 20s}}", 1)
	got := ladders(t, limited+behindNginx+pods)
	if want := []string{"ingress-nginx 60 s > linkerd 20 s", "linkerd 20 s"}; !sameSet(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = ladders(t, limited+strings.Replace(behindNginx, `service-upstream: "true"`, `service-upstream: "false"`, 1)+pods)
	if want := []string{"ingress-nginx 60 s", "linkerd 20 s"}; !sameSet(got, want) {
		t.Errorf("to the pods: got %q, want %q", got, want)
	}
}
