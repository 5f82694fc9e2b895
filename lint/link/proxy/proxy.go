// Package proxy says what each proxy in front of TorchServe makes of its settings: one
// file per controller.
package proxy

import (
	"slices"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
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
func Reads(group, kind string) bool {
	kinds := map[string]string{
		"":                  "Service ConfigMap Pod",
		"apps":              "Deployment DaemonSet StatefulSet",
		"networking.k8s.io": "Ingress IngressClass",
		"extensions":        "Ingress",
	}
	return has(kinds[group], kind)
}

// Routes returns the ways in that the objects make, by place.
func Routes(c *Cluster) []*Route {
	x := index(c)
	ways := x.ingressWays()
	slices.SortStableFunc(ways, (*way).compare)
	out := make([]*Route, len(ways))
	for i, w := range ways {
		out[i] = w.Route
	}
	return out
}
