package proxy

import (
	"cmp"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// A way is a route in the making.
type way struct {
	*Route
	at      source.Span // of the object that makes it
	file    *Object     // ConfigMap that holds the proxy's configuration; nil: none
	gateway *Object     // that lets it in; nil: none, or not among the inputs
	byName  bool        // its last hop sends requests to the Service, not to the pods behind it
	host    *Object     // of one within a mesh: the Service that requests are sent to
}

// newWay returns the way through one hop that an object makes; ref is the name of the
// Service as written there.
func (c *cluster) newWay(o *Object, hop *model.Hop, host, path source.Text, b Backend, ref source.Text) *way {
	return c.newWayAt(model.Known(o.Name, model.Origin{Key: "metadata.name", Span: o.nameAt()}), hop, host, path, b, ref)
}

// newWayAt is newWay for what is not an object.
func (c *cluster) newWayAt(name model.Value[string], hop *model.Hop, host, path source.Text, b Backend, ref source.Text) *way {
	on := name.Cite().Place()
	r := &model.Route{
		Name:     name,
		Path:     model.Known("/", model.Origin{Kind: model.Default, Key: "path", On: on, Why: "default"}),
		Hops:     []*model.Hop{hop},
		Port:     c.targetPort(b, ref.Span()),
		External: true,
	}
	if host.String() != "" {
		h := model.Known(host.String(), model.Origin{Key: "host", Span: host.Span()})
		r.Host = &h
	}
	if path.String() != "" {
		r.Path = model.Known(path.String(), model.Origin{Key: "path", Span: path.Span()})
	}
	if b.Service != "" && ref.String() != "" {
		s := model.Known(b.Service, model.Origin{Key: "service", Span: ref.Span()})
		r.Service = &s
	}
	return &way{Route: &Route{Route: r, Backend: b}, at: on}
}

// targetPort returns the port of the container behind a Service port, where it is a number.
func (c *cluster) targetPort(b Backend, ref source.Span) model.Value[int] {
	svc := c.service(b.Namespace, b.Service)
	if b.Service == "" {
		return model.Unknown[int](model.Origin{Kind: model.Absent, Key: "port", Span: ref, Why: "not a Service"})
	}
	if svc == nil {
		return model.Unknown[int](model.Origin{Kind: model.Absent, Key: "port", Span: ref, Why: "Service " + b.Service + " is not among the files given"})
	}
	p := servicePort(svc, b)
	if !p.OK() {
		return model.Unknown[int](model.Origin{Kind: model.Absent, Key: "port", Span: ref, Why: "Service " + b.Service + " has no such port"})
	}
	target := p.At("targetPort")
	if !isScalar(target) {
		target = p.At("port")
	}
	o := model.Origin{Key: "targetPort", Span: target.Text().Span()}
	if n := number(target); n > 0 {
		return model.Known(n, o)
	}
	o.Kind, o.Why = model.Absent, "a port by name"
	return model.Unknown[int](o)
}

func (w *way) compare(v *way) int {
	return cmp.Or(w.at.Compare(v.at), w.Path.Cite().Place().Compare(v.Path.Cite().Place()))
}
