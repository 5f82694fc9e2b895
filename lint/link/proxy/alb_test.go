package proxy

import (
	"strings"
	"testing"
)

const (
	attributesKey = "alb.ingress.kubernetes.io/load-balancer-attributes: "
	groupKey      = "alb.ingress.kubernetes.io/group.name: shared"
)

// TestALBGroups share one load balancer among Ingresses.
func TestALBGroups(t *testing.T) {
	other := func(annotations ...string) string {
		return strings.Replace(ingress("alb", annotations...), "name: models", "name: other", 1)
	}
	for _, c := range []struct {
		name, manifests string
		want            []string
	}{
		{"one sets it for both", ingress("alb", groupKey) + other(groupKey, attributesKey+"idle_timeout.timeout_seconds=180"), []string{"aws-alb 180 s", "aws-alb 180 s"}},
		{"no group", ingress("alb") + other(attributesKey+"idle_timeout.timeout_seconds=180"), []string{"aws-alb 60 s", "aws-alb 180 s"}},
		{"they differ", ingress("alb", groupKey, attributesKey+"idle_timeout.timeout_seconds=90") + other(groupKey, attributesKey+"idle_timeout.timeout_seconds=180"), []string{"aws-alb unknown", "aws-alb unknown"}},
	} {
		if got := ladders(t, torchserve+c.manifests); !sameSet(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestALBParams lets the class set attributes for all its Ingresses.
func TestALBParams(t *testing.T) {
	class := object("networking.k8s.io/v1", "IngressClass", "edge", "spec: {controller: ingress.k8s.aws/alb, parameters: {apiGroup: elbv2.k8s.aws, kind: IngressClassParams, name: edge}}") +
		object("elbv2.k8s.aws/v1beta1", "IngressClassParams", "edge", "spec: {loadBalancerAttributes: [{key: idle_timeout.timeout_seconds, value: \"240\"}]}")
	beaten := ingress("edge", attributesKey+"idle_timeout.timeout_seconds=90")
	if got := ladders(t, torchserve+class+beaten); !sameSet(got, []string{"aws-alb 240 s"}) {
		t.Errorf("got %q, want 240 s", got)
	}
	legacy := ingress("edge", attributesKey+"idle_timeout.timeout_seconds=90", "kubernetes.io/ingress.class: alb")
	if got := ladders(t, torchserve+class+legacy); !sameSet(got, []string{"aws-alb 90 s"}) {
		t.Errorf("got %q, want 90 s: the legacy annotation keeps the parameters out", got)
	}
}

func TestALBGateway(t *testing.T) {
	gateway := object("gateway.networking.k8s.io/v1", "GatewayClass", "alb", "spec: {controllerName: gateway.k8s.aws/alb}") +
		object("gateway.networking.k8s.io/v1", "Gateway", "edge", "spec: {gatewayClassName: alb, infrastructure: {parametersRef: {kind: LoadBalancerConfiguration, name: edge}}}") +
		object("gateway.k8s.aws/v1", "LoadBalancerConfiguration", "edge", "spec: {loadBalancerAttributes: [{key: idle_timeout.timeout_seconds, value: \"240\"}]}") +
		object("gateway.networking.k8s.io/v1", "HTTPRoute", "models", "spec: {parentRefs: [{name: edge}], rules: [{timeouts: {request: 90s}, backendRefs: [{name: torchserve, port: 80}]}]}")
	hop := hopOf(t, clusterOf(t, torchserve+gateway), "aws-alb")
	if got := hop.Timeout.Cite().Text; got != "240 s" {
		t.Errorf("got %s, want 240 s", got)
	}
	if len(hop.Faults) != 1 || summary(hop.Faults[0]) != "timeouts.request is not read: AWS ALB does not read it [240 s]" {
		t.Errorf("got %d faults", len(hop.Faults))
	}
}

// TestAttributes cuts lists as the controller does, and keeps the place of each value.
func TestAttributes(t *testing.T) {
	c := clusterOf(t, ingress("alb", attributesKey+`'a=b\,c, idle_timeout.timeout_seconds = 180 ,x='`))
	list, malformed := attributesOf(&c.Objects[0], albAttributes)
	if len(list) != 3 || malformed.String() != "" {
		t.Fatalf("got %v, malformed %q", list, malformed)
	}
	if a := list[1]; a.key != "idle_timeout.timeout_seconds" || a.value.String() != "180" || !strings.HasSuffix(a.value.Span().String(), ":9:97") {
		t.Errorf("got %s = %s at %s", a.key, a.value, a.value.Span())
	}
}
