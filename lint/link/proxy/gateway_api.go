package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// gatewayTotal is the timer of a whole request, with the default of an implementation.
func gatewayTotal(def time.Duration) timing {
	return timing{name: "timeouts.request", kind: "total", reads: gep2257, def: def, zero: zeroNoLimit, invalid: apiRefuses}
}

// gatewayWord returns what a rule says of one of its timeouts.
func gatewayWord(g *gatewayRule, name string) *word[time.Duration] {
	set := gatewayTotal(0)
	set.name = "timeouts." + name
	if w := field(g.rule, &set); w.ok() {
		return &w
	}
	return nil
}

// gatewayAPI is an implementation of the Gateway API that the inputs do not name.
func gatewayAPI() *controller {
	return &controller{
		id: "gateway-api", title: "Gateway API",
		gateway: gatewayAPIHop,
	}
}

func gatewayAPIHop(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newHop(ctl, g.route)
	unknown := model.Origin{Kind: model.Absent, On: b.on, Why: "up to the implementation, which is not among the files given"}
	request, try := gatewayWord(g, "request"), gatewayWord(g, "backendRequest")
	set := gatewayTotal(noLimit)
	b.timerOf(&set, request)
	if request == nil {
		b.Timers[0].Limit = model.Unknown[time.Duration](unknown)
	}
	perTry := set
	perTry.name, perTry.kind, perTry.optional = "timeouts.backendRequest", "per_try", true
	b.timerOf(&perTry, try)
	b.gatewayProtocol(g)
	b.BodyLimit = model.Unknown[model.Bytes](unknown)
	return b.finish(c, g.route, g.service)
}
