package proxy

import (
	"strings"
	"testing"
)

// object writes a Kubernetes object in one line of YAML.
func object(apiVersion, kind, name, rest string) string {
	return "\n---\n{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: " + name + "}, " + rest + "}\n"
}

// egRoute is an HTTPRoute of Envoy Gateway with a rule.
func egRoute(rule string) string {
	return object("gateway.networking.k8s.io/v1", "GatewayClass", "eg", "spec: {controllerName: gateway.envoyproxy.io/gatewayclass-controller}") +
		object("gateway.networking.k8s.io/v1", "Gateway", "edge", "spec: {gatewayClassName: eg}") +
		object("gateway.networking.k8s.io/v1", "HTTPRoute", "models", "spec: {parentRefs: [{name: edge}], rules: [{name: first, "+rule+" backendRefs: [{name: torchserve, port: 80}]}]}")
}

func egPolicy(kind, name, target, rest string) string {
	return object("gateway.envoyproxy.io/v1alpha1", kind, name, "spec: {targetRefs: [{group: gateway.networking.k8s.io, "+target+"}], "+rest+"}")
}

func istioRoute(rest string) string {
	return object("networking.istio.io/v1", "VirtualService", "models", "spec: {hosts: [a.example.test], gateways: [edge], http: [{"+rest+" route: [{destination: {host: torchserve}}]}]}")
}

func contourRouteOf(rest string) string {
	return object("projectcontour.io/v1", "HTTPProxy", "models", "spec: {virtualhost: {fqdn: a.example.test}, routes: [{"+rest+" services: [{name: torchserve, port: 80}]}]}")
}

const (
	onRoute   = "kind: HTTPRoute, name: models"
	onGateway = "kind: Gateway, name: edge"
	onRule    = onRoute + ", sectionName: first"
	onOther   = onRoute + ", sectionName: second"
	requests  = "timeout: {http: {requestTimeout: "
)

// resources are near-misses of controllers that read objects of their own kinds.
var resources = []struct{ manifests, controller, timeout, body, status string }{
	{istioRoute("timeout: 3m,"), "istio", "180 s", "no limit", applied},
	{istioRoute("timeout: 180,"), "istio", "unknown", "unknown", rejected},
	{istioRoute("timeout: 180s, retries: {attempts: 0, perTryTimeout: 1s},"), "istio", "180 s", "no limit", applied},
	{istioRoute("timeout: 180s,") + object("networking.istio.io/v1", "DestinationRule", "models", "spec: {host: torchserve, trafficPolicy: {connectionPool: {http: {idleTimeout: 1s}, tcp: {connectTimeout: 1s}}}}"), "istio", "180 s", "no limit", applied},
	{istioRoute("timeout: 180s,") + object("networking.istio.io/v1alpha3", "EnvoyFilter", "limits", "spec: {configPatches: [{patch: {value: {idle_timeout: 5s}}}]}"), "istio", "unknown", "no limit", applied},
	{istioRoute("timeout: 180s,") + object("networking.istio.io/v1alpha3", "EnvoyFilter", "headers", "spec: {configPatches: [{patch: {value: {name: x}}}]}"), "istio", "180 s", "no limit", applied},
	{contourRouteOf("timeoutPolicy: {response: 180},"), "contour", "unknown", "unknown", rejected},
	{contourRouteOf("timeoutPolicy: {response: infinity, idle: infinity},"), "contour", "no limit", "no limit", applied},
	{contourRouteOf("timeoutPolicy: {response: 900s, idle: 900s}, retryPolicy: {count: 2, perTryTimeout: 90s},"), "contour", "90 s", "no limit", applied},
	{egRoute(""), "envoy-gateway", "15 s", "no limit", applied},
	{egRoute("") + egPolicy("BackendTrafficPolicy", "a", onGateway, requests+"180s}}"), "envoy-gateway", "180 s", "no limit", applied},
	{egRoute("") + egPolicy("BackendTrafficPolicy", "a", onGateway, requests+"180s}}") + egPolicy("BackendTrafficPolicy", "b", onRoute, "requestBuffer: {limit: 8Mi}"), "envoy-gateway", "15 s", "8Mi", applied},
	{egRoute("") + egPolicy("BackendTrafficPolicy", "a", onRule, requests+"180s}}"), "envoy-gateway", "180 s", "no limit", applied},
	{egRoute("") + egPolicy("BackendTrafficPolicy", "a", onOther, requests+"180s}}"), "envoy-gateway", "15 s", "no limit", applied},
	{egRoute("timeouts: {request: 0s},"), "envoy-gateway", "no limit", "no limit", applied},
	{egRoute("timeouts: {request: 2h},") + egPolicy("ClientTrafficPolicy", "a", onGateway, "timeout: {http: {streamIdleTimeout: 5m}}"), "envoy-gateway", "300 s", "no limit", applied},
	{egRoute("timeouts: {request: 180, backendRequest: 180s},"), "envoy-gateway", "unknown", "unknown", rejected},
	{egRoute("timeouts: {request: 180s, backendRequest: 181s},"), "envoy-gateway", "unknown", "unknown", rejected},
	{egRoute("timeouts: {request: 180s, backendRequest: 90s},"), "envoy-gateway", "90 s", "no limit", applied},
	{egRoute("timeouts: {request: 0s, backendRequest: 90s},"), "envoy-gateway", "90 s", "no limit", applied},
	{object("getambassador.io/v3alpha1", "Mapping", "models", "spec: {prefix: /, service: torchserve, timeout_ms: \"180000\"}"), "emissary", "unknown", "unknown", rejected},
	{object("getambassador.io/v3alpha1", "Mapping", "models", "spec: {prefix: /, service: torchserve}") + object("getambassador.io/v3alpha1", "Module", "ambassador", "spec: {config: {cluster_request_timeout_ms: 90000, buffer: {max_request_bytes: 1024}}}"), "emissary", "90 s", "1Ki", applied},
	{object("getambassador.io/v3alpha1", "Mapping", "models", "spec: {prefix: /, service: torchserve, timeout_ms: 0}"), "emissary", "300 s", "no limit", applied},
	{object("gateway.solo.io/v1", "VirtualService", "models", "spec: {virtualHost: {domains: [a], routes: [{routeAction: {single: {upstream: {name: default-torchserve-80}}}, optionsConfigRefs: {delegateOptions: [{name: slow}]}}]}}") + object("gateway.solo.io/v1", "RouteOption", "slow", "spec: {options: {timeout: 180s}}"), "gloo", "180 s", "no limit", applied},
	{object("apisix.apache.org/v2", "ApisixRoute", "models", "spec: {http: [{name: a, timeout: {read: 1900ms}, backends: [{serviceName: torchserve, servicePort: 80}]}]}"), "apisix", "1 s", "no limit", applied},
	{object("apisix.apache.org/v2", "ApisixRoute", "models", "spec: {http: [{name: a, timeout: {read: 900ms}, plugins: [{name: client-control, enable: true, config: {max_body_size: 1024}}], backends: [{serviceName: torchserve, servicePort: 80}]}]}"), "apisix", "60 s", "1Ki", applied},
	{object("apisix.apache.org/v2", "ApisixRoute", "models", "spec: {http: [{name: a, backends: [{serviceName: torchserve, servicePort: 80}]}]}") + object("apisix.apache.org/v1alpha1", "BackendTrafficPolicy", "a", "spec: {targetRefs: [{kind: Service, name: torchserve}], timeout: {read: 90s}}"), "apisix", "90 s", "no limit", applied},
	{object("route.openshift.io/v1", "Route", "models", "spec: {to: {kind: Service, name: torchserve}, tls: {termination: passthrough}}"), "openshift-route", "3600 s", "no limit", applied},
	{object("serving.knative.dev/v1", "Service", "models", "spec: {template: {spec: {timeoutSeconds: 100, responseStartTimeoutSeconds: 200}}}"), "knative", "unknown", "unknown", rejected},
	{object("serving.knative.dev/v1", "Service", "models", "spec: {template: {spec: {timeoutSeconds: 200}}}"), "knative", "200 s", "no limit", applied},
	{object("serving.knative.dev/v1", "Service", "models", "spec: {template: {spec: {timeoutSeconds: \"200\"}}}"), "knative", "unknown", "unknown", rejected},
	{object("serving.knative.dev/v1", "Service", "models", "spec: {template: {spec: {timeoutSeconds: 900, responseStartTimeoutSeconds: 900}}}") + "\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: config-defaults, namespace: knative-serving}, data: {max-revision-timeout-seconds: \"1200\"}}\n", "knative", "900 s", "no limit", applied},
	{object("serving.kserve.io/v1beta1", "InferenceService", "models", "spec: {predictor: {timeout: 90}}"), "kserve", "90 s", "unknown", applied},
	{object("k8s.nginx.org/v1", "VirtualServer", "models", "spec: {host: a, upstreams: [{name: u, service: torchserve, port: 80, read-timeout: 90}], routes: [{path: /, action: {pass: u}}]}"), "f5-nginx-ingress", "unknown", "unknown", rejected},
	{object("k8s.nginx.org/v1", "VirtualServer", "models", "spec: {host: a, upstreams: [{name: u, service: torchserve, port: 80, read-timeout: 1M}], routes: [{path: /, splits: [{weight: 1, action: {pass: u}}]}]}"), "f5-nginx-ingress", "unknown", "unknown", broken},
}

func TestResources(t *testing.T) {
	for _, c := range resources {
		hop := hopOf(t, clusterOf(t, torchserve+c.manifests), c.controller)
		got := []string{hop.Timeout.Cite().Text, hop.BodyLimit.Cite().Text, hop.Status.Or("unknown")}
		if want := []string{c.timeout, c.body, c.status}; strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("%s: got %q, want %q", c.manifests, got, want)
		}
	}
}

// serviceOf writes a Service with annotations, in one line.
func serviceOf(annotations, spec string) string {
	return "\n---\n{apiVersion: v1, kind: Service, metadata: {name: torchserve, annotations: {" + annotations + "}}, spec: {" + spec + " ports: [{name: http, port: 80, targetPort: 8080}]}}\n"
}

const (
	gce      = "\n---\n{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: models, annotations: {kubernetes.io/ingress.class: gce}}, spec: {defaultBackend: {service: {name: torchserve, port: {number: 80}}}}}\n"
	external = "service.beta.kubernetes.io/aws-load-balancer-type: external, "
	balanced = "type: LoadBalancer,"
)

// onServices are near-misses of controllers that read Services.
var onServices = []struct{ manifests, controller, timeout, status string }{
	{gce + serviceOf("cloud.google.com/backend-config: '{\"ports\": {\"http\": \"slow\"}}'", "") + object("cloud.google.com/v1", "BackendConfig", "slow", "spec: {timeoutSec: 180}"), "gke-ingress", "180 s", applied},
	{gce + serviceOf("cloud.google.com/backend-config: '{\"ports\": {\"grpc\": \"slow\"}}'", "") + object("cloud.google.com/v1", "BackendConfig", "slow", "spec: {timeoutSec: 180}"), "gke-ingress", "30 s", applied},
	{gce + serviceOf("cloud.google.com/backend-config: 'slow'", ""), "gke-ingress", "unknown", reconcile},
	{gce + serviceOf("cloud.google.com/backend-config: '{\"default\": \"slow\"}'", ""), "gke-ingress", "unknown", applied},
	{gce + serviceOf("cloud.google.com/backend-config: '{\"default\": \"slow\"}'", "") + object("cloud.google.com/v1", "BackendConfig", "slow", "spec: {timeoutSec: \"180\"}"), "gke-ingress", "unknown", rejected},
	{serviceOf(external+"service.beta.kubernetes.io/aws-load-balancer-listener-attributes.TCP-443: tcp.idle_timeout.seconds=60", balanced), "aws-nlb", "350 s", applied},
	{serviceOf(external+"service.beta.kubernetes.io/aws-load-balancer-listener-attributes.TCP-80: \"tcp.idle_timeout.seconds=60\", service.beta.kubernetes.io/aws-load-balancer-ssl-cert: arn", balanced), "aws-nlb", "350 s", applied},
	{serviceOf(external+"service.beta.kubernetes.io/aws-load-balancer-attributes: idle_timeout.timeout_seconds=60", balanced), "aws-nlb", "350 s", reconcile},
	{serviceOf("service.beta.kubernetes.io/aws-load-balancer-connection-idle-timeout: 3m", balanced), "aws-clb", "unknown", reconcile},
	{serviceOf("service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: \"100\"", balanced), "azure-lb", "6000 s", applied},
	{serviceOf("service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: \"3\"", balanced), "azure-lb", "unknown", reconcile},
	{serviceOf("timeout.linkerd.io/request: 1m, timeout.linkerd.io/idle: 1.5m", ""), "linkerd", "no limit", applied},
	{serviceOf("timeout.linkerd.io/response: 1m", ""), "linkerd", "60 s", applied},
}

func TestServices(t *testing.T) {
	for _, c := range onServices {
		hop := hopOf(t, clusterOf(t, c.manifests), c.controller)
		if got := hop.Timeout.Cite().Text; got != c.timeout || hop.Status.Or("unknown") != c.status {
			t.Errorf("%s: got %s, %s, want %s, %s", c.manifests, got, hop.Status.Or("unknown"), c.timeout, c.status)
		}
	}
}
