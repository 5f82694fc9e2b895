package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// Fields of a ProxySettingsPolicy and a ClientSettingsPolicy.
var (
	ngfRead    = timing{name: "spec.timeout.read", kind: "gap_read", reads: ngfTime, def: time.Minute, invalid: apiRefuses}
	ngfReceive = timing{name: "spec.body.timeout", kind: "request_receive", reads: ngfTime, def: time.Minute, invalid: apiRefuses}
	ngfBody    = sizing{name: "spec.body.maxSize", reads: ngfSize, def: mebibyte, zero: zeroNoLimit, invalid: apiRefuses}
)

func nginxGatewayFabric() *controller {
	return &controller{
		id: "nginx-gateway-fabric", title: "NGINX Gateway Fabric",
		gateways: []string{"gateway.nginx.org/nginx-gateway-controller"},
		pods:     pods{images: []string{"nginx/nginx-gateway-fabric"}, labels: []string{"app.kubernetes.io/name=nginx-gateway-fabric"}},
		gateway:  nginxGatewayFabricHop,
	}
}

func nginxGatewayFabricHop(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	client := c.policies("ClientSettingsPolicy.gateway.nginx.org", g)
	b.timer(&ngfRead, timingWords(&ngfRead, c.policies("ProxySettingsPolicy.gateway.nginx.org", g))...)
	b.timer(&ngfReceive, timingWords(&ngfReceive, client)...)
	var sizes []word[model.Bytes]
	for _, p := range client {
		sizes = append(sizes, fieldOf(p, &ngfBody))
	}
	b.body(&ngfBody, sizes...)
	b.gatewayProtocol(g)
	b.unread(g, "request", "backendRequest")
	return b.finish(c, g.route, g.service)
}
