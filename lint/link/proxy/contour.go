package proxy

import (
	"cmp"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Fields of a route of an HTTPProxy, an annotation, and keys of contour.yaml.
var (
	contourResponse = timing{name: "timeoutPolicy.response", kind: "total", reads: contourTime, def: 15 * time.Second, zero: zeroDefault, invalid: apiRefuses, beyond: apiRefuses}
	contourIdle     = timing{name: "timeoutPolicy.idle", kind: "gap_any", reads: contourTime, def: 5 * time.Minute, zero: zeroDefault, invalid: apiRefuses, beyond: apiRefuses}
	contourAlive    = timing{name: "timeoutPolicy.idleConnection", kind: "idle_keepalive", reads: contourTime, def: time.Hour, zero: zeroDefault, invalid: apiRefuses, beyond: apiRefuses}
	contourTry      = timing{name: "retryPolicy.perTryTimeout", kind: "per_try", reads: contourTime, optional: true, def: noLimit, zero: zeroDefault, invalid: apiRefuses, beyond: apiRefuses}

	contourAnnotation = timing{name: "projectcontour.io/response-timeout", on: "Ingress", kind: "total", reads: contourAny, def: 15 * time.Second, zero: zeroDefault}
	contourAlias      = timing{name: "projectcontour.io/request-timeout", on: "Ingress", kind: "total", reads: contourAny, def: 15 * time.Second, zero: zeroDefault}

	contourKeyIdle    = timing{name: "timeouts.stream-idle-timeout", kind: "gap_any", reads: contourAny, def: 5 * time.Minute, zero: zeroDefault, invalid: breaks}
	contourKeyReceive = timing{name: "timeouts.request-timeout", kind: "request_receive", reads: contourAny, def: noLimit, zero: zeroNoLimit, invalid: breaks}

	// contourAny is what is read where no API server looks first.
	contourAny = &grammar[time.Duration]{words: contourTime.words, write: contourTime.write, read: func(s string) (time.Duration, bool) {
		if d, ok := contourTime.read(s); ok {
			return d, true
		}
		return goTime.read(s)
	}}
)

func contour() *controller {
	return &controller{
		id: "contour", title: "Contour",
		class: classes{
			names:  []string{"contour"},
			legacy: []string{"contour"},
			alias:  "projectcontour.io/ingress.class",
			order:  annotationFirst,
			byName: true,
		},
		gateways: []string{"projectcontour.io/gateway-controller"},
		prefixes: []string{"projectcontour.io/"},
		timings:  []*timing{&contourAnnotation, &contourAlias},
		pods:     pods{images: []string{"projectcontour/contour"}, labels: []string{"app.kubernetes.io/component=envoy", "app=envoy"}},
		ingress:  contourIngress,
		gateway:  contourGateway,
		ways:     contourWays,
	}
}

func contourIngress(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	b.timer(&contourAnnotation, foremost(annotated(p.ingress, &contourAnnotation), annotated(p.ingress, &contourAlias)))
	b.contourFile(c, word[time.Duration]{})
	b.contourH2C(p.service, p.backend)
	return b.finish(c, p.ingress, p.service)
}

// contourFile adds the timers that the controller's own file sets for all.
func (b *builder) contourFile(c *cluster, idle word[time.Duration]) {
	file := memo(c, "contour.yaml", func() (file syntax.Node) {
		for _, o := range c.kinds["ConfigMap."] {
			if text := o.At("data", "contour.yaml"); isScalar(text) {
				file, _ = syntax.Decode(text.Text())
			}
		}
		return file
	})
	b.timer(&contourIdle, idle, field(file, &contourKeyIdle))
	b.timer(&contourKeyReceive, field(file, &contourKeyReceive))
}

// contourH2C sets the protocol that an annotation of the Service gives its ports.
func (b *builder) contourH2C(svc *Object, back Backend) {
	if svc == nil {
		return
	}
	port := servicePort(svc, back)
	for _, p := range [][2]string{{"h2c", "GRPC"}, {"h2", "GRPCS"}, {"tls", "HTTPS"}} {
		key := "projectcontour.io/upstream-protocol." + p[0]
		n := annotationOf(key, svc)
		ports := strings.ReplaceAll(str(n), ",", " ")
		if has(ports, str(at(port, "port"))) || has(ports, str(at(port, "name"))) {
			b.Protocol = model.Known(p[1], model.Origin{Key: key, Span: n.Text().Span()})
		}
	}
}

// contourWays returns the ways of HTTPProxies.
func contourWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, o := range c.kinds["HTTPProxy.projectcontour.io"] {
		for _, route := range o.At("spec", "routes").Items() {
			for _, n := range route.At("services").Items() {
				back := backend(o.Namespace, str(n.At("name")), str(n.At("port")))
				hop := contourRoute(c, ctl, o, route, n, back)
				out = append(out, c.newWay(o, hop, text(o.at("spec.virtualhost.fqdn")), contourPath(route), back, n.At("name").Text()))
			}
		}
	}
	return out
}

func contourPath(route syntax.Node) (path source.Text) {
	for _, condition := range route.At("conditions").Items() {
		for _, key := range []string{"prefix", "exact"} {
			if isScalar(condition.At(key)) {
				path = condition.At(key).Text()
			}
		}
	}
	return path
}

func contourRoute(c *cluster, ctl *controller, o *Object, route, service syntax.Node, back Backend) *model.Hop {
	b := newHop(ctl, o)
	b.timer(&contourResponse, field(route, &contourResponse))
	b.contourFile(c, field(route, &contourIdle))
	b.timer(&contourAlive, field(route, &contourAlive))
	b.timer(&contourTry, field(route, &contourTry))
	svc := c.service(back.Namespace, back.Service)
	b.contourH2C(svc, back)
	b.speaksAs(service.At("protocol"), "protocol", map[string]string{"h2c": "GRPC", "h2": "GRPCS", "tls": "HTTPS"})
	if check := route.At("healthCheckPolicy", "path"); isScalar(check) {
		b.checks(check, "", "healthCheckPolicy.path", syntax.Node{}, "200")
		b.traffic(c.targetPort(back, service.At("name").Text().Span()))
	}
	return b.finish(c, o, svc)
}

// contourGateway lets backendRequest win over request.
func contourGateway(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	set := gatewayTotal(15 * time.Second)
	b.timerOf(&set, cmp.Or(gatewayWord(g, "backendRequest"), gatewayWord(g, "request")))
	g.addable(b.Timers[0])
	b.contourFile(c, word[time.Duration]{})
	b.gatewayProtocol(g)
	return b.finish(c, g.route, g.service)
}
