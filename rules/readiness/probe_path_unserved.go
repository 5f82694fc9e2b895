package readiness

import (
	"fmt"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ProbePathUnserved is documented, with examples that run as tests, in probe-path-unserved.md.
var ProbePathUnserved = &lint.Rule{
	Meta: lint.Meta{
		ID:       "probe-path-unserved",
		Title:    "A probe asks a listener for a path that it does not serve",
		Severity: lint.Error,
		Needs:    []string{"manifest", "compose"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, probe := range []*model.Probe{s.Readiness, s.Liveness, s.Startup} {
				if probe != nil && probe.Handler.Or("") == "httpGet" {
					probePathUnserved(p, s, probe)
				}
			}
		}
		return nil
	},
}

func probePathUnserved(p *lint.Pass, s *model.Server, probe *model.Probe) {
	on := role(s, probe)
	path, known := probe.Path.Get()
	r, ok := s.Release.Get()
	if on == "" || !known || !ok || on == "grpc-inference" || on == "grpc-management" || plugins(s) {
		return
	}
	oip, settled := openProtocol(s)
	status, unserved := torchserve.Unserved(on, path, r, oip || !settled, s.Shared())
	if torchserve.Unclaimed(path, r) {
		status, unserved = torchserve.StatusNotFound, true
	}
	if !unserved {
		return
	}
	f := p.Report(probe.Path, "%s asks %s on port %s, the %s listener: it answers %d, and the probe never succeeds", probe.Name, shown(path), probe.Port.Cite().Text, on, status).
		Cause(probe.PortAt)
	for _, l := range s.Listeners {
		if l.Role == on {
			f.Cause(l.Address)
		}
	}
	f.Advise("ask /ping on the inference port, or /models/{model} on the management port")
	owner := s.Listener(torchserve.Owner(path, r))
	if owner == nil || !owner.Open.Or(false) {
		return
	}
	if port, ok := owner.Port.Get(); ok && owner.Scheme.Or("") == s.Listener(on).Scheme.Or("") {
		f.Advise("ask the %s port, %d, which serves %s", owner.Role, port, shown(path))
		if numeric(probe.PortAt.Or("")) {
			f.Edit(lint.Safe, "ask the listener that serves the path", replace(probe.PortAt, fmt.Sprint(port)))
		}
	}
}

func shown(path string) string {
	if path == "" {
		return "/"
	}
	return path
}

// plugins reports whether plug-ins may serve paths of their own.
func plugins(s *model.Server) bool { return s.Settings.Get("plugins_path") != nil }

// openProtocol reports whether the open inference protocol is on, and whether that is settled: the
// variable is read directly, and only oip switches it on.
func openProtocol(s *model.Server) (on, settled bool) {
	for _, e := range s.Env {
		if e.Name.Or("") == "TS_OPEN_INFERENCE_PROTOCOL" {
			v, ok := e.Value.Get()
			return v == "oip", ok
		}
	}
	v := s.Settings.Get("ts_open_inference_protocol")
	if v == nil {
		return false, true
	}
	raw, ok := v.Get()
	return torchserve.ReadBool(raw), ok && !s.EnvOpen.Or(false)
}
