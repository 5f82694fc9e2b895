package proxy

import (
	"cmp"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Fields of a route's options.
var (
	glooTimeout = timing{name: "options.timeout", kind: "total", reads: goTime, def: 15 * time.Second, zero: zeroNoLimit, invalid: refuses}
	glooIdle    = timing{name: "options.idleTimeout", kind: "gap_any", reads: goTime, def: 5 * time.Minute, zero: zeroNoLimit, invalid: refuses}
	glooTry     = timing{name: "options.retries.perTryTimeout", kind: "per_try", reads: goTime, def: noLimit, optional: true, invalid: refuses}
	glooBuffer  = sizing{name: "options.bufferPerRoute.buffer.maxRequestBytes", reads: byteCount, def: noLimit, invalid: refuses, yaml: "integer"}
)

func gloo() *controller {
	return &controller{
		id: "gloo", title: "Gloo Gateway",
		class:   classes{legacy: []string{"gloo"}, order: annotationOnly},
		pods:    pods{labels: []string{"gloo=gateway-proxy", "gateway-proxy=live"}},
		ingress: glooIngress,
		ways:    glooWays,
	}
}

func glooIngress(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	b.timer(&glooTimeout)
	b.timer(&glooIdle)
	return b.finish(c, p.ingress, p.service)
}

// glooWays returns the ways of VirtualServices and RouteTables.
func glooWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, o := range c.kinds["VirtualService.gateway.solo.io"] {
		hosts := o.At("spec", "virtualHost", "domains").Items()
		for _, route := range o.At("spec", "virtualHost", "routes").Items() {
			out = append(out, glooRoute(c, ctl, o, route, hosts)...)
		}
	}
	for _, o := range c.kinds["RouteTable.gateway.solo.io"] {
		for _, route := range o.At("spec", "routes").Items() {
			out = append(out, glooRoute(c, ctl, o, route, nil)...)
		}
	}
	return out
}

func glooRoute(c *cluster, ctl *controller, o *Object, route syntax.Node, hosts []syntax.Node) []*way {
	destinations := []syntax.Node{at(route, "routeAction.single")}
	for _, d := range at(route, "routeAction.multi.destinations").Items() {
		destinations = append(destinations, d.At("destination"))
	}
	if len(hosts) == 0 {
		hosts = []syntax.Node{{}}
	}
	var path syntax.Node
	for _, m := range route.At("matchers").Items() {
		for _, key := range []string{"prefix", "exact", "regex"} {
			if isScalar(m.At(key)) {
				path = m.At(key)
			}
		}
	}
	var out []*way
	for _, d := range destinations {
		back, ref := glooBackend(o, d)
		if back.Service == "" {
			continue
		}
		hop := glooHop(c, ctl, o, route, c.service(back.Namespace, back.Service))
		for _, host := range hosts {
			out = append(out, c.newWay(o, hop, text(host), text(path), back, ref.Text()))
		}
	}
	return out
}

// glooBackend returns the Service of a destination, and where its name stands.
func glooBackend(o *Object, d syntax.Node) (Backend, syntax.Node) {
	if ref := at(d, "kube.ref"); ref.OK() {
		return backend(cmp.Or(str(ref.At("namespace")), o.Namespace), str(ref.At("name")), str(at(d, "kube.port"))), ref.At("name")
	}
	// An upstream that Gloo found is named namespace-service-port.
	n := at(d, "upstream.name")
	parts := strings.Split(str(n), "-")
	if len(parts) < 3 {
		return Backend{}, n
	}
	last := len(parts) - 1
	return backend(parts[0], strings.Join(parts[1:last], "-"), parts[last]), n
}

func glooHop(c *cluster, ctl *controller, o *Object, route syntax.Node, svc *Object) *model.Hop {
	b := newHop(ctl, o)
	options := []syntax.Node{route}
	for _, ref := range at(route, "optionsConfigRefs.delegateOptions").Items() {
		if other := c.get("RouteOption.gateway.solo.io", cmp.Or(str(ref.At("namespace")), o.Namespace), str(ref.At("name"))); other != nil {
			options = append(options, other.At("spec"))
		}
	}
	for _, set := range []*timing{&glooTimeout, &glooIdle, &glooTry} {
		var words []word[time.Duration]
		for _, n := range options {
			words = append(words, field(n, set))
		}
		b.timer(set, words...)
	}
	var sizes []word[model.Bytes]
	for _, n := range options {
		sizes = append(sizes, field(n, &glooBuffer))
	}
	b.body(&glooBuffer, sizes...)
	return b.finish(c, o, svc)
}
