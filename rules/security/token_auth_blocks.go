package security

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// TokenAuthBlocks is documented, with examples that run as tests, in token-auth-blocks.md.
var TokenAuthBlocks = &lint.Rule{
	Meta: lint.Meta{
		ID:       "token-auth-blocks",
		Title:    "Token authorization refuses a caller that sends no token",
		Severity: lint.Error,
		Versions: ">=0.11.1",
		Needs:    []string{"manifest", "compose", "dockerfile", "proxy"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if on, ok := s.TokenAuth.Get(); ok && on {
				tokenAuthBlocks(p, s)
			}
		}
		return nil
	},
}

// A caller is somebody who asks without a token that counts.
type caller struct {
	name, sends string
	at          model.Cited
}

func tokenAuthBlocks(p *lint.Pass, s *model.Server) {
	callers := blocked(s)
	if len(callers) == 0 {
		return
	}
	first := callers[0]
	reason := "nothing switches token authorization off"
	f := p.Report(s.TokenAuth, "TorchServe %s demands a token (%s), %s sends %s: it gets 400%s", s.Release.Cite().Text, reason, first.name, first.sends, others(len(callers)-1)).
		Advise("set disable_token_authorization=true where only the cluster reaches the server, or use an exec probe that reads key_file.json")
	for _, c := range callers {
		f.Cause(c.at)
	}
	if c := s.Config; c != nil && !c.Bundled && c.Text.Span().File != nil && !written(c, "disable_token_authorization") {
		f.Edit(lint.Unsafe, "switch tokens off", c.Text.Append("disable_token_authorization=true"))
	}
}

func others(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", and so does one more caller"
	}
	return ", and so do the other callers named below"
}

func written(c *model.Config, key string) bool {
	for _, e := range c.Entries {
		if e.Key == key {
			return true
		}
	}
	return false
}

// blocked lists who gets 400: probes, health checks of proxies, the KServe wrapper.
func blocked(s *model.Server) (out []caller) {
	for _, probe := range []*model.Probe{s.Readiness, s.Liveness, s.Startup} {
		if probe == nil {
			continue
		}
		if sends, ok := refused(s, probe); ok {
			out = append(out, caller{probe.Name, sends, place(probe)})
		}
	}
	for _, r := range s.Routes {
		for _, h := range r.Hops {
			if h.Health != nil && guarded(h.Health.Path.Or("/api-description")) && r.Role == "inference" && !h.Health.Accepts(400) {
				out = append(out, caller{"the health check of " + h.Name.Or(h.Title), "none", h.Health.Path})
			}
		}
	}
	if s.Wrapper.Or(false) {
		out = append(out, caller{"the KServe wrapper", "none", s.Image.Ref})
	}
	return out
}

func place(probe *model.Probe) model.Cited {
	if probe.Handler.Or("") == "httpGet" {
		return probe.Path
	}
	return probe.Handler
}

// plainFetch is a command, maybe of a shell, that does nothing but fetch one address.
var plainFetch = regexp.MustCompile(`^(?:(?:/\S*/)?(?:ba|da)?sh\s+-\w*c\s+)?(?:/\S*/)?(?:curl|wget)\s[^|;&]*(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::(\d+))?(/[^\s"']*)?["']?\s*$`)

// refused reports whether the server answers a probe with 400, and what token it sends.
func refused(s *model.Server, probe *model.Probe) (sends string, ok bool) {
	switch probe.Handler.Or("") {
	case "httpGet":
		path, known := probe.Path.Get()
		port, ok := probe.Port.Get()
		if !known || !guarded(path) || !ok || !listens(s, port) {
			return "", false
		}
		if probe.Token != nil {
			return "a fixed one, while keys change at every start", true
		}
		return "none", true
	case "exec":
		command, _ := probe.Command.Get()
		m := plainFetch.FindStringSubmatch(command)
		if m == nil || !guarded(m[2]) || strings.Contains(command, "Authorization") {
			return "", false
		}
		port, err := strconv.Atoi(cmp.Or(m[1], "80"))
		return "none", err == nil && listens(s, port)
	}
	return "", false
}

// guarded reports whether a path needs a token (facts: runtime.md A3): the root is refused
// with 405 before tokens are looked at, and /api-description is open.
func guarded(path string) bool {
	path, _, _ = strings.Cut(path, "?")
	return path != "" && path != "/" && path != "/api-description"
}

// listens reports whether the inference or management listener is on a port; metrics on one of
// their own need no token.
func listens(s *model.Server, port int) bool {
	if s.Wrapper.Or(false) {
		return false
	}
	for _, l := range s.Listeners {
		if n, ok := l.Port.Get(); ok && n == port && (l.Role == "inference" || l.Role == "management") {
			return true
		}
	}
	return false
}
