package proxy

import (
	"cmp"
	"net/netip"
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
)

// serviceAt returns the Service that an address leads to, https://service.namespace:8080, and
// its name as written. One that leads elsewhere has no Service, but its port: an IP address,
// localhost, a host outside the cluster, a variable.
func serviceAt(from string, t source.Text) (Backend, source.Text) {
	s := t.String()
	lo, hi := 0, len(s)
	if i := strings.Index(s, "://"); i >= 0 {
		lo = i + 3
	}
	if i := strings.IndexByte(s[lo:], '/'); i >= 0 {
		hi = lo + i
	}
	host, port, _ := strings.Cut(s[lo:hi], ":")
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	_, err := netip.ParseAddr(host)
	switch {
	case err == nil, host == "localhost", host == "unix", strings.ContainsAny(host, "$[]"),
		len(labels) > 2 && labels[2] != "svc":
		return backend(from, "", port), t.Cut(lo, lo+len(host))
	case len(labels) > 1:
		from = cmp.Or(labels[1], from)
	}
	return backend(from, labels[0], port), t.Cut(lo, lo+len(labels[0]))
}
