package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// gatewayTotal is the timer of a whole request, with the default of an implementation.
func gatewayTotal(def time.Duration) timing {
	return timing{name: "timeouts.request", kind: "total", reads: gep2257, def: def, zero: zeroNoLimit, invalid: apiRefuses}
}

// gatewayField returns what a rule says of one of its timeouts.
func gatewayField(g *gatewayRule, name string) word[time.Duration] {
	set := gatewayTotal(0)
	set.name = "timeouts." + name
	return field(g.rule, &set)
}

// gatewayWord returns what a rule says of one of its timeouts, where it is valid.
func gatewayWord(g *gatewayRule, name string) *word[time.Duration] {
	w := gatewayField(g, name)
	if !w.ok() {
		return nil
	}
	if _, _, fits := w.judge(); !fits {
		return nil
	}
	return &w
}

// addable lets a timer be set in the rule, by timeouts.request, where the rule says nothing yet.
func (g *gatewayRule) addable(t *model.Timer) {
	w := gatewayField(g, "request")
	if w.gap == nil || g.rule.At("timeouts").OK() || g.route.Kind != "HTTPRoute" {
		return
	}
	t.Add = func(d time.Duration) []source.Edit { return w.gap.fill(gep2257.write(d)) }
}

// newGatewayHop begins the hop of a rule. The API server looks at its timeouts, whether the
// implementation reads them or not.
func newGatewayHop(ctl *controller, g *gatewayRule) *builder {
	b := newHop(ctl, g.route)
	var limits []time.Duration
	for _, name := range []string{"request", "backendRequest"} {
		w := gatewayField(g, name)
		if !w.ok() {
			continue
		}
		limit, valid := resolve(b, w.set, []word[time.Duration]{w}).Get()
		if valid {
			limits = append(limits, limit)
		}
		if len(limits) == 2 && limits[1] > limits[0] {
			const grammar = "at most timeouts.request"
			consequence := "the API server refuses the " + g.route.Kind
			b.wrong(w.set.name, g.rule.At("timeouts", name), grammar, consequence, notApplied, "")
			b.fail(rejected, w.set.name+" is not "+grammar+"; "+consequence, w.text.Span(), true)
		}
	}
	return b
}

// gatewayAPI is an implementation of the Gateway API that the inputs do not name.
func gatewayAPI() *controller {
	return &controller{
		id: "gateway-api", title: "Gateway API",
		gateway: gatewayAPIHop,
	}
}

func gatewayAPIHop(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
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
