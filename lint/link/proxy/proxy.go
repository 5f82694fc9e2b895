// Package proxy says what each proxy in front of TorchServe makes of its settings.
//
// There is one file per controller. It holds its settings as a table (name, kind of timer,
// grammar, default, range, what zero and invalid values do), how its objects are told, and a
// function that builds a hop from them. What all have in common is beside: grammar.go and
// size.go read scalars, resolve.go finds the value that holds, ignored.go what is not read,
// class.go who serves an Ingress, ingress.go, gateway.go and load_balancer.go enumerate ways,
// and chain.go joins them. A new controller is a file, and a line in all.
package proxy

import (
	"slices"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// An Object is a Kubernetes object that a controller may read.
type Object struct {
	syntax.Node
	Group, Version, Kind string // Group is empty for core
	Namespace, Name      string
}

// A Cluster is all that controllers may read.
type Cluster struct {
	Objects []Object     // of the kinds that Reads accepts, in order of file and place
	Files   []*load.File // nginx.conf, Envoy bootstrap, Traefik static configuration
}

// A Backend is the Service port that a route ends in.
type Backend struct {
	Namespace, Service string
	PortName           string // empty: by number
	Port               int    // 0: by name, or not written
}

// A Route is a way in with the Service behind it.
type Route struct {
	*model.Route
	Backend Backend
}

// Reads reports whether objects of a kind matter to any controller; Services are among them.
func Reads(group, kind string) bool { return has(readKinds[group], kind) }

var readKinds = map[string]string{
	"":                          "Service ConfigMap Pod",
	"apps":                      "Deployment DaemonSet StatefulSet",
	"networking.k8s.io":         "Ingress IngressClass",
	"extensions":                "Ingress",
	"gateway.networking.k8s.io": "GatewayClass Gateway HTTPRoute GRPCRoute",
	"k8s.nginx.org":             "VirtualServer VirtualServerRoute",
	"elbv2.k8s.aws":             "IngressClassParams",
	"gateway.k8s.aws":           "LoadBalancerConfiguration",
	"cloud.google.com":          "BackendConfig",
	"networking.gke.io":         "GCPBackendPolicy HealthCheckPolicy",
	"traefik.io":                "IngressRoute ServersTransport Middleware",
	"traefik.containo.us":       "IngressRoute ServersTransport Middleware",
	"configuration.konghq.com":  "KongPlugin KongClusterPlugin",
	"projectcontour.io":         "HTTPProxy",
	"networking.istio.io":       "VirtualService DestinationRule Gateway EnvoyFilter",
	"gateway.envoyproxy.io":     "BackendTrafficPolicy ClientTrafficPolicy",
	"getambassador.io":          "Mapping Module",
	"gateway.solo.io":           "VirtualService RouteTable RouteOption",
	"apisix.apache.org":         "ApisixRoute ApisixUpstream BackendTrafficPolicy",
	"route.openshift.io":        "Route",
	"serving.knative.dev":       "Service Configuration",
	"serving.kserve.io":         "InferenceService InferenceGraph",
	"linkerd.io":                "ServiceProfile",
	"gateway.nginx.org":         "ProxySettingsPolicy ClientSettingsPolicy",
}

// Routes returns the ways in that the objects make, by place.
func Routes(c *Cluster) []*Route {
	x := index(c)
	ways := append(x.ingressWays(), x.gatewayWays()...)
	ways = append(ways, x.loadBalancerWays()...)
	for _, ctl := range x.controllers {
		if ctl.ways != nil {
			ways = append(ways, ctl.ways(x, ctl)...)
		}
	}
	ways = x.chain(ways)
	countServices(ways)
	slices.SortStableFunc(ways, (*way).compare)
	out := make([]*Route, len(ways))
	for i, w := range ways {
		out[i] = w.Route
	}
	return out
}

// countServices tells each hop to how many Services its object leads.
func countServices(ways []*way) {
	behind := map[source.Span]map[Backend]bool{}
	for _, w := range ways {
		for _, h := range w.Hops {
			at := h.Name.Cite().Place()
			if behind[at] == nil {
				behind[at] = map[Backend]bool{}
			}
			behind[at][Backend{Namespace: w.Backend.Namespace, Service: w.Backend.Service}] = true
		}
	}
	for _, w := range ways {
		for _, h := range w.Hops {
			h.Services = len(behind[h.Name.Cite().Place()])
		}
	}
}
