package listeners

import (
	"fmt"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// BindLoopbackInContainer is documented, with examples that run as tests, in
// bind-loopback-in-container.md.
var BindLoopbackInContainer = &lint.Rule{
	Meta: lint.Meta{
		ID:       "bind-loopback-in-container",
		Title:    "A port is used from outside the container, but bound to its loopback",
		Severity: lint.Error,
		Needs:    []string{"config", "manifest", "compose", "dockerfile"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if s.Workload == nil || s.Wrapper.Or(true) {
				continue
			}
			for _, l := range s.Listeners {
				if l.Scheme.Or("") != "grpc" && l.Open.Or(false) && l.Loopback() {
					bindLoopback(p, s, l)
				}
			}
		}
		return nil
	},
}

func bindLoopback(p *lint.Pass, s *model.Server, l *model.Listener) {
	var who []consumer
	for _, c := range consumers(s) {
		if a, ok := c.port.Get(); ok && listener(s, a) == l {
			who = append(who, c)
		}
	}
	if len(who) == 0 {
		return
	}
	var at model.Cited = l.Address
	if l.Address.Origin.Span.File == nil {
		at = who[0].at // nobody wrote the address: the one who reaches for it shows the fault
	}
	port := l.Port.Or(0)
	f := p.Report(at, "%s is %s%s, but %s reaches for port %d from outside the container", l.Key, l.Address.Or(""), reason(l), who[0].name, port).
		Cause(l.Address)
	for _, c := range who {
		f.Cause(c.at)
	}
	address := fmt.Sprintf("http://0.0.0.0:%d", port)
	f.Advise("set %s=%s%s", l.Key, address, careful(l))
	kind := lint.Safe
	if l.Role == "management" {
		kind = lint.Unsafe
	}
	switch c := s.Config; {
	case l.Address.Origin.Span.File != nil:
		f.Edit(kind, "listen on all interfaces", source.Edit{Span: l.Address.Origin.Span, New: address})
	case c != nil && !c.Bundled && c.Text.Span().File != nil:
		f.Edit(kind, "listen on all interfaces", c.Text.Append(l.Key+"="+address))
	}
}

func reason(l *model.Listener) string {
	if l.Address.Origin.Why == "" {
		return ""
	}
	return " (" + l.Address.Origin.Why + ")"
}

func careful(l *model.Listener) string {
	if l.Role == "management" {
		return ", or use an exec probe, which reaches the loopback"
	}
	return ""
}
