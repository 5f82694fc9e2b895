package link

import (
	"path"
	"slices"

	"github.com/torchserve-lint/tslint/lint/link/proxy"
	"github.com/torchserve-lint/tslint/lint/model"
)

// A reach says which Services and routes lead to what.
type reach struct {
	x        *index
	byLabel  map[ref][]*service // by the first label that they select
	byName   map[ref][]*proxy.Route
	orphans  []*service // that select no pod among the inputs
	homeless []*proxy.Route
	calls    map[ref][]*model.Call // by the Service that their host names
	stray    []call                // to a host that no Service among the inputs is called
}

// A way is what leads to one server.
type way struct {
	services []*service
	routes   []*proxy.Route
	calls    []*model.Call
}

func newReach(x *index, routes []*proxy.Route) *reach {
	r := &reach{x: x, byLabel: map[ref][]*service{}, byName: map[ref][]*proxy.Route{}, calls: map[ref][]*model.Call{}}
	named := map[ref]bool{}
	for _, s := range x.services {
		named[refTo(s.namespace, s.name.String())] = true
		if len(s.selector) > 0 && !s.elsewhere {
			key := refTo(s.namespace, s.selector[0])
			r.byLabel[key] = append(r.byLabel[key], s)
		}
	}
	for _, route := range routes {
		to := refTo(route.Backend.Namespace, route.Backend.Service)
		r.byName[to] = append(r.byName[to], route)
		if !named[to] {
			r.homeless = append(r.homeless, route)
		}
	}
	selected, serving := map[*service]bool{}, map[*service]bool{}
	for _, p := range x.pods {
		for _, s := range r.selecting(p) {
			selected[s] = true
			serving[s] = serving[s] || slices.ContainsFunc(p.containers, (*container).serves)
		}
	}
	r.sortCalls(named)
	for _, s := range x.services {
		if !selected[s] && !s.elsewhere {
			r.orphans = append(r.orphans, s)
		}
		for _, route := range r.byName[refTo(s.namespace, s.name.String())] {
			route.Foreign = selected[s] && !serving[s]
		}
	}
	return r
}

// sortCalls puts the calls of all pods where their hosts lead.
func (r *reach) sortCalls(named map[ref]bool) {
	for _, p := range r.x.pods {
		for _, c := range p.calls {
			switch to := c.service(); {
			case c.local():
			case named[to]:
				r.calls[to] = append(r.calls[to], c.Call)
			default:
				r.stray = append(r.stray, c)
			}
		}
	}
}

// selecting returns the Services whose selector matches a pod.
func (r *reach) selecting(p *pod) (out []*service) {
	var labels []string
	for k, v := range p.labels {
		labels = append(labels, k+"="+v)
	}
	slices.Sort(labels)
	for _, l := range labels {
		for _, s := range r.byLabel[refTo(p.namespace, l)] {
			if !slices.ContainsFunc(s.selector, func(l string) bool { _, ok := slices.BinarySearch(labels, l); return !ok }) {
				out = append(out, s)
			}
		}
	}
	return out
}

// of returns what leads to a container.
func (r *reach) of(c *container) way {
	w := way{services: r.selecting(c.pod)}
	for _, s := range w.services {
		w.routes = append(w.routes, r.byName[refTo(s.namespace, s.name.String())]...)
		w.calls = append(w.calls, r.calls[refTo(s.namespace, s.name.String())]...)
	}
	for _, call := range c.pod.calls {
		if call.local() {
			w.calls = append(w.calls, call.Call)
		}
	}
	return w
}

// near returns what leads to nothing among the inputs and lies with a file that is judged
// alone: there is just one such file in the folder, or the nearest one above.
func (r *reach) near(l *loose) (w way) {
	if l.config == nil {
		return w
	}
	for _, s := range r.orphans {
		if r.x.alone(s.dir) == l {
			w.services = append(w.services, s)
			w.routes = append(w.routes, r.byName[refTo(s.namespace, s.name.String())]...)
			w.calls = append(w.calls, r.calls[refTo(s.namespace, s.name.String())]...)
		}
	}
	for _, c := range r.stray {
		if r.x.alone(c.dir) == l {
			w.calls = append(w.calls, c.Call)
		}
	}
	for _, route := range r.homeless {
		if f := route.Name.Origin.Place().File; f != nil && r.x.alone(path.Dir(f.Name)) == l {
			w.routes = append(w.routes, route)
		}
	}
	return w
}

// attach tells a server what leads to it.
func (w way) attach(s *model.Server, c *container) {
	s.Calls = w.calls
	for _, svc := range w.services {
		out := svc.toward(c)
		for _, p := range out.Ports {
			if n, ok := p.Target.Get(); ok && p.Ours.Or(false) {
				p.Role = role(s, n)
			}
		}
		s.Services = append(s.Services, out)
	}
	for _, route := range w.routes {
		if r := w.lead(s, route); r != nil {
			s.Routes = append(s.Routes, r)
		}
	}
	s.Ports = nil
	if c == nil {
		return
	}
	for _, p := range c.ports {
		port := *p
		n := p.Port.Or(-1)
		port.Used = c.refersTo(n)
		for _, svc := range s.Services {
			for _, sp := range svc.Ports {
				port.Used = port.Used || sp.Ours.Or(false) && sp.Target.Or(-2) == n
			}
		}
		s.Ports = append(s.Ports, &port)
	}
}

// lead follows a route through its Service to a port of the container; nil where it ends in
// another one.
func (w way) lead(s *model.Server, route *proxy.Route) *model.Route {
	out := *route.Route
	for i, svc := range w.services {
		if refTo(svc.namespace, svc.name.String()) != refTo(route.Backend.Namespace, route.Backend.Service) {
			continue
		}
		for _, p := range s.Services[i].Ports {
			if !leads(route.Backend, p, len(s.Services[i].Ports)) {
				continue
			}
			if ours, ok := p.Ours.Get(); ok && !ours {
				return nil
			}
			out.Port, out.Role = p.Target, p.Role
			name := s.Services[i].Name
			out.Service = &name
			out.Direct = name.Origin.Span == out.Name.Origin.Span
			return &out
		}
		return &out // a port that nobody declares: the route is there, its end is not known
	}
	if n := route.Backend.Port; n > 0 {
		out.Role = role(s, n)
	}
	return &out
}

// leads reports whether a route's backend means a port of a Service.
func leads(b proxy.Backend, p *model.ServicePort, ports int) bool {
	switch {
	case b.PortName != "":
		return p.Name != nil && p.Name.Or("") == b.PortName
	case b.Port > 0:
		return p.Port.Or(-1) == b.Port
	}
	return ports == 1
}

// role returns the role of the listener on a port; empty: none, or not known.
func role(s *model.Server, port int) string {
	for _, l := range s.Listeners {
		if n, ok := l.Port.Get(); ok && n == port {
			return l.Role
		}
	}
	return ""
}
