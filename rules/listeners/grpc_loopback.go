package listeners

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// GRPCLoopback is documented, with examples that run as tests, in grpc-loopback.md.
var GRPCLoopback = &lint.Rule{
	Meta: lint.Meta{
		ID:       "grpc-loopback",
		Title:    "A gRPC port is used from outside the container, but bound to its loopback",
		Severity: lint.Error,
		Versions: ">=0.11.0",
		Needs:    []string{"config", "manifest", "compose", "image"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, l := range s.Listeners {
				if l.Scheme.Or("") == "grpc" && l.Loopback() && !s.Wrapper.Or(false) {
					grpcLoopback(p, s, l)
				}
			}
		}
		return nil
	},
}

func grpcLoopback(p *lint.Pass, s *model.Server, l *model.Listener) {
	who := reachers(s, l)
	if len(who) == 0 {
		return
	}
	var at model.Cited = l.Host
	switch {
	case l.Host.Origin.Span.File != nil:
	case l.Port.Origin.Span.File != nil:
		at = l.Port // nobody wrote the address: the port is what is left of the listener
	default:
		at = who[0].at
	}
	key := hostKey(l)
	f := p.Report(at, "%s reaches for gRPC port %d, which TorchServe %s binds to %s (%s)", who[0].name, l.Port.Or(0), s.Release.Cite().Text, l.Host.Or(""), key).
		Cause(l.Host)
	for _, c := range who {
		if c.at.Cite().Span != at.Cite().Span {
			f.Cause(c.at)
		}
	}
	f.Advise("set %s=0.0.0.0", key)
	kind := lint.Safe
	if l.Role == "grpc-management" {
		kind = lint.Unsafe
		f.Advise("set %s=0.0.0.0 if that many may register and delete models, else take the port off", key)
	}
	switch c := s.Config; {
	case l.Host.Origin.Span.File != nil:
		f.Edit(kind, "listen on all interfaces", source.Edit{Span: l.Host.Origin.Span, New: "0.0.0.0"})
	case c != nil && !c.Bundled && c.Text.Span().File != nil:
		f.Edit(kind, "listen on all interfaces", c.Text.Append(key+"=0.0.0.0"))
	}
}

// hostKey is the property that sets the host of a gRPC listener.
func hostKey(l *model.Listener) string { return strings.TrimSuffix(l.Key, "_port") + "_address" }

// reachers lists who reaches for a listener from outside the container: Services and the
// kubelet, else proxies that name a host which is not among the inputs. One that names an
// address may run beside TorchServe.
func reachers(s *model.Server, l *model.Listener) (out []consumer) {
	for _, c := range consumers(s) {
		if n, ok := c.port.Get(); ok && listener(s, n) == l {
			out = append(out, c)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, r := range s.Routes {
		if n, ok := r.Port.Get(); ok && r.Service != nil && listener(s, n) == l {
			out = append(out, consumer{name: r.Name.Or("a route"), port: &r.Port, at: r.Port})
		}
	}
	return out
}
