package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// azureIdle is in minutes.
var azureIdle = timing{name: azurePrefix + "tcp-idle-timeout", on: "Service", kind: "gap_any", reads: minutes, def: 4 * time.Minute, min: 4 * time.Minute, max: 100 * time.Minute, zero: zeroInvalid, invalid: blocks, beyond: blocks}

func azureLB() *controller {
	return &controller{
		id: "azure-lb", title: "Azure Load Balancer",
		prefixes: []string{azurePrefix},
		timings:  []*timing{&azureIdle},
		others:   map[string]string{azurePrefix + "health-probe-request-path": "Service"},
		balancer: azureHop,
	}
}

func azureHop(c *cluster, ctl *controller, o *Object, port syntax.Node) *model.Hop {
	b := portHop(ctl, o)
	b.timer(&azureIdle, annotated(o, &azureIdle))
	if path := annotationOf(azurePrefix+"health-probe-request-path", o); isScalar(path) && has("http https", str(port.At("appProtocol"))) {
		b.checks(path, "", azurePrefix+"health-probe-request-path", syntax.Node{}, "200")
		b.traffic(c.targetPort(backend(o.Namespace, o.Name, str(port.At("port"))), o.nameAt()))
	}
	return b.finish(c, o)
}
