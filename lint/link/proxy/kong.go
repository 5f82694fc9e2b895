package proxy

import (
	"cmp"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

const kongPrefix = "konghq.com/"

const kongMax = 2147483646 * time.Millisecond

// Annotations of Services, and the field of HTTPRoutes that Kong reads.
var (
	kongRead    = timing{name: kongPrefix + "read-timeout", on: "Service", kind: "gap_read", reads: atoiMillis, def: time.Minute, min: time.Millisecond, max: kongMax, zero: zeroInvalid, beyond: blocks}
	kongWrite   = timing{name: kongPrefix + "write-timeout", on: "Service", kind: "gap_write", reads: atoiMillis, def: time.Minute, min: time.Millisecond, max: kongMax, zero: zeroInvalid, beyond: blocks}
	kongConnect = timing{name: kongPrefix + "connect-timeout", on: "Service", kind: "connect", reads: atoiMillis, def: time.Minute, min: time.Millisecond, max: kongMax, zero: zeroInvalid, beyond: blocks}
	kongRoute   = timing{name: "timeouts.backendRequest", kind: "gap_read", reads: gep2257, def: time.Minute, max: kongMax, zero: zeroInvalid, invalid: apiRefuses, beyond: blocks}
)

func kong() *controller {
	return &controller{
		id: "kong", title: "Kong",
		class: classes{
			controllers: []string{"ingress-controllers.konghq.com/kong"},
			names:       []string{"kong"},
			legacy:      []string{"kong"},
			order:       either,
		},
		gateways: []string{"konghq.com/kic-gateway-controller"},
		prefixes: []string{kongPrefix},
		timings:  []*timing{&kongRead, &kongWrite, &kongConnect},
		others:   map[string]string{kongPrefix + "plugins": "Ingress Service HTTPRoute", kongPrefix + "protocol": "Service", kongPrefix + "retries": "Service"},
		pods:     pods{images: []string{"kong/kubernetes-ingress-controller", "kong", "kong/kong-gateway"}, labels: []string{"app.kubernetes.io/name=kong", "app=ingress-kong"}},
		ingress:  kongIngress,
		gateway:  kongGateway,
	}
}

func kongIngress(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	b.kongService(p.service)
	b.kongPlugins(c, p.ingress, p.service)
	return b.finish(c, p.ingress, p.service)
}

// kongService adds the timers that annotations of the Service set.
func (b *builder) kongService(svc *Object) {
	for _, set := range []*timing{&kongRead, &kongWrite, &kongConnect} {
		b.timer(set, annotated(svc, set))
	}
	b.speaks(annotationOf(kongPrefix+"protocol", svc), kongPrefix+"protocol")
	if svc != nil {
		b.Retries = b.count(svc, kongPrefix+"retries", 5)
	}
}

// kongGateway reads timeouts.backendRequest, which sets all three timers.
func kongGateway(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	if gatewayWord(g, "backendRequest") != nil {
		b.timer(&kongRoute, field(g.rule, &kongRoute))
	} else {
		b.kongService(g.service)
	}
	b.gatewayProtocol(g)
	b.unread(g, "request")
	b.kongPlugins(c, g.route, g.service)
	return b.finish(c, g.route, g.service)
}

// kongPlugins limits bodies as the plugin request-size-limiting does, where it is attached.
func (b *builder) kongPlugins(c *cluster, objects ...*Object) {
	b.kongGlobal(c)
	for _, o := range objects {
		if o == nil {
			continue
		}
		for ref := range strings.SplitSeq(o.annotationText(kongPrefix+"plugins"), ",") {
			ref = strings.TrimSpace(ref)
			plugin := cmp.Or(c.get("KongPlugin.configuration.konghq.com", o.Namespace, ref), c.get("KongClusterPlugin.configuration.konghq.com", "", ref))
			if str(plugin.at("plugin")) == "request-size-limiting" {
				b.kongSize(plugin)
			}
		}
	}
}

// kongGlobal limits bodies as plugins for everything do.
func (b *builder) kongGlobal(c *cluster) {
	for _, kind := range []string{"KongClusterPlugin", "KongPlugin"} {
		for _, o := range c.kinds[kind+".configuration.konghq.com"] {
			if str(o.At("metadata", "labels", "global")) == "true" && str(o.At("plugin")) == "request-size-limiting" {
				b.kongSize(o)
			}
		}
	}
}

// kongSize sets the limit of the plugin; the smallest of several wins.
func (b *builder) kongSize(plugin *Object) {
	unit := str(plugin.at("config.size_unit"))
	scale, known := map[string]model.Bytes{"": mebibyte, "megabytes": mebibyte, "kilobytes": 1 << 10, "bytes": 1}[unit]
	set := sizing{name: "config.allowed_payload_size", reads: byteCount, def: 128, invalid: blocks, yaml: "integer"}
	before := b.BodyLimit
	b.body(&set, fieldOf(plugin, &set))
	n, ok := b.BodyLimit.Get()
	switch {
	case !known || !ok:
		b.BodyLimit = model.Unknown[model.Bytes](b.BodyLimit.Origin)
	case n > noLimit/scale || n*scale > before.Or(0):
		b.BodyLimit = before
	default:
		b.BodyLimit = model.Known(n*scale, b.BodyLimit.Origin)
	}
}
