package link

import (
	"path"
	"slices"
	"strconv"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A service is a Service as written.
type service struct {
	dir       string
	namespace string
	name      source.Text
	kind      model.Value[string] // spec.type
	selector  []string            // k=v, sorted; nil: none
	external  bool
	elsewhere bool // ExternalName: it leads out of the cluster
	ports     []servicePort
	scrape    string // prometheus.io/port of a Service to be scraped
}

type servicePort struct {
	name, number, target, protocol source.Text
}

func readService(file string, n syntax.Node) *service {
	name := n.At("metadata", "name").Text()
	s := &service{dir: path.Dir(file), namespace: n.At("metadata", "namespace").String(), name: name, scrape: "-"}
	s.kind = model.Known("ClusterIP", kubernetes("type", name.Span()))
	if t := n.At("spec", "type"); t.OK() {
		s.kind = written("type", t.Text())
	}
	kind := s.kind.Or("")
	s.external = kind == "LoadBalancer" || kind == "NodePort"
	s.elsewhere = kind == "ExternalName"
	for k, v := range n.At("spec", "selector").Pairs() {
		s.selector = append(s.selector, k+"="+v.String())
	}
	slices.Sort(s.selector)
	if a := n.At("metadata", "annotations"); a.At("prometheus.io/scrape").String() == "true" {
		s.scrape = a.At("prometheus.io/port").String()
	}
	for _, p := range n.At("spec", "ports").Items() {
		s.ports = append(s.ports, servicePort{p.At("name").Text(), p.At("port").Text(), p.At("targetPort").Text(), p.At("appProtocol").Text()})
	}
	return s
}

// toward returns the Service as a server sees it; c is nil for a file that is judged alone.
func (s *service) toward(c *container) *model.Service {
	out := &model.Service{Name: written("service", s.name), Namespace: s.namespace, Type: s.kind, External: s.external}
	for _, p := range s.ports {
		at := p.target
		if at.Span().File == nil {
			at = p.number
		}
		port := &model.ServicePort{Port: integer("port", p.number), TargetAt: written("targetPort", at)}
		if p.name.Span().File != nil {
			v := written("name", p.name)
			port.Name = &v
		}
		if p.protocol.Span().File != nil {
			v := written("appProtocol", p.protocol)
			port.Protocol = &v
		}
		port.Target, port.Ours = target(at, c)
		if n, ok := port.Target.Get(); ok {
			port.Scrape = s.scrape == strconv.Itoa(n) || s.scrape == p.number.String()
		}
		out.Ports = append(out.Ports, port)
	}
	return out
}

// target resolves a targetPort, and says whether it leads to the container and not to
// another one of its pod.
func target(at source.Text, c *container) (model.Value[int], model.Value[bool]) {
	o := model.Origin{Key: "targetPort", Span: at.Span()}
	if n, err := strconv.Atoi(at.String()); err == nil {
		return model.Known(n, o), model.Known(c == nil || !c.neighbourOwns(n), o)
	}
	if c == nil {
		return model.Unknown[int](o), model.Known(true, o)
	}
	for _, other := range c.pod.containers {
		if n, ok := other.portNamed(at.String()); ok {
			o.Why = "port " + at.String() + " of the container"
			return model.Known(n, o), model.Known(other == c, o)
		}
	}
	o.Kind, o.Why = model.Absent, "no container declares a port "+at.String()
	return model.Unknown[int](o), model.Unknown[bool](o)
}

// neighbourOwns reports whether another container of the pod declares a port, and this one does not.
func (c *container) neighbourOwns(port int) bool {
	has := func(o *container) bool {
		return slices.ContainsFunc(o.ports, func(p *model.ContainerPort) bool { return p.Port.Or(-1) == port })
	}
	return !has(c) && slices.ContainsFunc(c.pod.containers, func(o *container) bool { return o != c && has(o) })
}

func integer(key string, t source.Text) model.Value[int] {
	o := model.Origin{Key: key, Span: t.Span()}
	if n, err := strconv.Atoi(t.String()); err == nil {
		return model.Known(n, o)
	}
	return model.Unknown[int](o)
}
