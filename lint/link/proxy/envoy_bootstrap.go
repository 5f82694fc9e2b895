package proxy

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Fields of a route, and of the connection manager around it.
var (
	envoyTimeout = timing{name: "route.timeout", kind: "total", reads: protoJSON, def: 15 * time.Second, zero: zeroNoLimit, invalid: breaks, beyond: breaks, yaml: "either"}
	envoyIdle    = timing{name: "route.idle_timeout", kind: "gap_any", reads: protoJSON, def: 5 * time.Minute, zero: zeroNoLimit, invalid: breaks, beyond: breaks, yaml: "either"}
	envoyTry     = timing{name: "route.retry_policy.per_try_timeout", kind: "per_try", reads: protoJSON, def: noLimit, optional: true, zero: zeroNoLimit, invalid: breaks, beyond: breaks, yaml: "either"}
	envoyStream  = timing{name: "stream_idle_timeout", kind: "gap_any", reads: protoJSON, def: 5 * time.Minute, zero: zeroNoLimit, invalid: breaks, beyond: breaks, yaml: "either"}
	envoyReceive = timing{name: "request_timeout", kind: "request_receive", reads: protoJSON, def: noLimit, zero: zeroNoLimit, invalid: breaks, beyond: breaks, yaml: "either"}
	envoyBuffer  = sizing{name: "max_request_bytes", reads: byteCount, def: noLimit, invalid: breaks, yaml: "either"}
)

// envoyBootstrap is an Envoy that a file configures.
func envoyBootstrap() *controller {
	return &controller{id: "envoy-bootstrap", title: "Envoy", ways: envoyBootstrapWays}
}

func envoyBootstrapWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, f := range c.configFiles(load.EnvoyConf, looksLikeEnvoy) {
		docs, _ := syntax.YAML(f.text)
		for _, doc := range docs {
			for _, listener := range at(doc, "static_resources.listeners").Items() {
				for _, chain := range listener.At("filter_chains").Items() {
					for _, filter := range chain.At("filters").Items() {
						e := &envoyFile{configFile: f, cluster: c, ctl: ctl, doc: doc, manager: filter.At("typed_config")}
						out = append(out, e.ways()...)
					}
				}
			}
		}
	}
	return out
}

// looksLikeEnvoy reports whether a text is a bootstrap configuration.
func looksLikeEnvoy(s string) bool {
	return strings.Contains(s, "static_resources") && strings.Contains(s, "http_connection_manager")
}

// An envoyFile is one connection manager of a file.
type envoyFile struct {
	configFile
	*cluster
	ctl          *controller
	doc, manager syntax.Node
}

func (e *envoyFile) ways() []*way {
	var out []*way
	for _, host := range at(e.manager, "route_config.virtual_hosts").Items() {
		for _, route := range host.At("routes").Items() {
			action := route.At("route")
			if !isScalar(action.At("cluster")) {
				continue
			}
			b := e.newFileHop(e.ctl, e.configFile, action.At("cluster").Text().Span())
			e.timers(b, route)
			address := e.address(str(action.At("cluster")))
			back := backend(e.namespace(), "", "")
			host := text(address.At("address"))
			if host.String() != "" {
				back, host = serviceAt(e.namespace(), host)
				back.Port = number(address.At("port_value"))
			}
			w := e.newWayAt(e.name, b.finish(e.cluster), source.Text{}, text(envoyPath(route)), back, host)
			if _, known := w.Port.Get(); !known && back.Port > 0 && e.service(back.Namespace, back.Service) == nil {
				w.Port = model.Known(back.Port, model.Origin{Key: "port_value", Span: address.At("port_value").Text().Span()})
			}
			w.file, w.byName = e.in, true
			out = append(out, w)
		}
	}
	return out
}

func (e *envoyFile) timers(b *builder, route syntax.Node) {
	b.timer(&envoyTimeout, field(route, &envoyTimeout))
	b.timer(&envoyIdle, field(route, &envoyIdle), field(e.manager, &envoyStream))
	b.timer(&envoyTry, field(route, &envoyTry))
	b.timer(&envoyReceive, field(e.manager, &envoyReceive))
	for _, filter := range e.manager.At("http_filters").Items() {
		if strings.HasSuffix(str(filter.At("name")), ".buffer") {
			b.body(&envoyBuffer, field(filter.At("typed_config"), &envoyBuffer))
		}
	}
}

func envoyPath(route syntax.Node) syntax.Node {
	for _, key := range []string{"prefix", "path"} {
		if n := route.At("match", key); isScalar(n) {
			return n
		}
	}
	return syntax.Node{}
}

// address returns the first address of a cluster.
func (e *envoyFile) address(cluster string) syntax.Node {
	for _, c := range at(e.doc, "static_resources.clusters").Items() {
		if str(c.At("name")) != cluster {
			continue
		}
		for _, group := range at(c, "load_assignment.endpoints").Items() {
			for _, end := range group.At("lb_endpoints").Items() {
				return at(end, "endpoint.address.socket_address")
			}
		}
	}
	return syntax.Node{}
}
