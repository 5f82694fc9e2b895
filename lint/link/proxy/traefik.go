package proxy

import (
	"cmp"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

const traefikPrefix = "traefik.ingress.kubernetes.io/"

// Fields of a ServersTransport and of a Middleware.
var (
	traefikHeader = timing{name: "spec.forwardingTimeouts.responseHeaderTimeout", kind: "ttfb", reads: traefikTime, def: noLimit, zero: zeroNoLimit, invalid: apiRefuses, beyond: apiRefuses, yaml: "either"}
	traefikDial   = timing{name: "spec.forwardingTimeouts.dialTimeout", kind: "connect", reads: traefikTime, def: 30 * time.Second, zero: zeroNoLimit, invalid: apiRefuses, beyond: apiRefuses, yaml: "either"}
	traefikIdle   = timing{name: "spec.forwardingTimeouts.idleConnTimeout", kind: "idle_keepalive", reads: traefikTime, def: 90 * time.Second, zero: zeroNoLimit, invalid: apiRefuses, beyond: apiRefuses, yaml: "either"}
	traefikBody   = sizing{name: "spec.buffering.maxRequestBodyBytes", reads: byteCount, def: noLimit, zero: zeroNoLimit, invalid: apiRefuses, yaml: "integer"}
)

func traefik() *controller {
	return &controller{
		id: "traefik", title: "Traefik",
		class: classes{
			controllers: []string{"traefik.io/ingress-controller"},
			names:       []string{"traefik"},
			legacy:      []string{"traefik"},
		},
		gateways: []string{"traefik.io/gateway-controller"},
		prefixes: []string{traefikPrefix},
		others: map[string]string{
			traefikPrefix + "service.serverstransport": "Service",
			traefikPrefix + "service.serversscheme":    "Service",
			traefikPrefix + "router.middlewares":       "Ingress",
			traefikPrefix + "router.entrypoints":       "Ingress",
		},
		pods:    pods{images: []string{"traefik"}, labels: []string{"app.kubernetes.io/name=traefik", "app=traefik"}},
		ingress: traefikIngress,
		gateway: traefikGateway,
		ways:    traefikWays,
	}
}

func traefikIngress(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	transport := c.traefikNamed("ServersTransport", annotationOf(traefikPrefix+"service.serverstransport", p.service), p.ingress.Namespace)
	b.traefikTimers(c, transport, strings.Split(p.ingress.annotationText(traefikPrefix+"router.entrypoints"), ","))
	for ref := range strings.SplitSeq(p.ingress.annotationText(traefikPrefix+"router.middlewares"), ",") {
		b.traefikMiddleware(c.traefikRef("Middleware", strings.TrimSpace(ref), p.ingress.Namespace))
	}
	b.speaksAs(annotationOf(traefikPrefix+"service.serversscheme", p.service), traefikPrefix+"service.serversscheme", traefikSchemes)
	return b.finish(c, p.ingress, p.service)
}

var traefikSchemes = map[string]string{"https": "HTTPS", "h2c": "GRPC"}

// traefikTimers adds the timers of the ServersTransport, if there is one, and of the static
// configuration.
func (b *builder) traefikTimers(c *cluster, transport *Object, entryPoints []string) {
	static := c.traefikStatic()
	for _, set := range []*timing{&traefikHeader, &traefikDial, &traefikIdle} {
		own := fieldOf(transport, set)
		if own.ok() && traefikPattern(own.text.String()) { // the API server lets it pass; Traefik takes what it cannot read for 0
			loose := *set
			loose.invalid = unlimits
			own.set = &loose
		}
		var global word[time.Duration]
		if transport == nil {
			global = static.word("serverstransport.forwardingtimeouts."+strings.ToLower(after(strings.ReplaceAll(set.name, ".", "/"))), set)
		}
		b.timer(set, own, global)
	}
	b.traefikStaticTimers(static, entryPoints)
}

// traefikMiddleware limits bodies as a Middleware with buffering does.
func (b *builder) traefikMiddleware(o *Object) {
	if w := fieldOf(o, &traefikBody); w.ok() {
		b.body(&traefikBody, w)
	}
}

// traefikNamed returns the object that a node names.
func (c *cluster) traefikNamed(kind string, n syntax.Node, namespace string) *Object {
	return c.traefikRef(kind, str(n), namespace)
}

// traefikRef returns an object by its name, or by namespace-name@kubernetescrd.
func (c *cluster) traefikRef(kind, ref, namespace string) *Object {
	ref, foreign := strings.CutSuffix(ref, "@kubernetescrd")
	for _, group := range []string{"traefik.io", "traefik.containo.us"} {
		if o := c.get(kind+"."+group, namespace, ref); o != nil && !foreign {
			return o
		}
		for _, o := range c.kinds[kind+"."+group] {
			if foreign && cmp.Or(o.Namespace, "default")+"-"+o.Name == ref {
				return o
			}
		}
	}
	return nil
}

// traefikWays returns the ways of IngressRoutes.
func traefikWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, group := range []string{"traefik.io", "traefik.containo.us"} {
		for _, o := range c.kinds["IngressRoute."+group] {
			for _, route := range o.At("spec", "routes").Items() {
				for _, n := range route.At("services").Items() {
					if kind := str(n.At("kind")); kind == "" || kind == "Service" {
						out = append(out, traefikWay(c, ctl, o, route, n))
					}
				}
			}
		}
	}
	return out
}

func traefikWay(c *cluster, ctl *controller, o *Object, route, service syntax.Node) *way {
	back := backend(cmp.Or(str(service.At("namespace")), o.Namespace), str(service.At("name")), str(service.At("port")))
	b := newHop(ctl, o)
	if o.Group == "traefik.containo.us" {
		b.Status = model.Unknown[string](model.Origin{Kind: model.Absent, Key: "apiVersion", Span: o.At("apiVersion").Text().Span(), Why: "Traefik 3 does not read traefik.containo.us"})
	}
	transport := service.At("serversTransport")
	var entryPoints []string
	for _, e := range o.At("spec", "entryPoints").Items() {
		entryPoints = append(entryPoints, str(e))
	}
	b.traefikTimers(c, c.traefikNamed("ServersTransport", transport, back.Namespace), entryPoints)
	for _, m := range route.At("middlewares").Items() {
		b.traefikMiddleware(c.traefikRef("Middleware", str(m.At("name")), cmp.Or(str(m.At("namespace")), o.Namespace)))
	}
	b.speaksAs(service.At("scheme"), "scheme", traefikSchemes)
	svc := c.service(back.Namespace, back.Service)
	match := route.At("match").Text()
	return c.newWay(o, b.finish(c, o, svc), matched(match, "Host"), matched(match, "Path"), back, service.At("name").Text())
}

// matched returns the argument of a matcher in a rule: Host(`a`), Path and PathPrefix(`/b`).
func matched(rule source.Text, matcher string) source.Text {
	s := rule.String()
	from := strings.Index(s, matcher)
	if from < 0 {
		return source.Text{}
	}
	open := strings.IndexAny(s[from:], "`\"")
	if open < 0 {
		return source.Text{}
	}
	open += from + 1
	end := strings.IndexByte(s[open:], s[open-1])
	if end < 0 {
		return source.Text{}
	}
	return rule.Cut(open, open+end)
}

// traefikGateway reads no timeouts of routes.
func traefikGateway(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	transport := c.traefikNamed("ServersTransport", annotationOf(traefikPrefix+"service.serverstransport", g.service), g.route.Namespace)
	b.traefikTimers(c, transport, nil)
	b.gatewayProtocol(g)
	b.unread(g, "request", "backendRequest")
	return b.finish(c, g.route, g.service)
}
