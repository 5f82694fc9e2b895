package proxy

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

const linkerdPrefix = "timeout.linkerd.io/"

// Annotations of Services and routes, and the field of a ServiceProfile.
var (
	linkerdRequest  = timing{name: linkerdPrefix + "request", on: "Service HTTPRoute GRPCRoute", kind: "total", reads: linkerdTime, def: noLimit, zero: zeroNoLimit}
	linkerdResponse = timing{name: linkerdPrefix + "response", on: "Service HTTPRoute GRPCRoute", kind: "total", reads: linkerdTime, def: noLimit, optional: true, zero: zeroNoLimit}
	linkerdIdle     = timing{name: linkerdPrefix + "idle", on: "Service HTTPRoute GRPCRoute", kind: "gap_any", reads: linkerdTime, def: noLimit, optional: true, zero: zeroNoLimit}
	linkerdRetry    = timing{name: "retry.linkerd.io/timeout", on: "Service HTTPRoute GRPCRoute", kind: "per_try", reads: linkerdTime, def: noLimit, optional: true, zero: zeroNoLimit}
	linkerdProfile  = timing{name: "timeout", kind: "total", reads: goTime, def: noLimit, zero: zeroNoLimit, invalid: unlimits}
)

var linkerdTimings = []*timing{&linkerdRequest, &linkerdResponse, &linkerdIdle, &linkerdRetry}

func linkerd() *controller {
	return &controller{
		id: "linkerd", title: "Linkerd",
		prefixes: []string{linkerdPrefix, "retry.linkerd.io/"},
		timings:  linkerdTimings,
		gateway:  linkerdRoute,
		ways:     linkerdWays,
	}
}

// linkerdWays returns the ways of meshed clients to Services that have timeouts of their own.
func linkerdWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, o := range c.kinds["Service."] {
		if hop := linkerdService(c, ctl, o); hop != nil {
			for _, p := range o.At("spec", "ports").Items() {
				w := c.newWay(o, hop, source.Text{}, source.Text{}, backend(o.Namespace, o.Name, str(p.At("port"))), o.At("metadata", "name").Text())
				w.External, w.host = false, o
				out = append(out, w)
			}
		}
	}
	return out
}

// linkerdService returns the hop that a Service or its ServiceProfile configures, or nil.
func linkerdService(c *cluster, ctl *controller, o *Object) *model.Hop {
	profiles := memo(c, "ServiceProfiles by Service", func() map[string]*Object {
		out := map[string]*Object{}
		for _, p := range c.kinds["ServiceProfile.linkerd.io"] { // service.namespace.svc.cluster.local
			service, rest, _ := strings.Cut(p.Name, ".")
			namespace, _, _ := strings.Cut(rest, ".")
			out[name("", namespace, service)] = p
		}
		return out
	})
	if profile := profiles[name("", o.Namespace, o.Name)]; profile != nil {
		return linkerdProfileHop(c, ctl, profile, o)
	}
	if !ctl.marks(o) {
		return nil
	}
	b := newHop(ctl, o)
	b.linkerdTimers(unlimits, o)
	return b.finish(c, o)
}

// linkerdTimers adds the timers of annotations. On a Service one that is not valid takes all
// others with it.
func (b *builder) linkerdTimers(invalid outcome, o *Object) {
	var words []word[time.Duration]
	dropped := false
	for _, set := range linkerdTimings {
		own := *set
		own.invalid = invalid
		w := annotated(o, &own)
		if w.ok() && !w.typed && strings.HasPrefix(own.name, linkerdPrefix) {
			_, valid := own.reads.read(w.text.String())
			dropped = dropped || !valid && invalid == unlimits
		}
		words = append(words, w)
	}
	for i, set := range linkerdTimings {
		w := words[i]
		if dropped && w.ok() && strings.HasPrefix(set.name, linkerdPrefix) {
			if _, valid := set.reads.read(w.text.String()); valid {
				w = word[time.Duration]{}
			}
		}
		b.timer(set, w)
	}
}

// linkerdProfileHop takes the shortest of the profile's routes: which one a request takes
// is up to patterns.
func linkerdProfileHop(c *cluster, ctl *controller, profile, o *Object) *model.Hop {
	b := newHop(ctl, profile)
	for _, route := range profile.At("spec", "routes").Items() {
		b.timer(&linkerdProfile, field(route, &linkerdProfile))
	}
	for _, set := range linkerdTimings {
		if n := o.annotation(set.name); n.OK() {
			b.Faults = append(b.Faults, &model.SettingFault{
				At:          model.Known(set.name, model.Origin{Key: set.name, Span: n.KeyText().Span()}),
				Name:        set.name,
				Ignored:     true,
				Consequence: "ServiceProfile " + profile.Name + " takes its place",
				Effective:   b.shortest().Cite().Text,
			})
		}
	}
	return b.finish(c, profile)
}

// linkerdRoute is a route to a Service; its own annotations and timeouts beat those of the Service.
func linkerdRoute(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	if ctl.marks(g.route) {
		b.linkerdTimers(webhookRefuses, g.route)
	} else {
		set := gatewayTotal(noLimit)
		b.timerOf(&set, gatewayWord(g, "request"))
	}
	b.gatewayProtocol(g)
	return b.finish(c, g.route)
}
