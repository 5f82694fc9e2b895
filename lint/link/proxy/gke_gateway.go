package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// Fields of a GCPBackendPolicy.
var (
	gcpTimeout = timing{name: "spec.default.timeoutSec", kind: "total", reads: digits, def: 30 * time.Second, min: time.Second, max: 2147483647 * time.Second, zero: zeroInvalid, invalid: apiRefuses, beyond: apiRefuses, yaml: "integer"}
	gcpDrain   = timing{name: "spec.default.connectionDraining.drainingTimeoutSec", kind: "drain", reads: digits, max: time.Hour, invalid: apiRefuses, beyond: apiRefuses, yaml: "integer"}
)

func gkeGateway() *controller {
	return &controller{
		id: "gke-gateway", title: "GKE Gateway",
		gateways:       []string{"networking.gke.io/gateway"},
		gatewayClasses: []string{"gke-l7-"},
		gateway:        gkeGatewayHop,
	}
}

func gkeGatewayHop(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	policy := c.forService("GCPBackendPolicy.networking.gke.io", g.backend)
	check := c.forService("HealthCheckPolicy.networking.gke.io", g.backend)
	if policy != nil {
		b.kind = policy.Kind
	}
	b.timer(&gcpTimeout, fieldOf(policy, &gcpTimeout))
	b.timer(&gcpDrain, fieldOf(policy, &gcpDrain))
	b.gatewayProtocol(g)
	http := check.at("spec.default.config.httpHealthCheck")
	b.checks(at(http, "requestPath"), "/", "spec.default.config.httpHealthCheck.requestPath", at(http, "port"), "200")
	b.traffic(c.targetPort(g.backend, g.ref.Span()))
	b.unread(g, "request", "backendRequest")
	return b.finish(c, g.route, g.service)
}
