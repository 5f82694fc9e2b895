package proxy

import (
	"slices"
	"strconv"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// An ingressPath is one path of an Ingress.
type ingressPath struct {
	ingress *Object
	service *Object // behind it; nil: not among the inputs
	host    source.Text
	path    source.Text
	backend Backend
	ref     source.Text // name of the Service, as written
}

// ingressWays returns the ways that Ingresses make.
func (c *cluster) ingressWays() []*way {
	var out []*way
	for _, o := range c.ingresses() {
		out = append(out, c.ingressWaysOf(o)...)
	}
	return out
}

// findControllers settles which controller serves each Ingress.
func (c *cluster) findControllers() {
	c.serving = map[*Object]*controller{}
	for _, o := range c.ingresses() {
		var services []*Object
		for _, p := range c.ingressPaths(o) {
			if p.service != nil {
				services = append(services, p.service)
			}
		}
		c.serving[o] = c.controllerOf(o, services)
	}
}

func (c *cluster) ingresses() []*Object {
	return append(slices.Clip(c.kinds["Ingress.networking.k8s.io"]), c.kinds["Ingress.extensions"]...)
}

func (c *cluster) ingressWaysOf(o *Object) []*way {
	hops := map[Backend]*model.Hop{}
	var out []*way
	for _, p := range c.ingressPaths(o) {
		hop := hops[p.backend]
		if hop == nil {
			hop = c.ingressHop(c.serving[o], p)
			hops[p.backend] = hop
		}
		w := c.newWay(o, hop, p.host, p.path, p.backend, p.ref)
		w.byName = p.addressesService(hop.Controller)
		out = append(out, w)
	}
	return out
}

func (c *cluster) ingressHop(ctl *controller, p *ingressPath) *model.Hop {
	if ctl == nil {
		return unknownHop(p.ingress, "ingress controller")
	}
	return ctl.ingress(c, ctl, p)
}

// addressesService reports whether a controller sends requests to the Service instead of the
// pods behind it.
func (p *ingressPath) addressesService(id string) bool {
	switch id {
	case "ingress-nginx":
		return p.ingress.annotationText(nginxPrefix+"service-upstream") == "true"
	case "kong":
		return p.service.annotationText("ingress.kubernetes.io/service-upstream") == "true"
	case "traefik":
		return p.service.annotationText(traefikPrefix+"service.nativelb") == "true"
	}
	return false
}

// unknownHop is a proxy of which the inputs do not tell what it is; title says what kind of.
func unknownHop(o *Object, title string) *model.Hop {
	why := model.Origin{Kind: model.Absent, On: o.nameAt(), Why: "this hop is not known"}
	return &model.Hop{
		Title:     title,
		Name:      model.Known(o.Name, model.Origin{Key: "metadata.name", Span: o.nameAt()}),
		Status:    model.Unknown[string](why),
		Timeout:   model.Unknown[time.Duration](why),
		BodyLimit: model.Unknown[model.Bytes](why),
		Protocol:  model.Unknown[string](why),
	}
}

// ingressPaths returns the paths of an Ingress that lead to a Service, its default backend last.
func (c *cluster) ingressPaths(o *Object) []*ingressPath {
	var out []*ingressPath
	for _, rule := range o.At("spec", "rules").Items() {
		for _, p := range rule.At("http", "paths").Items() {
			out = c.addPath(out, o, rule.At("host").Text(), p.At("path").Text(), p.At("backend"))
		}
	}
	for _, key := range []string{"defaultBackend", "backend"} {
		out = c.addPath(out, o, source.Text{}, source.Text{}, o.At("spec", key))
	}
	return out
}

func (c *cluster) addPath(out []*ingressPath, o *Object, host, path source.Text, n syntax.Node) []*ingressPath {
	service, port := n.At("service", "name"), n.At("service", "port", "number")
	if !port.OK() {
		port = n.At("service", "port", "name")
	}
	if n.At("serviceName").OK() { // v1beta1
		service, port = n.At("serviceName"), n.At("servicePort")
	}
	if !isScalar(service) {
		return out
	}
	b := backend(o.Namespace, str(service), str(port))
	return append(out, &ingressPath{o, c.service(o.Namespace, b.Service), host, path, b, service.Text()})
}

// backend returns the Backend that a port, by number or name, makes of a Service.
func backend(namespace, service, port string) Backend {
	n, err := strconv.Atoi(port)
	if err != nil {
		return Backend{Namespace: namespace, Service: service, PortName: port}
	}
	return Backend{Namespace: namespace, Service: service, Port: n}
}
