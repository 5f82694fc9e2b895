package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

const apisixPrefix = "k8s.apisix.apache.org/"

// Fields of ApisixRoutes, ApisixUpstreams and BackendTrafficPolicies, and annotations.
var (
	apisixRead     = timing{name: "timeout.read", kind: "gap_read", reads: apisixField, def: time.Minute, zero: zeroDefault, invalid: refuses}
	apisixSend     = timing{name: "timeout.send", kind: "gap_write", reads: apisixField, def: time.Minute, zero: zeroDefault, invalid: refuses}
	apisixConnect  = timing{name: "timeout.connect", kind: "connect", reads: apisixField, def: time.Minute, zero: zeroDefault, invalid: refuses}
	apisixUpstream = timing{name: "spec.timeout.read", kind: "gap_read", reads: apisixField, def: time.Minute, zero: zeroDefault, invalid: refuses}
	apisixPolicy   = timing{name: "spec.timeout.read", kind: "gap_read", reads: secondsOnly, def: time.Minute, zero: zeroDefault, invalid: apiRefuses}

	apisixIngressRead    = timing{name: apisixPrefix + "upstream-read-timeout", on: "Ingress", kind: "gap_read", reads: apisixTime, def: time.Minute, zero: zeroDefault}
	apisixIngressSend    = timing{name: apisixPrefix + "upstream-send-timeout", on: "Ingress", kind: "gap_write", reads: apisixTime, def: time.Minute, zero: zeroDefault}
	apisixIngressConnect = timing{name: apisixPrefix + "upstream-connect-timeout", on: "Ingress", kind: "connect", reads: apisixTime, def: time.Minute, zero: zeroDefault}

	apisixBody = sizing{name: "plugins.client-control.max_body_size", reads: byteCount, def: noLimit, zero: zeroNoLimit, invalid: refuses, yaml: "integer"}

	// apisixField cuts durations to whole seconds.
	apisixField = &grammar[time.Duration]{words: goTime.words, write: goTime.write, read: func(s string) (time.Duration, bool) {
		d, ok := goTime.read(s)
		return d.Truncate(time.Second), ok
	}}
)

func apisix() *controller {
	return &controller{
		id: "apisix", title: "APISIX",
		class: classes{
			controllers: []string{"apisix.apache.org/apisix-ingress-controller"},
			names:       []string{"apisix"},
			legacy:      []string{"apisix"},
		},
		gateways: []string{"apisix.apache.org/apisix-ingress-controller"},
		prefixes: []string{apisixPrefix},
		timings:  []*timing{&apisixIngressRead, &apisixIngressSend, &apisixIngressConnect},
		others:   map[string]string{apisixPrefix + "upstream-scheme": "Ingress"},
		pods:     pods{images: []string{"apache/apisix"}, labels: []string{"app.kubernetes.io/name=apisix"}},
		ingress:  apisixIngress,
		gateway:  apisixGateway,
		ways:     apisixWays,
	}
}

func apisixIngress(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	var words []word[time.Duration]
	dropped := false // one that is not valid takes the others with it
	for _, set := range ctl.timings {
		w := annotated(p.ingress, set)
		if w.ok() && !w.typed {
			_, valid := set.reads.read(w.text.String())
			dropped = dropped || !valid
		}
		words = append(words, w)
	}
	for i, set := range ctl.timings {
		w := words[i]
		if _, valid := set.reads.read(w.text.String()); dropped && valid {
			w = word[time.Duration]{}
		}
		b.timer(set, w)
	}
	b.speaks(annotationOf(apisixPrefix+"upstream-scheme", p.ingress), apisixPrefix+"upstream-scheme")
	return b.finish(c, p.ingress, p.service)
}

// apisixWays returns the ways of ApisixRoutes.
func apisixWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, o := range c.kinds["ApisixRoute.apisix.apache.org"] {
		for _, route := range o.At("spec", "http").Items() {
			for _, n := range route.At("backends").Items() {
				back := backend(o.Namespace, str(n.At("serviceName")), str(n.At("servicePort")))
				hop := apisixHop(c, ctl, o, route, back)
				for _, host := range orNothing(at(route, "match.hosts").Items()) {
					for _, path := range orNothing(at(route, "match.paths").Items()) {
						out = append(out, c.newWay(o, hop, text(host), text(path), back, n.At("serviceName").Text()))
					}
				}
			}
		}
	}
	return out
}

// orNothing returns the nodes, or one that is nothing where there are none.
func orNothing(nodes []syntax.Node) []syntax.Node {
	if len(nodes) == 0 {
		return []syntax.Node{{}}
	}
	return nodes
}

func apisixHop(c *cluster, ctl *controller, o *Object, route syntax.Node, back Backend) *model.Hop {
	b := newHop(ctl, o)
	svc := c.service(back.Namespace, back.Service)
	upstream := c.get("ApisixUpstream.apisix.apache.org", back.Namespace, back.Service)
	policy := c.forService("BackendTrafficPolicy.apisix.apache.org", back)
	b.timer(&apisixRead, field(route, &apisixRead), fieldOf(upstream, &apisixUpstream), fieldOf(policy, &apisixPolicy))
	b.timer(&apisixSend, field(route, &apisixSend))
	b.timer(&apisixConnect, field(route, &apisixConnect))
	for _, plugin := range route.At("plugins").Items() {
		if str(plugin.At("name")) == "client-control" && str(plugin.At("enable")) != "false" {
			set := apisixBody
			set.name = "config.max_body_size"
			b.body(&apisixBody, field(plugin, &set))
		}
	}
	b.speaks(upstream.at("spec.scheme"), "spec.scheme")
	return b.finish(c, o, svc)
}

// apisixGateway reads no timeouts of routes.
func apisixGateway(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	b.timer(&apisixRead, fieldOf(c.forService("BackendTrafficPolicy.apisix.apache.org", g.backend), &apisixPolicy))
	b.gatewayProtocol(g)
	b.unread(g, "request", "backendRequest")
	return b.finish(c, g.route, g.service)
}
