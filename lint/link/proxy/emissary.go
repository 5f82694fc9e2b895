package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

const emissaryGroup = "getambassador.io"

// Fields of a Mapping and of the Module ambassador.
var (
	emissaryTimeout = timing{name: "spec.timeout_ms", kind: "total", reads: atoiMillis, def: 3 * time.Second, zero: zeroNoLimit, invalid: apiRefuses, beyond: apiRefuses, yaml: "integer"}
	emissaryIdle    = timing{name: "spec.idle_timeout_ms", kind: "gap_any", reads: atoiMillis, def: 5 * time.Minute, zero: zeroNoLimit, invalid: apiRefuses, beyond: apiRefuses, yaml: "integer"}
	emissaryConnect = timing{name: "spec.connect_timeout_ms", kind: "connect", reads: atoiMillis, def: 3 * time.Second, invalid: apiRefuses, beyond: apiRefuses, yaml: "integer"}
	emissaryModule  = timing{name: "spec.config.cluster_request_timeout_ms", kind: "total", reads: atoiMillis, def: 3 * time.Second, zero: zeroNoLimit, invalid: falls, yaml: "integer"}
	emissaryBuffer  = sizing{name: "spec.config.buffer.max_request_bytes", reads: byteCount, def: noLimit, invalid: falls, yaml: "integer"}
)

func emissary() *controller {
	return &controller{
		id: "emissary", title: "Emissary",
		class: classes{
			controllers: []string{"getambassador.io/ingress-controller"},
			names:       []string{"ambassador", "emissary-ingress"},
			legacy:      []string{"ambassador"},
			order:       either,
		},
		pods:    pods{images: []string{"emissaryingress/emissary", "datawire/aes"}, labels: []string{"app.kubernetes.io/name=emissary-ingress", "service=ambassador"}},
		ingress: emissaryIngress,
		ways:    emissaryWays,
	}
}

// emissaryTimers adds the timers of a Mapping, if there is one, and of the Module.
func (b *builder) emissaryTimers(c *cluster, mapping *Object) {
	var module *Object
	for _, o := range c.kinds["Module."+emissaryGroup] {
		if o.Name == "ambassador" {
			module = o
		}
	}
	b.timer(&emissaryTimeout, fieldOf(mapping, &emissaryTimeout), fieldOf(module, &emissaryModule))
	b.timer(&emissaryIdle, fieldOf(mapping, &emissaryIdle))
	b.timer(&emissaryConnect, fieldOf(mapping, &emissaryConnect))
	b.body(&emissaryBuffer, fieldOf(module, &emissaryBuffer))
}

func emissaryIngress(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	b.emissaryTimers(c, nil)
	return b.finish(c, p.ingress, p.service)
}

// emissaryWays returns the ways of Mappings.
func emissaryWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, o := range c.kinds["Mapping."+emissaryGroup] {
		b := newHop(ctl, o)
		b.emissaryTimers(c, o)
		b.speaksAs(o.At("spec", "grpc"), "spec.grpc", map[string]string{"true": "GRPC"})
		host := o.At("spec", "hostname")
		if !isScalar(host) {
			host = o.At("spec", "host")
		}
		back, ref := serviceAt(o.Namespace, text(o.At("spec", "service")))
		out = append(out, c.newWay(o, b.finish(c, o, c.service(back.Namespace, back.Service)), text(host), text(o.At("spec", "prefix")), back, ref))
	}
	return out
}
