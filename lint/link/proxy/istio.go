package proxy

import (
	"cmp"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

const istioGroup = "networking.istio.io"

// Fields of an HTTP route of a VirtualService, and of a DestinationRule.
var (
	istioTotal   = timing{name: "timeout", kind: "total", reads: goTime, def: noLimit, min: time.Millisecond, zero: zeroInvalid, invalid: apiRefuses, beyond: apiRefuses}
	istioTry     = timing{name: "retries.perTryTimeout", kind: "per_try", reads: goTime, def: noLimit, optional: true, min: time.Millisecond, zero: zeroInvalid, invalid: apiRefuses, beyond: apiRefuses}
	istioIdle    = timing{name: "spec.trafficPolicy.connectionPool.http.idleTimeout", kind: "idle_keepalive", reads: goTime, def: time.Hour, zero: zeroNoLimit, invalid: apiRefuses}
	istioConnect = timing{name: "spec.trafficPolicy.connectionPool.tcp.connectTimeout", kind: "connect", reads: goTime, def: 10 * time.Second, invalid: apiRefuses}
)

func istio() *controller {
	return &controller{
		id: "istio", title: "Istio",
		gateways:       []string{"istio.io/gateway-controller"},
		gatewayClasses: []string{"istio"},
		pods:           pods{labels: []string{"istio=ingressgateway", "app=istio-ingressgateway"}},
		gateway:        istioGateway,
		ways:           istioWays,
	}
}

// istioWays returns the ways of VirtualServices.
func istioWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, o := range c.kinds["VirtualService."+istioGroup] {
		for _, route := range o.At("spec", "http").Items() {
			for _, n := range route.At("route").Items() {
				out = append(out, istioDestination(c, ctl, o, route, n.At("destination"))...)
			}
		}
	}
	return out
}

// istioDestination returns the ways to one destination of a route, one for each host.
func istioDestination(c *cluster, ctl *controller, o *Object, route, destination syntax.Node) []*way {
	back, ok := istioBackend(o, destination)
	if !ok {
		return nil
	}
	gateway, external := c.istioEntry(o)
	hop := istioHop(c, ctl, o, route, back)
	var out []*way
	for _, host := range orNothing(o.At("spec", "hosts").Items()) {
		w := c.newWay(o, hop, text(host), text(istioPath(route)), back, destination.At("host").Text())
		w.gateway, w.External = gateway, external
		if of, ok := istioHost(o, str(host)); ok && !external {
			w.host = c.service(of.Namespace, of.Service)
		}
		out = append(out, w)
	}
	return out
}

// istioEntry returns the Gateway that a VirtualService is bound to; without one it is for
// the mesh alone.
func (c *cluster) istioEntry(o *Object) (gateway *Object, external bool) {
	for _, n := range o.At("spec", "gateways").Items() {
		if str(n) == "mesh" {
			continue
		}
		namespace, object, found := strings.Cut(str(n), "/")
		if !found {
			namespace, object = o.Namespace, str(n)
		}
		return c.get("Gateway."+istioGroup, namespace, object), true
	}
	return nil, false
}

func istioPath(route syntax.Node) syntax.Node {
	for _, m := range route.At("match").Items() {
		for _, key := range []string{"prefix", "exact", "regex"} {
			if n := m.At("uri", key); isScalar(n) {
				return n
			}
		}
	}
	return syntax.Node{}
}

// istioBackend returns the Service of a destination; ok is false for a host outside the cluster.
func istioBackend(o *Object, destination syntax.Node) (b Backend, ok bool) {
	b, ok = istioHost(o, str(destination.At("host")))
	b.Port = number(destination.At("port", "number"))
	return b, ok
}

// istioHost returns the Service that a host is the name of, seen from o.
func istioHost(o *Object, host string) (b Backend, ok bool) {
	service, rest, dotted := strings.Cut(strings.TrimSuffix(host, ".svc.cluster.local"), ".")
	namespace := o.Namespace
	if dotted {
		namespace = strings.TrimSuffix(rest, ".svc")
	}
	if service == "" || strings.Contains(namespace, ".") {
		return Backend{}, false
	}
	return Backend{Namespace: namespace, Service: service}, true
}

func istioHop(c *cluster, ctl *controller, o *Object, route syntax.Node, back Backend) *model.Hop {
	b := newHop(ctl, o)
	b.timer(&istioTotal, field(route, &istioTotal))
	if attempts := route.At("retries", "attempts"); str(attempts) != "0" {
		b.timer(&istioTry, field(route, &istioTry))
	}
	b.istioRule(c, back)
	svc := c.service(back.Namespace, back.Service)
	if svc != nil {
		b.appProtocol(servicePort(svc, back))
	}
	b.Retries = b.attempts(route.At("retries", "attempts"), 2)
	hop := b.finish(c, o, svc)
	c.istioFilters(hop)
	return hop
}

// istioRule adds the timers of the DestinationRule of a Service.
func (b *builder) istioRule(c *cluster, back Backend) {
	rules := memo(c, "DestinationRules by Service", func() map[string]*Object {
		out := map[string]*Object{}
		for _, o := range c.kinds["DestinationRule."+istioGroup] {
			if of, ok := istioHost(o, str(o.At("spec", "host"))); ok {
				out[name("", of.Namespace, of.Service)] = o
			}
		}
		return out
	})
	rule := rules[name("", back.Namespace, back.Service)]
	b.timer(&istioIdle, fieldOf(rule, &istioIdle))
	b.timer(&istioConnect, fieldOf(rule, &istioConnect))
}

// attempts returns a number of retries.
func (b *builder) attempts(n syntax.Node, def int) *model.Value[int] {
	v := model.Known(def, b.byDefault(b.Title, "retries"))
	if isScalar(n) {
		v = model.Known(number(n), model.Origin{Key: "retries.attempts", Span: n.Text().Span()})
	}
	return &v
}

// istioFilters takes back what is known of a hop where an EnvoyFilter may change it.
func (c *cluster) istioFilters(hop *model.Hop) {
	for _, o := range c.kinds["EnvoyFilter."+istioGroup] {
		why := model.Origin{Kind: model.Absent, Span: o.nameAt(), Why: "EnvoyFilter " + o.Name + " may change it"}
		if mentions(o.Node, "timeout idle_timeout stream_idle_timeout max_stream_duration per_try_timeout") {
			hop.Timeout = model.Unknown[time.Duration](why)
		}
		if mentions(o.Node, "max_request_bytes") {
			hop.BodyLimit = model.Unknown[model.Bytes](why)
		}
	}
}

// mentions reports whether one of the keys stands anywhere below a node.
func mentions(n syntax.Node, keys string) bool {
	for key, v := range n.Pairs() {
		if has(keys, key) || mentions(v, keys) {
			return true
		}
	}
	for _, item := range n.Items() {
		if mentions(item, keys) {
			return true
		}
	}
	return false
}

// istioGateway takes backendRequest for each try where there are retries, else for the whole.
func istioGateway(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	set := gatewayTotal(noLimit)
	request, try := gatewayWord(g, "request"), gatewayWord(g, "backendRequest")
	if g.rule.At("retry").OK() {
		b.timerOf(&set, request)
		perTry := set
		perTry.name, perTry.kind, perTry.optional = "timeouts.backendRequest", "per_try", true
		b.timerOf(&perTry, try)
	} else {
		b.timerOf(&set, cmp.Or(try, request))
	}
	b.istioRule(c, g.backend)
	b.gatewayProtocol(g)
	hop := b.finish(c, g.route, g.service)
	c.istioFilters(hop)
	return hop
}
