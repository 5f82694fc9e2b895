package listeners

import (
	"strconv"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// PortMismatch is documented, with examples that run as tests, in port-mismatch.md.
var PortMismatch = &lint.Rule{
	Meta: lint.Meta{
		ID:       "port-mismatch",
		Title:    "A port leads to the container, but TorchServe does not listen there",
		Severity: lint.Error,
		Needs:    []string{"config", "manifest", "compose"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if s.Workload != nil && !s.Wrapper.Or(true) {
				portMismatch(p, s)
			}
		}
		return nil
	},
}

func portMismatch(p *lint.Pass, s *model.Server) {
	text, ok := ports(s)
	if !ok {
		return // what TorchServe listens on is not known
	}
	report := func(name string, port *model.Value[int], at model.Cited) *lint.Finding {
		n, known := port.Get()
		if !known || listener(s, n) != nil {
			return nil
		}
		f := p.Report(at, "%s uses port %d; TorchServe listens on %s", name, n, text).Advise("align the port with the listener that is meant")
		for _, l := range s.Listeners {
			if l.Open.Or(false) && l.Address.Origin.Kind != model.Default {
				f.Cause(l.Address)
			}
		}
		return f
	}
	for _, c := range consumers(s) {
		if f := report(c.name, c.port, c.at); f != nil {
			align(f, s, c)
		}
	}
	for _, port := range s.Ports {
		if f := report("containerPort", &port.Port, &port.Port); f != nil && !port.Used {
			f.Weaken(lint.Info) // only documentation
		}
	}
}

// align suggests the port of the listener that a consumer means.
func align(f *lint.Finding, s *model.Server, c consumer) {
	l := s.Listener(c.role)
	if l == nil || !l.Open.Or(false) {
		return
	}
	port, known := l.Port.Get()
	if _, err := strconv.Atoi(f.At.Text); known && err == nil {
		f.Replace(lint.Unsafe, "use the port of the "+l.Role+" listener", strconv.Itoa(port))
	}
}
