package proxy

import (
	"cmp"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// Fields of a BackendTrafficPolicy and a ClientTrafficPolicy.
var (
	egRequest  = timing{name: "spec.timeout.http.requestTimeout", kind: "total", reads: gep2257, def: 15 * time.Second, zero: zeroNoLimit, invalid: apiRefuses}
	egIdle     = timing{name: "spec.timeout.http.streamIdleTimeout", kind: "gap_any", reads: gep2257, def: 5 * time.Minute, zero: zeroNoLimit, invalid: apiRefuses}
	egStream   = timing{name: "spec.timeout.http.maxStreamDuration", kind: "total", reads: gep2257, def: noLimit, optional: true, zero: zeroNoLimit, invalid: apiRefuses}
	egConnect  = timing{name: "spec.timeout.tcp.connectTimeout", kind: "connect", reads: gep2257, def: 10 * time.Second, invalid: apiRefuses}
	egReceived = timing{name: "spec.timeout.http.requestReceivedTimeout", kind: "request_receive", reads: gep2257, def: noLimit, optional: true, zero: zeroNoLimit, invalid: apiRefuses}
	egAlive    = timing{name: "spec.timeout.http.idleTimeout", kind: "idle_keepalive", reads: gep2257, def: time.Hour, zero: zeroNoLimit, invalid: apiRefuses}
	egBuffer   = sizing{name: "spec.requestBuffer.limit", reads: quantitySize, def: noLimit, invalid: apiRefuses, yaml: "either"}
)

func envoyGateway() *controller {
	return &controller{
		id: "envoy-gateway", title: "Envoy Gateway",
		gateways: []string{"gateway.envoyproxy.io/gatewayclass-controller"},
		pods:     pods{labels: []string{"app.kubernetes.io/managed-by=envoy-gateway"}},
		gateway:  envoyGatewayHop,
	}
}

func envoyGatewayHop(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	backend := c.policies("BackendTrafficPolicy.gateway.envoyproxy.io", g)
	if len(backend) > 1 && !backend[0].at("spec.mergeType").OK() { // the narrowest one takes the place of all others
		backend = backend[:1]
	}
	client := c.policies("ClientTrafficPolicy.gateway.envoyproxy.io", g)
	request := timingWords(&egRequest, backend)
	// Without retries, backendRequest takes the place of request.
	own := cmp.Or(gatewayWord(g, "backendRequest"), gatewayWord(g, "request"))
	if own != nil {
		request = append([]word[time.Duration]{*own}, request...)
	}
	total := b.timer(&egRequest, request...)
	g.addable(total)
	idle := egIdle
	if limit, known := total.Limit.Get(); known && len(request) > 0 { // the idle time gives way to a request timeout
		idle.def = max(time.Hour, limit)
	}
	b.timer(&idle, append(timingWords(&egIdle, backend), timingWords(&egIdle, client)...)...)
	b.timer(&egStream, timingWords(&egStream, backend)...)
	b.timer(&egConnect, timingWords(&egConnect, backend)...)
	b.timer(&egReceived, timingWords(&egReceived, client)...)
	b.timer(&egAlive, timingWords(&egAlive, client)...)
	for _, p := range backend {
		if w := fieldOf(p, &egBuffer); w.ok() {
			b.body(&egBuffer, w)
			break
		}
	}
	b.gatewayProtocol(g)
	return b.finish(c, g.route, g.service)
}

// timingWords returns what objects say of a field, in their order.
func timingWords(set *timing, objects []*Object) []word[time.Duration] {
	var out []word[time.Duration]
	for _, o := range objects {
		if w := fieldOf(o, set); w.ok() {
			out = append(out, w)
		}
	}
	return out
}
