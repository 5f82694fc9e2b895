package proxy

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// HealthcheckPathUnserved is documented, with examples that run as tests, in
// healthcheck-path-unserved.md.
var HealthcheckPathUnserved = &lint.Rule{
	Meta: lint.Meta{
		ID:       "healthcheck-path-unserved",
		Title:    "A load balancer checks a path that TorchServe does not serve there",
		Severity: lint.Error,
		Needs:    []string{"proxy", "config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			seen := map[source.Span]bool{}
			for _, r := range s.Routes {
				if len(r.Hops) == 0 {
					continue
				}
				h := r.Hops[len(r.Hops)-1] // the ones before check the next proxy
				if h.Health == nil || seen[h.Health.Path.Origin.Place()] {
					continue
				}
				seen[h.Health.Path.Origin.Place()] = healthcheckPath(p, s, r, h)
			}
		}
		return nil
	},
}

// healthcheckPath reports whether it found a check that never succeeds.
func healthcheckPath(p *lint.Pass, s *model.Server, way *model.Route, h *model.Hop) bool {
	path, ok1 := h.Health.Path.Get()
	port, ok2 := checked(way, h).Get()
	r, ok3 := s.Release.Get()
	if !ok1 || !ok2 || !ok3 || replaced(s, h) || s.Settings.Get("plugins_path") != nil || s.Wrapper.Or(false) {
		return false
	}
	l := asked(s, port)
	if l == nil {
		return false
	}
	status, unserved := torchserve.Unserved(l.Role, path, r, true, s.Shared())
	if torchserve.Unclaimed(path, r) {
		status, unserved = torchserve.StatusNotFound, true
	}
	if !unserved || h.Health.Accepts(status) {
		return false
	}
	f := p.Report(h.Health.Path, "%s checks %s on port %d: TorchServe answers %d, and no target is ever healthy", who(h), path, port, status).
		Cause(l.Address, h.Health.Codes)
	if l.Role != "inference" {
		f.Advise("check /ping on the inference port")
		return true
	}
	name := h.Health.Path.Origin.Key
	f.Advise("set %s: /ping", name)
	switch at := h.Health.Path.Origin; {
	case at.Kind == model.Written:
		f.Replace(lint.Safe, "check /ping", "/ping")
	case strings.Contains(name, "/") && h.Annotate != nil:
		f.Edit(lint.Safe, "check /ping", h.Annotate(name, "/ping")...)
	}
	return true
}

// checked returns the port of the container that is checked; that of the traffic may have a
// name, which only the container resolves.
func checked(r *model.Route, h *model.Hop) model.Value[int] {
	if _, known := h.Health.Port.Get(); !known && h.Health.Port.Origin.Span == r.Port.Origin.Span {
		return r.Port
	}
	return h.Health.Port
}

// replaced reports whether the pod's own probe takes the place of the check, or may do so.
func replaced(s *model.Server, h *model.Hop) bool {
	if !h.Health.FromProbe {
		return false
	}
	return s.Workload == nil || s.Readiness != nil && s.Readiness.Handler.Or("httpGet") == "httpGet"
}

// asked returns the open REST listener on a port; nil: none, or not known.
func asked(s *model.Server, port int) *model.Listener {
	for _, l := range s.Listeners {
		if n, ok := l.Port.Get(); ok && n == port && l.Open.Or(false) && l.Scheme.Or("grpc") != "grpc" {
			return l
		}
	}
	return nil
}
