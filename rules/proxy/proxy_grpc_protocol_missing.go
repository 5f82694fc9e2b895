package proxy

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ProxyGRPCProtocolMissing is documented, with examples that run as tests, in
// proxy-grpc-protocol-missing.md.
var ProxyGRPCProtocolMissing = &lint.Rule{
	Meta: lint.Meta{
		ID:       "proxy-grpc-protocol-missing",
		Title:    "A proxy sends HTTP/1 to a gRPC port",
		Severity: lint.Error,
		Versions: ">=0.3.0",
		Needs:    []string{"proxy", "config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			seen := map[source.Span]bool{}
			for _, r := range s.Routes {
				if len(r.Hops) == 0 || !strings.HasPrefix(r.Role, "grpc-") || s.Wrapper.Or(false) {
					continue
				}
				h := r.Hops[len(r.Hops)-1]
				setting, known := grpcSettings[h.Controller]
				if at := h.Protocol.Origin.Place(); known && !seen[at] && plain(h) && !declared(s, r) {
					seen[at] = true
					grpcProtocol(p, s, r, h, setting)
				}
			}
		}
		return nil
	},
}

// A protocolSetting is how a proxy is told to speak gRPC.
type protocolSetting struct {
	on          string // the object that it stands on
	name, value string
	own         bool // an annotation of the object that makes the route
}

// grpcSettings are those of the proxies that speak HTTP/1 unless they are told otherwise, and
// that find out by nothing else.
var grpcSettings = map[string]protocolSetting{
	"ingress-nginx":    {"Ingress", "nginx.ingress.kubernetes.io/backend-protocol", "GRPC", true},
	"aws-alb":          {"Ingress", "alb.ingress.kubernetes.io/backend-protocol-version", "GRPC", true},
	"haproxy-ingress":  {"Ingress", "haproxy-ingress.github.io/backend-protocol", "grpc", true},
	"haproxytech":      {"Ingress", "haproxy.org/server-proto", "h2", true},
	"f5-nginx-ingress": {"Ingress", "nginx.org/grpc-services", "", false},
	"traefik":          {"Service", "traefik.ingress.kubernetes.io/service.serversscheme", "h2c", false},
	"kong":             {"Service", "konghq.com/protocol", "grpc", false},
	"nginx-conf":       {"location", "grpc_pass", "grpc://...", false},
}

// plain reports whether a proxy speaks HTTP/1 to the backend.
func plain(h *model.Hop) bool {
	protocol, known := h.Protocol.Get()
	return known && (protocol == "HTTP" || protocol == "HTTPS")
}

// declared reports whether the Service says of the port itself what it speaks: some proxies
// go by that.
func declared(s *model.Server, r *model.Route) bool {
	for _, svc := range s.Services {
		for _, p := range svc.Ports {
			if p.Protocol != nil && p.Role == r.Role {
				return true
			}
		}
	}
	return false
}

func grpcProtocol(p *lint.Pass, s *model.Server, r *model.Route, h *model.Hop, setting protocolSetting) {
	listener := s.Listener(r.Role)
	f := p.Report(h.Protocol, "%s sends HTTP/1 to gRPC port %s: every call fails", who(h), r.Port.Cite().Text).
		Cause(r.Port, listener.Port)
	value := setting.value
	if value == "" && r.Service != nil {
		value = r.Service.Or("")
	}
	if value == "GRPC" && encrypted(s) && h.Controller == "ingress-nginx" {
		value = "GRPCS"
	}
	f.Advise("set %s: %s on the %s", setting.name, value, setting.on)
	if !setting.own || h.Annotate == nil || h.Services > 1 || mixed(s, r) {
		return
	}
	if at := h.Protocol.Origin; at.Kind == model.Written && at.Key == setting.name {
		f.Replace(lint.Safe, "speak gRPC", value)
		return
	}
	f.Edit(lint.Safe, "speak gRPC", h.Annotate(setting.name, value)...)
}

// encrypted reports whether the gRPC listeners speak TLS.
func encrypted(s *model.Server) bool {
	v := s.Settings.Get("enable_grpc_ssl")
	return v != nil && torchserve.ReadBool(v.Or(""))
}

// mixed reports whether the object that makes a route leads to other ports as well.
func mixed(s *model.Server, r *model.Route) bool {
	for _, other := range s.Routes {
		if other.Name.Cite().Place() == r.Name.Cite().Place() && !strings.HasPrefix(other.Role, "grpc-") {
			return true
		}
	}
	return false
}
