package readiness

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// ProbeSchemeMismatch is documented, with examples that run as tests, in
// probe-scheme-mismatch.md.
var ProbeSchemeMismatch = &lint.Rule{
	Meta: lint.Meta{
		ID:       "probe-scheme-mismatch",
		Title:    "A probe or proxy speaks http to an https listener, or the reverse",
		Severity: lint.Error,
		Needs:    []string{"config", "manifest", "compose"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, probe := range []*model.Probe{s.Readiness, s.Liveness, s.Startup} {
				if probe != nil {
					probeScheme(p, s, probe)
				}
			}
			proxySchemes(p, s)
		}
		return nil
	},
}

func probeScheme(p *lint.Pass, s *model.Server, probe *model.Probe) {
	if probe.Handler.Or("") == "exec" {
		commandScheme(p, s, probe)
		return
	}
	speaks, known := probe.Scheme.Get()
	l := s.Listener(role(s, probe))
	if l == nil || !known || probe.Handler.Or("") != "httpGet" || !differs(strings.ToLower(speaks), l) {
		return
	}
	var at model.Cited = probe.Scheme
	if probe.Scheme.Origin.Span.File == nil {
		at = probe.Handler
	}
	right := strings.ToUpper(l.Scheme.Or(""))
	f := mismatch(p, at, probe, strings.ToLower(speaks), l).
		Cause(probe.PortAt, l.Address).
		Advise("set scheme: %s, or change the address", right)
	if probe.Scheme.Origin.Span.File != nil {
		f.Replace(lint.Safe, "speak as the listener does", right)
		return
	}
	f.Edit(lint.Safe, "speak as the listener does", behind(probe.PortAt, "scheme: "+right)...)
}

func mismatch(p *lint.Pass, at model.Cited, probe *model.Probe, speaks string, l *model.Listener) *lint.Finding {
	return p.Report(at, "%s speaks %s to %s (%s): it never succeeds", probe.Name, speaks, l.Address.Or(""), l.Key)
}

// own is an address of the container itself, with a scheme and a port.
var own = regexp.MustCompile(`(https?)://(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d+)`)

// commandScheme looks at a command that does nothing but fetch one address.
func commandScheme(p *lint.Pass, s *model.Server, probe *model.Probe) {
	command := probe.Command.Or("")
	m := own.FindStringSubmatch(command)
	if _, only := fetched(command); !only || m == nil || s.Wrapper.Or(false) {
		return
	}
	port, err := strconv.Atoi(m[2])
	l := s.Listener(roleOf(s, port))
	if err == nil && l != nil && differs(m[1], l) {
		mismatch(p, probe.Command, probe, m[1], l).
			Cause(l.Address).
			Advise("ask for %s://, or change the address", l.Scheme.Or(""))
	}
}

// differs reports whether http or https is spoken to a listener of the other kind.
func differs(speaks string, l *model.Listener) bool {
	wants, ok := l.Scheme.Get()
	return ok && (speaks == "http" && wants == "https" || speaks == "https" && wants == "http")
}

// behind returns an edit that adds an entry to a mapping, behind one that stands on a line of
// its own or in braces; none where that is not plain to see.
func behind(v model.Value[string], entry string) []source.Edit {
	at := v.Origin.Span
	if at.File == nil {
		return nil
	}
	line, from := at.File.Source(at.Start)
	before, after := line[:at.Start-from], line[at.End-from:]
	for _, quote := range []string{`"`, "'"} {
		if strings.HasSuffix(before, quote) && strings.HasPrefix(after, quote) {
			at.End, after = at.End+1, after[1:]
		}
	}
	at.Start = at.End
	indent := before[:len(before)-len(strings.TrimLeft(before, " -"))]
	switch {
	case strings.Contains(before, "{") && (strings.HasPrefix(after, ",") || strings.HasPrefix(after, "}")) && !strings.Contains(before, `"`):
		return []source.Edit{{Span: at, New: ", " + entry}}
	case strings.TrimSpace(after) == "" && !strings.ContainsAny(before, "{,\""):
		return []source.Edit{{Span: at, New: "\n" + strings.Repeat(" ", len(indent)) + entry}}
	}
	return nil
}

// proxySchemes looks at proxies that are told in so many words what to speak.
func proxySchemes(p *lint.Pass, s *model.Server) {
	seen := map[string]bool{}
	for _, r := range s.Routes {
		l := s.Listener(r.Role)
		if l == nil || len(r.Hops) == 0 {
			continue
		}
		h := r.Hops[len(r.Hops)-1]
		speaks, known := h.Protocol.Get()
		place := h.Protocol.Origin.Span
		if !known || place.File == nil || seen[place.String()] || !differs(strings.ToLower(speaks), l) {
			continue
		}
		seen[place.String()] = true
		p.Report(h.Protocol, "%s speaks %s to %s (%s): every request fails", h.Name.Or(h.Title), strings.ToLower(speaks), l.Address.Or(""), l.Key).
			Cause(l.Address).
			Advise("let the proxy speak %s, or change the address", strings.ToUpper(l.Scheme.Or("")))
	}
}
