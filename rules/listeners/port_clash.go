package listeners

import (
	"fmt"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// PortClash is documented, with examples that run as tests, in port-clash.md.
var PortClash = &lint.Rule{
	Meta: lint.Meta{
		ID:       "port-clash",
		Title:    "Two listeners want one port",
		Severity: lint.Error,
		Needs:    []string{"config", "manifest", "compose"},
	},
	Check: func(p *lint.Pass) error {
		for i, s := range p.Servers {
			within(p, s)
			for _, other := range p.Servers[:i] {
				if s.Workload != nil && s.Workload == other.Workload && s.Container.Origin.Span != other.Container.Origin.Span {
					between(p, s, other)
				}
			}
		}
		return nil
	},
}

// within reports listeners of one server that clash, each with the first one in its way.
func within(p *lint.Pass, s *model.Server) {
	for i, l := range s.Listeners {
		j := slices.IndexFunc(s.Listeners[:i], func(first *model.Listener) bool { return clash(first, l) && !merged(first, l) })
		if j < 0 {
			continue
		}
		first, at, other := s.Listeners[j], claim(l), claim(s.Listeners[j])
		if at.Kind != model.Written {
			at, other = other, at
		}
		f := p.Report(at, "%s and %s both want port %d: the second one cannot bind it, and the server exits", first.Key, l.Key, l.Port.Or(0)).
			Cause(other).
			Advise("give each listener a port of its own")
		if l.Role == "management" {
			f.Advise("give each listener a port of its own, or write the same address twice: then both are one listener")
		}
	}
}

// between reports what two servers of one pod both want.
func between(p *lint.Pass, s, other *model.Server) {
	var names []string
	var at, first model.Citation
	for _, l := range s.Listeners {
		for _, o := range other.Listeners {
			if !clash(o, l) {
				continue
			}
			if len(names) == 0 || at.Kind != model.Written && claim(l).Kind == model.Written {
				at, first = claim(l), claim(o)
			}
			if name := fmt.Sprintf("%d (%s)", l.Port.Or(0), l.Key); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return
	}
	p.Report(at, "containers %s and %s share the network of their pod and both want %s: one of them exits", other.Container.Or(""), s.Container.Or(""), strings.Join(names, ", ")).
		Cause(first).
		Advise("give each server ports of its own, those of gRPC too")
}

// claim is what says which port a listener wants.
func claim(l *model.Listener) model.Citation {
	if l.Scheme.Or("") == "grpc" {
		return l.Port.Cite()
	}
	return l.Address.Cite()
}

// clash reports whether two listeners cannot both be bound; port 0 is any free one.
func clash(a, b *model.Listener) bool {
	portA, ok1 := a.Port.Get()
	portB, ok2 := b.Port.Get()
	hostA, ok3 := a.Host.Get()
	hostB, ok4 := b.Host.Get()
	return ok1 && ok2 && ok3 && ok4 && portA == portB && portA > 0 && a.Open.Or(false) && b.Open.Or(false) &&
		(hostA == hostB || everywhere(hostA) || everywhere(hostB) || a.Loopback() && b.Loopback())
}

func everywhere(host string) bool { return host == "0.0.0.0" || host == "::" || host == "[::]" }

// merged reports whether two listeners are one: inference and management on the same address,
// compared as text; the scheme does not count.
func merged(a, b *model.Listener) bool {
	return a.Role == "inference" && b.Role == "management" && a.Host.Or("") == b.Host.Or("")
}
