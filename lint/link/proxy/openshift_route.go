package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// Annotations of a Route.
var (
	openshiftTimeout = timing{name: "haproxy.router.openshift.io/timeout", on: "Route", kind: "gap_read", reads: openshift, def: 30 * time.Second, max: haproxyMax, beyond: clips}
	openshiftTunnel  = timing{name: "haproxy.router.openshift.io/timeout-tunnel", on: "Route", kind: "gap_any", reads: openshift, def: time.Hour, max: haproxyMax, beyond: clips}
)

func openshiftRoute() *controller {
	return &controller{
		id: "openshift-route", title: "OpenShift Router",
		prefixes: []string{"haproxy.router.openshift.io/"},
		timings:  []*timing{&openshiftTimeout, &openshiftTunnel},
		ways:     openshiftWays,
	}
}

func openshiftWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, o := range c.kinds["Route.route.openshift.io"] {
		to := o.At("spec", "to")
		if kind := str(to.At("kind")); kind != "" && kind != "Service" || !isScalar(to.At("name")) {
			continue
		}
		back := c.openshiftBackend(o, str(to.At("name")), str(o.At("spec", "port", "targetPort")))
		svc := c.service(o.Namespace, back.Service)
		hop := openshiftHop(c, ctl, o, svc)
		out = append(out, c.newWay(o, hop, text(o.At("spec", "host")), text(o.At("spec", "path")), back, to.At("name").Text()))
	}
	return out
}

func openshiftHop(c *cluster, ctl *controller, o, svc *Object) *model.Hop {
	b := newHop(ctl, o)
	switch termination := o.At("spec", "tls", "termination"); str(termination) {
	case "passthrough": // a tunnel: the same annotation sets its timer
		tunnel := openshiftTimeout
		tunnel.kind, tunnel.def = "gap_any", time.Hour
		b.timer(&tunnel, annotated(o, &openshiftTunnel), annotated(o, &openshiftTimeout))
		b.Protocol = model.Known("HTTPS", model.Origin{Key: "spec.tls.termination", Span: termination.Text().Span()})
	case "reencrypt":
		b.Protocol = model.Known("HTTPS", model.Origin{Key: "spec.tls.termination", Span: termination.Text().Span()})
		fallthrough
	default:
		b.timer(&openshiftTimeout, annotated(o, &openshiftTimeout))
	}
	return b.finish(c, o, svc)
}

// openshiftBackend returns the port of a Service that a Route's target port stands for: a
// name is that of the Service port, a number that of the pod.
func (c *cluster) openshiftBackend(o *Object, service, target string) Backend {
	b := backend(o.Namespace, service, target)
	svc := c.service(o.Namespace, service)
	if svc == nil {
		return b
	}
	ports := svc.At("spec", "ports").Items()
	for _, p := range ports {
		if target != "" && str(p.At("targetPort")) == target || target == "" && len(ports) == 1 {
			return backend(o.Namespace, service, str(p.At("port")))
		}
	}
	return b
}
