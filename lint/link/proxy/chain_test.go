package proxy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/model"
)

const (
	torchserve = `
---
apiVersion: v1
kind: Service
metadata: {name: torchserve}
spec:
  selector: {app: torchserve}
  ports: [{name: http, port: 80, targetPort: 8080}]
`
	behindNginx = `
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: models
  annotations: {nginx.ingress.kubernetes.io/service-upstream: "true"}
spec:
  ingressClassName: nginx
  rules:
  - host: models.example.test
    http: {paths: [{path: /predictions, pathType: Prefix, backend: {service: {name: torchserve, port: {name: http}}}}]}
`
	nginxPods = `
---
apiVersion: v1
kind: Service
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
spec:
  selector: {app.kubernetes.io/name: ingress-nginx}
  ports: [{name: http, port: 80, targetPort: http}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
spec:
  template:
    metadata:
      labels: {app.kubernetes.io/name: ingress-nginx, sidecar.istio.io/inject: "true"}
    spec:
      containers: [{name: controller, image: "registry.k8s.io/ingress-nginx/controller:v1.15.1@sha256:00"}]
`
	inFrontALB = `
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: edge
  namespace: ingress-nginx
  annotations: {alb.ingress.kubernetes.io/load-balancer-attributes: "routing.http2.enabled=true,idle_timeout.timeout_seconds=30"}
spec:
  ingressClassName: alb
  defaultBackend: {service: {name: ingress-nginx-controller, port: {number: 80}}}
`
	inTheMesh = `
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: torchserve}
spec:
  hosts: [torchserve]
  http:
  - timeout: 20s
    route: [{destination: {host: torchserve, port: {number: 80}}}]
`
)

// ladder writes a route as its hops, outermost first, with the seconds of each.
func ladder(r *Route) string {
	var out []string
	for _, h := range r.Hops {
		out = append(out, fmt.Sprintf("%s %s", h.Controller, h.Timeout.Cite().Text))
	}
	return strings.Join(out, " > ")
}

func ladders(t *testing.T, manifests string) []string {
	t.Helper()
	var out []string
	for _, r := range Routes(clusterOf(t, manifests)) {
		out = append(out, ladder(r))
	}
	return out
}

func TestChains(t *testing.T) {
	for name, c := range map[string]struct {
		manifests string
		want      string
	}{
		"one hop":                {torchserve + behindNginx, "ingress-nginx 60 s"},
		"two hops":               {torchserve + behindNginx + nginxPods + inFrontALB, "aws-alb 30 s > ingress-nginx 60 s"},
		"three hops":             {torchserve + behindNginx + nginxPods + inFrontALB + inTheMesh, "aws-alb 30 s > ingress-nginx 60 s > istio 20 s | istio 20 s"},
		"a mesh it is not in":    {torchserve + behindNginx + strings.ReplaceAll(nginxPods, `sidecar.istio.io/inject: "true"`, "x: y") + inTheMesh, "ingress-nginx 60 s | istio 20 s"},
		"another host":           {torchserve + behindNginx + nginxPods + strings.Replace(inFrontALB, "defaultBackend: {service: {name: ingress-nginx-controller, port: {number: 80}}}", "rules: [{host: other.example.test, http: {paths: [{path: /, backend: {service: {name: ingress-nginx-controller, port: {number: 80}}}}]}}]", 1), "aws-alb 30 s | ingress-nginx 60 s"},
		"a Service of elsewhere": {torchserve + behindNginx + inFrontALB, "aws-alb 30 s | ingress-nginx 60 s"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ladders(t, c.manifests)
			want := strings.Split(c.want, " | ")
			if !sameSet(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func sameSet(a, b []string) bool {
	count := map[string]int{}
	for _, s := range a {
		count[s]++
	}
	for _, s := range b {
		count[s]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// TestChainEnds looks at what a chain of two keeps of each.
func TestChainEnds(t *testing.T) {
	routes := Routes(clusterOf(t, torchserve+behindNginx+nginxPods+inFrontALB))
	if len(routes) != 1 {
		t.Fatalf("%d routes, want 1", len(routes))
	}
	r := routes[0]
	if r.Name.Or("") != "edge" || r.Host.Or("") != "models.example.test" || r.Path.Or("") != "/predictions" {
		t.Errorf("got %s, %s, %s", r.Name.Or(""), r.Host.Or(""), r.Path.Or(""))
	}
	if want := (Backend{Service: "torchserve", PortName: "http"}); r.Backend != want {
		t.Errorf("got %v, want %v", r.Backend, want)
	}
	if port, ok := r.Port.Get(); !ok || port != 8080 {
		t.Errorf("got port %d %t, want 8080", port, ok)
	}
	first, ok := r.Timeout()
	if !ok || first.Title != "AWS ALB" {
		t.Errorf("got %v %t, want the load balancer", first, ok)
	}
}

// TestLoop does not go round for ever where two proxies lead to each other.
func TestLoop(t *testing.T) {
	loop := strings.ReplaceAll(behindNginx, "torchserve", "ingress-nginx-controller")
	loop = strings.ReplaceAll(loop, "  name: models", "  name: models\n  namespace: ingress-nginx")
	if got := ladders(t, nginxPods+loop); len(got) == 0 || len(got) > 4 {
		t.Errorf("got %q", got)
	}
}

// TestNginxInFront follows a load balancer to an nginx that a ConfigMap configures.
func TestNginxInFront(t *testing.T) {
	got := ladders(t, torchserve+`
---
apiVersion: v1
kind: Service
metadata:
  name: edge
  annotations: {service.beta.kubernetes.io/aws-load-balancer-type: external}
spec:
  type: LoadBalancer
  selector: {app: edge}
  ports: [{port: 443, targetPort: 8443}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: edge}
spec:
  template:
    metadata: {labels: {app: edge}}
    spec:
      containers: [{image: nginx}]
      volumes: [{name: conf, configMap: {name: edge}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: edge}
data:
  default.conf: |
    server { location / { proxy_pass http://torchserve; proxy_read_timeout 5m; } }
`)
	if want := []string{"aws-nlb 350 s > nginx-conf 300 s"}; !sameSet(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestUnknownHop says that a hop in front is not known.
func TestUnknownHop(t *testing.T) {
	for name, manifests := range map[string]string{
		"a class of its own": strings.Replace(behindNginx, "ingressClassName: nginx", "ingressClassName: inhouse", 1) + `
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: inhouse}
spec: {controller: example.test/inhouse}
`,
		"a cloud that nothing tells": strings.Replace(torchserve, "spec:", "spec:\n  type: LoadBalancer", 1),
	} {
		routes := Routes(clusterOf(t, manifests))
		if len(routes) != 1 {
			t.Fatalf("%s: %d routes, want 1", name, len(routes))
		}
		h := routes[0].Hops[0]
		if _, known := h.Timeout.Get(); known || h.Controller != "" || h.Timeout.Origin.Why != "this hop is not known" || h.Timeout.Origin.Kind != model.Absent {
			t.Errorf("%s: got %q, %v", name, h.Controller, h.Timeout)
		}
		if _, ok := routes[0].Timeout(); ok {
			t.Errorf("%s: the timeout of the route is taken for known", name)
		}
	}
}
