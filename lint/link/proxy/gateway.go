package proxy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

const gatewayGroup = "gateway.networking.k8s.io"

// A gatewayRule is one backend of one rule of an HTTPRoute or GRPCRoute.
type gatewayRule struct {
	route          *Object
	gateway, class *Object // nil: not among the inputs
	rule           syntax.Node
	service        *Object // behind it; nil: not among the inputs
	backend        Backend
	ref            source.Text // name of the Service, as written
}

// gatewayWays returns the ways that HTTPRoutes and GRPCRoutes make.
func (c *cluster) gatewayWays() []*way {
	var out []*way
	for _, kind := range []string{"HTTPRoute", "GRPCRoute"} {
		for _, o := range c.kinds[kind+"."+gatewayGroup] {
			parents := o.At("spec", "parentRefs").Items()
			for _, parent := range parents {
				out = append(out, c.gatewayWaysOf(o, parent)...)
			}
		}
	}
	return out
}

// gatewayWaysOf returns the ways of a route through one of its parents.
func (c *cluster) gatewayWaysOf(o *Object, parent syntax.Node) []*way {
	g := gatewayRule{route: o}
	mesh := str(parent.At("kind")) == "Service"
	ctl := c.gatewayController(&g, parent, mesh)
	hosts := o.At("spec", "hostnames").Items()
	if len(hosts) == 0 {
		hosts = []syntax.Node{{}}
	}
	var out []*way
	for _, rule := range o.At("spec", "rules").Items() {
		g.rule = rule
		for _, ref := range rule.At("backendRefs").Items() {
			if kind := str(ref.At("kind")); kind != "" && kind != "Service" || !isScalar(ref.At("name")) {
				continue
			}
			of := g
			of.backend = backend(cmp.Or(str(ref.At("namespace")), o.Namespace), str(ref.At("name")), str(ref.At("port")))
			of.service, of.ref = c.service(of.backend.Namespace, of.backend.Service), ref.At("name").Text()
			hop := ctl.gateway(c, ctl, &of)
			for _, host := range hosts {
				for _, path := range gatewayPaths(rule) {
					w := c.newWay(o, hop, text(host), path, of.backend, of.ref)
					w.External = !mesh
					w.gateway = g.gateway
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// gatewayPaths returns the paths that a rule matches; one empty one for all.
func gatewayPaths(rule syntax.Node) []source.Text {
	var out []source.Text
	for _, m := range rule.At("matches").Items() {
		if path := m.At("path", "value"); isScalar(path) {
			out = append(out, path.Text())
		}
	}
	if len(out) == 0 {
		return []source.Text{{}}
	}
	return out
}

// gatewayController returns the implementation behind a parent of a route, the generic one
// where the inputs do not tell.
func (c *cluster) gatewayController(g *gatewayRule, parent syntax.Node, mesh bool) *controller {
	if mesh {
		return c.controller(c.mesh(g.route))
	}
	namespace := cmp.Or(str(parent.At("namespace")), g.route.Namespace)
	g.gateway = c.get("Gateway."+gatewayGroup, namespace, str(parent.At("name")))
	className := str(g.gateway.at("spec.gatewayClassName"))
	g.class = c.get("GatewayClass."+gatewayGroup, "", className)
	controllerName := str(g.class.at("spec.controllerName"))
	for _, ctl := range c.controllers {
		known := controllerName != "" && slices.Contains(ctl.gateways, controllerName)
		made := controllerName == "" && slices.ContainsFunc(ctl.gatewayClasses, func(prefix string) bool { return strings.HasPrefix(className, prefix) })
		if ctl.gateway != nil && (known || made) {
			return ctl
		}
	}
	return c.controller("gateway-api")
}

// mesh returns the id of the mesh that a route to a Service is for.
func (c *cluster) mesh(route *Object) string {
	if ctl := c.controller("linkerd"); ctl.marks(route) || c.injected("linkerd.io/inject") {
		return ctl.id
	}
	if c.injected("sidecar.istio.io/inject") {
		return "istio"
	}
	return "gateway-api"
}

// unread records timeouts of a rule that the implementation does not read.
func (b *builder) unread(g *gatewayRule, names ...string) {
	for _, name := range names {
		key := g.rule.At("timeouts", name).KeyText()
		if key.String() == "" {
			continue
		}
		b.Faults = append(b.Faults, &model.SettingFault{
			At:          model.Known("timeouts."+name, model.Origin{Key: "timeouts." + name, Span: key.Span()}),
			Name:        "timeouts." + name,
			Ignored:     true,
			Consequence: b.Title + " does not read it",
			Effective:   b.shortest().Cite().Text,
		})
	}
}

// targets reports whether a policy is attached to an object of a kind.
func targets(policy *Object, kind string, o *Object) bool {
	if o == nil || cmp.Or(policy.Namespace, "default") != cmp.Or(o.Namespace, "default") {
		return false
	}
	refs := append(policy.At("spec", "targetRefs").Items(), policy.At("spec", "targetRef"))
	return slices.ContainsFunc(refs, func(ref syntax.Node) bool {
		return str(ref.At("kind")) == kind && str(ref.At("name")) == o.Name
	})
}

// policies returns the policies of a kind that are attached to the route, then those of its Gateway.
func (c *cluster) policies(kind string, g *gatewayRule) []*Object {
	var out []*Object
	for _, o := range []*Object{g.route, g.gateway} {
		for _, p := range c.kinds[kind] {
			if o != nil && targets(p, o.Kind, o) {
				out = append(out, p)
			}
		}
	}
	return out
}

// gatewayProtocol sets the protocol of a GRPCRoute, or that of the Service's port.
func (b *builder) gatewayProtocol(g *gatewayRule) {
	if g.route.Kind == "GRPCRoute" {
		b.Protocol = model.Known("GRPC", model.Origin{Key: "kind", Span: g.route.At("kind").Text().Span()})
	} else if g.service != nil {
		b.appProtocol(servicePort(g.service, g.backend))
	}
}
