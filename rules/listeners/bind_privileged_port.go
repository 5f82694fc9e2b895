package listeners

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// BindPrivilegedPort is documented, with examples that run as tests, in bind-privileged-port.md.
var BindPrivilegedPort = &lint.Rule{
	Meta: lint.Meta{
		ID:       "bind-privileged-port",
		Title:    "A listener wants a port below 1024, but the container does not run as root",
		Severity: lint.Warning,
		Needs:    []string{"config", "image", "manifest", "dockerfile"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			open, known := s.LowPorts.Get()
			user, ok := user(s)
			if s.Workload == nil || !known || open || !ok || user.Text == "0" {
				continue
			}
			for _, l := range s.Listeners {
				if port, ok := l.Port.Get(); ok && 0 < port && port < privileged && l.Open.Or(false) {
					bindPrivilegedPort(p, l, port, user)
				}
			}
		}
		return nil
	},
}

// privileged is the first port that everybody may bind, where nothing else is set.
const privileged = 1024

// imageUser is as whom the official image runs.
const imageUser = "model-server"

// user returns as whom a container runs.
func user(s *model.Server) (c model.Citation, ok bool) {
	switch {
	case s.User != nil:
		_, ok = s.User.Get()
		return s.User.Cite(), ok
	case s.Image != nil && s.Image.Official:
		o := model.Origin{Kind: model.Default, Key: "user", On: s.Image.Ref.Origin.Span, Why: "of the official image"}
		return model.Citation{Origin: o, Text: imageUser}, true
	}
	return c, false
}

func bindPrivilegedPort(p *lint.Pass, l *model.Listener, port int, user model.Citation) {
	at := claim(l)
	portless := l.Scheme.Or("") != "grpc" && strings.Count(at.Text, ":") == 1
	f := p.Report(at, "%s=%s means port %d, which user %s may not bind where the runtime keeps the limit of %d", l.Key, at.Text, port, user.Text, privileged).
		Cause(user).
		Advise("write a port from %d on, such as 8080, and let the Service map %d to it", privileged, port)
	if portless && l.Role == "inference" {
		f.Replace(lint.Unsafe, "write the usual port", at.Text+usualPort(l))
	}
}

func usualPort(l *model.Listener) string {
	if l.Scheme.Or("") == "https" {
		return ":8443"
	}
	return ":8080"
}
