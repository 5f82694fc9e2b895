package proxy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/model"
)

const envoyGatewayClass = "gateway.envoyproxy.io/gatewayclass-controller"

// TestVariants spells settings in the ways that proxies.yaml tells apart: the seconds that hold are
// those of its grammars, defaults and orders of precedence.
func TestVariants(t *testing.T) {
	meshed := ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "300"`)
	for _, c := range []struct{ name, manifest, want string }{
		{"nginx plus", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "+300"`) + svc(""), "ingress-nginx 300"},
		{"nginx leading zero decimal", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "0300"`) + svc(""), "ingress-nginx 300"},
		{"nginx suffix default", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "300s"`) + svc(""), "ingress-nginx 60"},
		{"nginx blank", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: " 300"`) + svc(""), "ingress-nginx 60"},
		{"nginx zero", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "0"`) + svc(""), "ingress-nginx 0"},
		{"nginx cm octal", ing("nginx", "") + svc("") + fmt.Sprintf(nginxKey, "0300"), "ingress-nginx 192"},
		{"nginx cm hex", ing("nginx", "") + svc("") + fmt.Sprintf(nginxKey, "0x12c"), "ingress-nginx 300"},
		{"nginx cm underscore", ing("nginx", "") + svc("") + fmt.Sprintf(nginxKey, "1_000"), "ingress-nginx 1000"},
		{"nginx cm empty", ing("nginx", "") + svc("") + fmt.Sprintf(nginxKey, ""), "ingress-nginx 0"},
		{"nginx cm bad", ing("nginx", "") + svc("") + fmt.Sprintf(nginxKey, "300s"), "ingress-nginx 60"},
		{"nginx bad ann -> cm", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "5m"`) + svc("") + fmt.Sprintf(nginxKey, "240"), "ingress-nginx 240"},
		{"nginx legacy", ing("", `kubernetes.io/ingress.class: nginx, nginx.ingress.kubernetes.io/proxy-read-timeout: "200"`) + svc(""), "ingress-nginx 200"},
		{"nginx grpc lower", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "300", nginx.ingress.kubernetes.io/backend-protocol: grpc`) + svc(""), "ingress-nginx 60"},
		{"nginx GRPC", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "300", nginx.ingress.kubernetes.io/backend-protocol: GRPC`) + svc(""), "ingress-nginx 300"},
		{"nginx aks class", ing("webapprouting.kubernetes.azure.com", `nginx.ingress.kubernetes.io/proxy-read-timeout: "300"`) + svc(""), "ingress-nginx 300"},
		{"class by controller", ing("public", `nginx.ingress.kubernetes.io/proxy-read-timeout: "222"`) + svc("") + fmt.Sprintf(classObject, "public", "", "k8s.io/ingress-nginx"), "ingress-nginx 222"},
		{"default class", ing("", `nginx.ingress.kubernetes.io/proxy-read-timeout: "223"`) + svc("") + fmt.Sprintf(classObject, "nginx", `, annotations: {ingressclass.kubernetes.io/is-default-class: "true"}`, "k8s.io/ingress-nginx"), "ingress-nginx 223"},
		{"nginx named but F5", ing("nginx", "nginx.org/proxy-read-timeout: 5m") + svc("") + fmt.Sprintf(classObject, "nginx", "", "nginx.org/ingress-controller"), "f5-nginx-ingress 300"},
		{"F5 spaced", ing("nginx", "nginx.org/proxy-read-timeout: 1h 30m") + svc("") + fmt.Sprintf(classObject, "nginx", "", "nginx.org/ingress-controller"), "f5-nginx-ingress 5400"},
		{"F5 none", ing("nginx", "") + svc("") + fmt.Sprintf(classObject, "nginx", "", "nginx.org/ingress-controller"), "f5-nginx-ingress 60"},
		{"unknown class", ing("corp", "") + svc(""), " ?"},
		{"haproxytech bare ms", ing("haproxy", `haproxy.org/timeout-server: "300"`) + svc(""), "haproxytech 0.3"},
		{"haproxytech s", ing("haproxy", "haproxy.org/timeout-server: 300s") + svc(""), "haproxytech 300"},
		{"haproxytech svc wins", ing("haproxy", "haproxy.org/timeout-server: 300s") + svc("haproxy.org/timeout-server: 400s"), "haproxytech 400"},
		{"haproxytech compound", ing("haproxy", "haproxy.org/timeout-server: 5m30s") + svc(""), "haproxytech 50"},
		{"jcm m", ing("haproxy", "haproxy-ingress.github.io/timeout-server: 5m") + svc(""), "haproxy-ingress 300"},
		{"jcm bare", ing("haproxy", `haproxy-ingress.github.io/timeout-server: "300"`) + svc(""), "haproxy-ingress 50"},
		{"kong svc", ing("kong", "") + svc(`konghq.com/read-timeout: "300000"`), "kong 300"},
		{"kong ingress ignored", ing("kong", `konghq.com/read-timeout: "300000"`) + svc(""), "kong 60"},
		{"kong suffix", ing("kong", "") + svc(`konghq.com/read-timeout: "300s"`), "kong 60"},
		{"traefik none", ing("traefik", "") + svc(""), "traefik unlimited"},
		{"traefik st", ing("traefik", "") + svc("traefik.ingress.kubernetes.io/service.serverstransport: default-slow@kubernetescrd") + `
---
apiVersion: traefik.io/v1alpha1
kind: ServersTransport
metadata: {name: slow, namespace: default}
spec: {forwardingTimeouts: {responseHeaderTimeout: 90}}
`, "traefik 90"},
		{"traefik ir", svc("") + "\n---\napiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: ts}\nspec:\n  routes:\n  - match: Host(`m.example.test`)\n    kind: Rule\n    services: [{name: ts, port: 8080, serversTransport: slow}]\n---\napiVersion: traefik.io/v1alpha1\nkind: ServersTransport\nmetadata: {name: slow}\nspec: {forwardingTimeouts: {responseHeaderTimeout: 5m}}\n", "traefik 300"},
		{"traefik ir broken", svc("") + "\n---\napiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: ts}\nspec:\n  routes:\n  - match: Host(`m.example.test`)\n    kind: Rule\n    services: [{name: ts, port: 8080, serversTransport: slow}]\n---\napiVersion: traefik.io/v1alpha1\nkind: ServersTransport\nmetadata: {name: slow}\nspec: {forwardingTimeouts: {responseHeaderTimeout: 5m30}}\n", "traefik unlimited"},
		{"contour none", fmt.Sprintf(httpProxy, "") + svc(""), "contour 15"},
		{"contour 300", fmt.Sprintf(httpProxy, "response: 300s") + svc(""), "contour 300"},
		{"contour 600 idle 300", fmt.Sprintf(httpProxy, "response: 600s") + svc(""), "contour 300"},
		{"contour infinity idle", fmt.Sprintf(httpProxy, "response: infinity, idle: infinity") + svc(""), "contour unlimited"},
		{"contour infinity", fmt.Sprintf(httpProxy, "response: infinity") + svc(""), "contour 300"},
		{"contour 0", fmt.Sprintf(httpProxy, `response: "0"`) + svc(""), "contour ?"},
		{"contour ing", ing("contour", "projectcontour.io/response-timeout: 200s") + svc(""), "contour 200"},
		{"contour ing alias", ing("contour", "projectcontour.io/request-timeout: 100s") + svc(""), "contour 100"},
		{"contour ing bare", ing("contour", `projectcontour.io/response-timeout: "200"`) + svc(""), "contour 15"},
		{"istio none", fmt.Sprintf(virtualService, "v1", "") + svc(""), "istio unlimited"},
		{"istio 90", fmt.Sprintf(virtualService, "v1beta1", "timeout: 90s") + svc(""), "istio 90"},
		{"istio 1.5m", fmt.Sprintf(virtualService, "v1alpha3", "timeout: 1.5m") + svc(""), "istio 90"},
		{"istio pertry", fmt.Sprintf(virtualService, "v1", `timeout: 300s
    retries: {attempts: 3, perTryTimeout: 30s}`) + svc(""), "istio 30"},
		{"eg none", fmt.Sprintf(gateway, envoyGatewayClass, "") + svc(""), "envoy-gateway 15"},
		{"eg req", fmt.Sprintf(gateway, envoyGatewayClass, "timeouts: {request: 200s}") + svc(""), "envoy-gateway 200"},
		{"eg 0s", fmt.Sprintf(gateway, envoyGatewayClass, "timeouts: {request: 0s}") + svc(""), "envoy-gateway unlimited"},
		{"kong gw request ignored", fmt.Sprintf(gateway, "konghq.com/kic-gateway-controller", "timeouts: {request: 200s}") + svc(""), "kong 60"},
		{"kong gw backend", fmt.Sprintf(gateway, "konghq.com/kic-gateway-controller", "timeouts: {request: 400s, backendRequest: 200s}") + svc(""), "kong 200"},
		{"istio gw", fmt.Sprintf(gateway, "istio.io/gateway-controller", "timeouts: {request: 200s}") + svc(""), "istio 200"},
		{"istio gw replace", fmt.Sprintf(gateway, "istio.io/gateway-controller", "timeouts: {request: 200s, backendRequest: 100s}") + svc(""), "istio 100"},
		{"traefik gw", fmt.Sprintf(gateway, "traefik.io/gateway-controller", "timeouts: {request: 2s}") + svc(""), "traefik unlimited"},
		{"gke gw", fmt.Sprintf(gateway, "networking.gke.io/gateway", "timeouts: {request: 200s}") + svc(""), "gke-gateway 30"},
		{"contour gw", fmt.Sprintf(gateway, "projectcontour.io/gateway-controller", "timeouts: {request: 200s}") + svc(""), "contour 200"},
		{"apisix gw", fmt.Sprintf(gateway, "apisix.apache.org/apisix-ingress-controller", "timeouts: {request: 200s}") + svc(""), "apisix 60"},
		{"ngf gw", fmt.Sprintf(gateway, "gateway.nginx.org/nginx-gateway-controller", "timeouts: {request: 200s}") + svc(""), "nginx-gateway-fabric 60"},
		{"os none", fmt.Sprintf(openshiftObject, "") + svc(""), "openshift-route 30"},
		{"os 5m", fmt.Sprintf(openshiftObject, "haproxy.router.openshift.io/timeout: 5m") + svc(""), "openshift-route 300"},
		{"os bare ms", fmt.Sprintf(openshiftObject, `haproxy.router.openshift.io/timeout: "5000"`) + svc(""), "openshift-route 5"},
		{"os compound", fmt.Sprintf(openshiftObject, "haproxy.router.openshift.io/timeout: 5m30s") + svc(""), "openshift-route 30"},
		{"alb", ing("alb", `alb.ingress.kubernetes.io/load-balancer-attributes: "idle_timeout.timeout_seconds=300"`) + svc(""), "aws-alb 300"},
		{"alb two", ing("alb", `alb.ingress.kubernetes.io/load-balancer-attributes: "deletion_protection.enabled=true, idle_timeout.timeout_seconds=300"`) + svc(""), "aws-alb 300"},
		{"alb none", ing("alb", "") + svc(""), "aws-alb 60"},
		{"alb legacy", ing("", "kubernetes.io/ingress.class: alb") + svc(""), "aws-alb 60"},
		{"agic", ing("", `kubernetes.io/ingress.class: azure/application-gateway, appgw.ingress.kubernetes.io/request-timeout: "200"`) + svc(""), "azure-agic 200"},
		{"agic none", ing("azure-application-gateway", "") + svc(""), "azure-agic 30"},
		{"agic bad", ing("azure-application-gateway", "appgw.ingress.kubernetes.io/request-timeout: 200s") + svc(""), "azure-agic 30"},
		{"gke none", ing("", "kubernetes.io/ingress.class: gce") + svc(""), "gke-ingress 30"},
		{"gke bc", ing("", "kubernetes.io/ingress.class: gce") + svc(`cloud.google.com/backend-config: '{"default": "bc"}'`) + `
---
apiVersion: cloud.google.com/v1
kind: BackendConfig
metadata: {name: bc}
spec: {timeoutSec: 240}
`, "gke-ingress 240"},
		{"gke bc port", ing("", "kubernetes.io/ingress.class: gce-internal") + svc(`cloud.google.com/backend-config: '{"ports": {"http": "bc"}}'`) + `
---
apiVersion: cloud.google.com/v1
kind: BackendConfig
metadata: {name: bc}
spec: {timeoutSec: 240}
`, "gke-ingress 240"},
		{"apisix ann", ing("apisix", "k8s.apisix.apache.org/upstream-read-timeout: 180s") + svc(""), "apisix 180"},
		{"apisix ann m", ing("apisix", "k8s.apisix.apache.org/upstream-read-timeout: 3m") + svc(""), "apisix 60"},
		{"emissary none", `apiVersion: getambassador.io/v3alpha1
kind: Mapping
metadata: {name: ts}
spec: {hostname: "*", prefix: /, service: "ts:8080"}
` + svc(""), "emissary 3"},
		{"emissary 200", `apiVersion: getambassador.io/v2
kind: Mapping
metadata: {name: ts}
spec: {prefix: /, service: "http://ts.default:8080", timeout_ms: 200000}
` + svc(""), "emissary 200"},
		{"kn none", fmt.Sprintf(knativeService, ""), "knative 300"},
		{"kn 600", fmt.Sprintf(knativeService, "timeoutSeconds: 600"), "knative 300"},
		{"kn 600 both", fmt.Sprintf(knativeService, `timeoutSeconds: 600
      responseStartTimeoutSeconds: 600`), "knative 600"},
		{"kn 100", fmt.Sprintf(knativeService, "timeoutSeconds: 100"), "knative 100"},
		{"ng none", fmt.Sprintf(nginxConfMap, "", "", "") + svc(""), "nginx-conf 60"},
		{"ng http", fmt.Sprintf(nginxConfMap, "proxy_read_timeout 5m;", "", "") + svc(""), "nginx-conf 300"},
		{"ng inner wins", fmt.Sprintf(nginxConfMap, "proxy_read_timeout 5m;", "proxy_read_timeout 90;", "proxy_read_timeout 1h30m;") + svc(""), "nginx-conf 5400"},
		{"ng ms", fmt.Sprintf(nginxConfMap, "proxy_read_timeout 1500ms;", "", "") + svc(""), "nginx-conf 1.5"},
		{"ng bad", fmt.Sprintf(nginxConfMap, "", "", "proxy_read_timeout 300sec;") + svc(""), "nginx-conf ?"},
		{"ng dup", fmt.Sprintf(nginxConfMap, "", "", "proxy_read_timeout 300; proxy_read_timeout 200;") + svc(""), "nginx-conf ?"},
		{"ng send not", fmt.Sprintf(nginxConfMap, "send_timeout 5s; keepalive_timeout 3s;", "", "proxy_send_timeout 5s;") + svc(""), "nginx-conf 60"},
		{"vs none", fmt.Sprintf(virtualServer, "") + svc(""), "f5-nginx-ingress 60"},
		{"vs 5m", fmt.Sprintf(virtualServer, ", read-timeout: 5m") + svc(""), "f5-nginx-ingress 300"},
		{"vs bad", fmt.Sprintf(virtualServer, ", read-timeout: 5min") + svc(""), "f5-nginx-ingress ?"},
		{"alb 7200", ing("alb", "alb.ingress.kubernetes.io/load-balancer-attributes: idle_timeout.timeout_seconds=7200") + svc(""), "aws-alb 60"},
		{"alb icp", ing("alb", "alb.ingress.kubernetes.io/load-balancer-attributes: idle_timeout.timeout_seconds=300") + svc("") + `
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: alb}
spec: {controller: ingress.k8s.aws/alb, parameters: {apiGroup: elbv2.k8s.aws, kind: IngressClassParams, name: p}}
---
apiVersion: elbv2.k8s.aws/v1beta1
kind: IngressClassParams
metadata: {name: p}
spec: {loadBalancerAttributes: [{key: idle_timeout.timeout_seconds, value: "400"}]}
`, "aws-alb 400"},
		{"nlb", fmt.Sprintf(loadBalancer, "service.beta.kubernetes.io/aws-load-balancer-type: external", ""), "aws-nlb 350"},
		{"nlb class", fmt.Sprintf(loadBalancer, "", "loadBalancerClass: service.k8s.aws/nlb,"), "aws-nlb 350"},
		{"clb", fmt.Sprintf(loadBalancer, `service.beta.kubernetes.io/aws-load-balancer-connection-idle-timeout: "300"`, ""), "aws-clb 300"},
		{"azlb", fmt.Sprintf(loadBalancer, `service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: "10"`, ""), "azure-lb 600"},
		{"azlb out", fmt.Sprintf(loadBalancer, `service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: "300"`, ""), "azure-lb ?"},
		{"gke gcpbp", fmt.Sprintf(gateway, "networking.gke.io/gateway", "") + svc("") + `
---
apiVersion: networking.gke.io/v1
kind: GCPBackendPolicy
metadata: {name: p}
spec: {default: {timeoutSec: 200}, targetRef: {group: "", kind: Service, name: ts}}
`, "gke-gateway 200"},
		{"gke gcpbp other svc", fmt.Sprintf(gateway, "networking.gke.io/gateway", "") + svc("") + `
---
apiVersion: networking.gke.io/v1
kind: GCPBackendPolicy
metadata: {name: p}
spec: {default: {timeoutSec: 200}, targetRef: {group: "", kind: Service, name: other}}
`, "gke-gateway 30"},
		{"gke bc wrong place", ing("", `kubernetes.io/ingress.class: gce, cloud.google.com/backend-config: "{\"default\": \"bc\"}"`) + svc("") + `
---
apiVersion: cloud.google.com/v1
kind: BackendConfig
metadata: {name: bc}
spec: {timeoutSec: 240}
`, "gke-ingress 30"},
		{"traefik write", ing("traefik", "") + svc("") + fmt.Sprintf(traefikFlags, "--entryPoints.web.transport.respondingTimeouts.writeTimeout=100s"), "traefik 100"},
		{"traefik write bare", ing("traefik", "") + svc("") + fmt.Sprintf(traefikFlags, "--entrypoints.web.transport.respondingtimeouts.writetimeout=90"), "traefik 90"},
		{"traefik static rht", ing("traefik", "") + svc("") + fmt.Sprintf(traefikFlags, "--serverstransport.forwardingtimeouts.responseheadertimeout=75s"), "traefik 75"},
		{"traefik read not", ing("traefik", "") + svc("") + fmt.Sprintf(traefikFlags, "--entryPoints.web.transport.respondingTimeouts.readTimeout=10s"), "traefik unlimited"},
		{"istio bad unit", `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ts}
spec:
  hosts: [ts]
  http:
  - route: [{destination: {host: ts.default.svc.cluster.local}}]
    timeout: "300"
` + svc(""), "istio ?"},
		{"nginx then istio", ing("nginx", `nginx.ingress.kubernetes.io/proxy-read-timeout: "300"`) + svc("") + `
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ts}
spec:
  hosts: [ts]
  http:
  - route: [{destination: {host: ts}}]
    timeout: 20s
`, "ingress-nginx 300, istio 20"},
		{"btp", fmt.Sprintf(gateway, envoyGatewayClass, "") + svc("") + fmt.Sprintf(trafficPolicy, "HTTPRoute", "ts", "requestTimeout: 200s"), "envoy-gateway 200"},
		{"btp route wins", fmt.Sprintf(gateway, envoyGatewayClass, "timeouts: {request: 100s}") + svc("") + fmt.Sprintf(trafficPolicy, "HTTPRoute", "ts", "requestTimeout: 200s"), "envoy-gateway 100"},
		{"btp gw", fmt.Sprintf(gateway, envoyGatewayClass, "") + svc("") + fmt.Sprintf(trafficPolicy, "Gateway", "gw", "requestTimeout: 200s"), "envoy-gateway 200"},
		{"btp other", fmt.Sprintf(gateway, envoyGatewayClass, "") + svc("") + fmt.Sprintf(trafficPolicy, "HTTPRoute", "x", "requestTimeout: 200s"), "envoy-gateway 15"},
		{"btp max", fmt.Sprintf(gateway, envoyGatewayClass, "") + svc("") + fmt.Sprintf(trafficPolicy, "HTTPRoute", "ts", "requestTimeout: 200s, maxStreamDuration: 50s"), "envoy-gateway 50"},
		{"grpcroute eg", fmt.Sprintf(grpcRoute, envoyGatewayClass) + svc(""), "envoy-gateway 15"},
		{"grpcroute istio", fmt.Sprintf(grpcRoute, "istio.io/gateway-controller") + svc(""), "istio unlimited"},
		{"ngf policy", fmt.Sprintf(gateway, "gateway.nginx.org/nginx-gateway-controller", "") + svc("") + `
---
apiVersion: gateway.nginx.org/v1alpha1
kind: ProxySettingsPolicy
metadata: {name: p}
spec: {targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: ts}], timeout: {read: 5m}}
`, "nginx-gateway-fabric 300"},
		{"gloo none", fmt.Sprintf(glooService, "") + svc(""), "gloo 15"},
		{"gloo 180", fmt.Sprintf(glooService, "timeout: 180s") + svc(""), "gloo 180"},
		{"gloo 600", fmt.Sprintf(glooService, "timeout: 600s") + svc(""), "gloo 300"},
		{"gloo 0 idle 0", fmt.Sprintf(glooService, "timeout: 0s, idleTimeout: 0s") + svc(""), "gloo unlimited"},
		{"gloo pertry", fmt.Sprintf(glooService, "timeout: 180s, retries: {retryOn: 5xx, numRetries: 2, perTryTimeout: 20s}") + svc(""), "gloo 20"},
		{"ar none", fmt.Sprintf(apisixRoute, "") + svc(""), "apisix 60"},
		{"ar 180", fmt.Sprintf(apisixRoute, "timeout: {read: 180s}") + svc(""), "apisix 180"},
		{"ar trunc", fmt.Sprintf(apisixRoute, "timeout: {read: 1.9s}") + svc(""), "apisix 1"},
		{"ar below", fmt.Sprintf(apisixRoute, "timeout: {read: 500ms}") + svc(""), "apisix 60"},
		{"apisix 0", ing("apisix", `k8s.apisix.apache.org/upstream-read-timeout: "0"`) + svc(""), "apisix 60"},
		{"apisix drop all", ing("apisix", `k8s.apisix.apache.org/upstream-read-timeout: "180", k8s.apisix.apache.org/upstream-send-timeout: 3m`) + svc(""), "apisix 60"},
		{"apisix upstream", fmt.Sprintf(apisixRoute, "") + svc("") + `
---
apiVersion: apisix.apache.org/v2
kind: ApisixUpstream
metadata: {name: ts}
spec: {timeout: {read: 150s}}
`, "apisix 150"},
		{"linkerd svc", meshed + svc("timeout.linkerd.io/request: 20s"), "ingress-nginx 300, linkerd 20"},
		{"linkerd bare", meshed + svc(`timeout.linkerd.io/request: "20"`), "ingress-nginx 300, linkerd unlimited"},
		{"linkerd frac drops all", meshed + svc("timeout.linkerd.io/request: 1.5s, timeout.linkerd.io/response: 9s"), "ingress-nginx 300, linkerd unlimited"},
		{"em 600", fmt.Sprintf(mapping, ", timeout_ms: 600000") + svc(""), "emissary 300"},
		{"em 0", fmt.Sprintf(mapping, ", timeout_ms: 0, idle_timeout_ms: 0") + svc(""), "emissary unlimited"},
		{"em module", fmt.Sprintf(mapping, "") + svc("") + `
---
apiVersion: getambassador.io/v3alpha1
kind: Module
metadata: {name: ambassador}
spec: {config: {cluster_request_timeout_ms: 60000}}
`, "emissary 60"},
		{"eb none", fmt.Sprintf(bootstrap, "", "") + svc(""), "envoy-bootstrap 15"},
		{"eb 200", fmt.Sprintf(bootstrap, "", ", timeout: 200s") + svc(""), "envoy-bootstrap 200"},
		{"eb 0", fmt.Sprintf(bootstrap, "", ", timeout: 0s") + svc(""), "envoy-bootstrap 300"},
		{"eb 600 idle off", fmt.Sprintf(bootstrap, "stream_idle_timeout: 0s", ", timeout: 600s") + svc(""), "envoy-bootstrap 600"},
		{"eb 5m", fmt.Sprintf(bootstrap, "", ", timeout: 5m") + svc(""), "envoy-bootstrap ?"},
		{"ks serverless", fmt.Sprintf(inferenceService, ", annotations: {serving.kserve.io/deploymentMode: Serverless}", ""), "kserve 300"},
		{"ks timeout", fmt.Sprintf(inferenceService, ", annotations: {serving.kserve.io/deploymentMode: Knative}", "timeout: 600"), "kserve 600"},
		{"os max", ing("nginx", "") + svc(""), "ingress-nginx 60"},
	} {
		var got []string
		for _, r := range Routes(clusterOf(t, c.manifest)) {
			for _, h := range r.Hops {
				got = append(got, h.Controller+" "+patience(h))
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: got %q, want %q", c.name, s, c.want)
		}
	}
}

// patience writes the seconds after which a hop gives up.
func patience(h *model.Hop) string {
	switch t, ok := h.Timeout.Get(); {
	case !ok:
		return "?"
	case t == model.Forever:
		return "unlimited"
	default:
		return fmt.Sprint(t.Seconds())
	}
}
