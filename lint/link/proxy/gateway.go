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
	gateway, class *Object     // nil: not among the inputs
	parent         syntax.Node // of parentRefs
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
	g := gatewayRule{route: o, parent: parent}
	mesh := str(parent.At("kind")) == "Service"
	ctl := c.gatewayController(&g, mesh)
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
func (c *cluster) gatewayController(g *gatewayRule, mesh bool) *controller {
	if mesh {
		return c.controller(c.mesh(g.route))
	}
	namespace := cmp.Or(str(g.parent.At("namespace")), g.route.Namespace)
	g.gateway = c.get("Gateway."+gatewayGroup, namespace, str(g.parent.At("name")))
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
	if ctl := c.controller("linkerd"); ctl.marks(route) || c.anyInjected("linkerd.io/inject") {
		return ctl.id
	}
	if c.anyInjected("sidecar.istio.io/inject") {
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

// attached returns the policies of a kind and group that are attached to an object as a
// whole, or to the section of it.
func (c *cluster) attached(kind, targetKind, namespace, target, section string) []*Object {
	byTarget := memo(c, kind+" by target", func() map[string][]*Object {
		out := map[string][]*Object{}
		for _, p := range c.kinds[kind] {
			for _, ref := range append(p.At("spec", "targetRefs").Items(), p.At("spec", "targetRef")) {
				key := name(str(ref.At("kind")), p.Namespace, str(ref.At("name"))) + "/" + str(ref.At("sectionName"))
				out[key] = append(out[key], p)
			}
		}
		return out
	})
	whole := name(targetKind, namespace, target) + "/"
	if section == "" {
		return byTarget[whole]
	}
	return append(slices.Clip(byTarget[whole+section]), byTarget[whole]...)
}

// policies returns the policies of a kind that are attached to the rule or its route, then
// those of its listener or Gateway.
func (c *cluster) policies(kind string, g *gatewayRule) []*Object {
	out := slices.Clip(c.attached(kind, g.route.Kind, g.route.Namespace, g.route.Name, str(g.rule.At("name"))))
	if g.gateway != nil {
		out = append(out, c.attached(kind, "Gateway", g.gateway.Namespace, g.gateway.Name, str(g.parent.At("sectionName")))...)
	}
	return out
}

// forService returns the policy that is attached to the Service of a backend, which need not
// be among the inputs, or nil.
func (c *cluster) forService(kind string, b Backend) *Object {
	for _, p := range c.attached(kind, "Service", b.Namespace, b.Service, "") {
		return p
	}
	return nil
}

// gatewayProtocol sets the protocol of a GRPCRoute, or that of the Service's port.
func (b *builder) gatewayProtocol(g *gatewayRule) {
	if g.route.Kind == "GRPCRoute" {
		b.Protocol = model.Known("GRPC", model.Origin{Key: "kind", Span: g.route.At("kind").Text().Span()})
	} else if g.service != nil {
		b.appProtocol(servicePort(g.service, g.backend))
	}
}
