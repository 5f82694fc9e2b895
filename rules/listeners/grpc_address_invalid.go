package listeners

import (
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
)

// GRPCAddressInvalid is documented, with examples that run as tests, in grpc-address-invalid.md.
var GRPCAddressInvalid = &lint.Rule{
	Meta: lint.Meta{
		ID:       "grpc-address-invalid",
		Title:    "The address of a gRPC listener is no bare host",
		Severity: lint.Error,
		Versions: ">=0.11.0",
		Needs:    []string{"config", "image"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, l := range s.Listeners {
				raw, known := l.Host.Get()
				host, defect := bare(raw)
				if l.Scheme.Or("") != "grpc" || !known || defect == "" {
					continue
				}
				p.Report(l.Host, "%s is %q, which is no host (%s): the server exits after it opened the REST ports", hostKey(l), raw, defect).
					Cause(l.Port).
					Advise("write the address alone; the port is %s", l.Key).
					Replace(lint.Safe, "write the address alone", host)
			}
		}
		return nil
	},
}

var hostAndPort = regexp.MustCompile(`^([^:/]+):\d+$`)

// bare strips scheme and port off an address, and says what stood there; nothing on a host name
// or a bare address, IPv6 included.
func bare(raw string) (host, defect string) {
	scheme, rest, found := strings.Cut(raw, "://")
	if !found {
		rest = raw
	}
	m := hostAndPort.FindStringSubmatch(strings.TrimRight(rest, "/"))
	switch {
	case found && m != nil:
		return m[1], "with the scheme " + scheme + " and a port"
	case found:
		return strings.TrimRight(rest, "/"), "with the scheme " + scheme
	case m != nil && m[1] != raw:
		return m[1], "with a port"
	}
	return raw, ""
}
