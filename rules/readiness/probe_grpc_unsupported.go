package readiness

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ProbeGRPCUnsupported is documented, with examples that run as tests, in
// probe-grpc-unsupported.md.
var ProbeGRPCUnsupported = &lint.Rule{
	Meta: lint.Meta{
		ID:       "probe-grpc-unsupported",
		Title:    "A probe asks for the gRPC health service, which TorchServe does not have",
		Severity: lint.Error,
		Needs:    []string{"config", "manifest", "proxy"},
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if plugins(s) {
				continue
			}
			for _, probe := range []*model.Probe{s.Readiness, s.Liveness, s.Startup} {
				if probe != nil {
					kubeletAsksHealth(p, s, probe)
				}
			}
			balancersAskHealth(p, s)
		}
		return nil
	},
}

const pingInstead = "probe the REST port, or call InferenceAPIsService/Ping and read the text of its answer"

// healthProbe is the command that asks for the service, with the port that it asks.
var healthProbe = regexp.MustCompile(`\bgrpc[_-]health[_-]probe\b.*-addr[= ]["']?[^\s"']*:(\d+)`)

func kubeletAsksHealth(p *lint.Pass, s *model.Server, probe *model.Probe) {
	switch probe.Handler.Or("") {
	case "grpc":
		if grpcRole(role(s, probe)) {
			p.Report(probe.Handler, "%s on port %s asks for grpc.health.v1, which TorchServe does not implement: it never succeeds", probe.Name, probe.Port.Cite().Text).
				Cause(probe.PortAt).
				Advise(pingInstead)
		}
	case "exec":
		m := healthProbe.FindStringSubmatch(probe.Command.Or(""))
		if m == nil || s.Wrapper.Or(false) {
			return
		}
		if n, err := strconv.Atoi(m[1]); err == nil && grpcRole(roleOf(s, n)) {
			p.Report(probe.Command, "%s on port %d asks for grpc.health.v1, which TorchServe does not implement: it never succeeds", probe.Name, n).
				Advise(pingInstead)
		}
	}
}

func grpcRole(role string) bool { return strings.HasPrefix(role, "grpc-") }

// balancersAskHealth looks for load balancers whose gRPC check wants the service's OK.
func balancersAskHealth(p *lint.Pass, s *model.Server) {
	seen := map[string]bool{}
	for _, r := range s.Routes {
		if len(r.Hops) == 0 || !grpcRole(r.Role) {
			continue
		}
		h := r.Hops[len(r.Hops)-1]
		if h.Health == nil || !strings.HasPrefix(h.Protocol.Or(""), "GRPC") {
			continue
		}
		path, known := h.Health.Path.Get()
		if !known || !strings.HasPrefix(path, "/grpc.health.v1.Health/") || h.Health.Accepts(unimplemented) {
			continue
		}
		if place := h.Health.Path.Origin.Place().String(); !seen[place] {
			seen[place] = true
			p.Report(h.Health.Path, "%s checks %s on port %s, which TorchServe does not implement: no target is ever healthy", h.Name.Or(h.Title), path, r.Port.Cite().Text).
				Cause(h.Health.Codes).
				Advise("check /org.pytorch.serve.grpc.inference.InferenceAPIsService/Ping, or let status %d count", unimplemented)
		}
	}
}

// unimplemented is the status of a gRPC method that a server does not have.
const unimplemented = 12
