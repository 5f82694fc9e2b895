package listeners

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// TLSPairIncomplete is documented, with examples that run as tests, in tls-pair-incomplete.md.
var TLSPairIncomplete = &lint.Rule{
	Meta: lint.Meta{
		ID:       "tls-pair-incomplete",
		Title:    "An https address has no complete pair of key and certificate",
		Severity: lint.Error,
		Needs:    []string{"config", "dockerfile", "manifest"},
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			missing := unset(s, "certificate_file", "private_key_file")
			switch {
			case len(unset(s, "keystore")) == 0: // it goes before the pair
			case len(missing) == 0:
				tlsFilesUnprovided(p, s)
			default:
				tlsPairIncomplete(p, s, missing)
			}
		}
		return nil
	},
}

// encrypted returns the listeners that speak TLS.
func encrypted(s *model.Server) (out []*model.Listener) {
	for _, l := range s.Listeners {
		if l.Scheme.Or("") == "https" && l.Open.Or(false) {
			out = append(out, l)
		}
	}
	return out
}

// tlsFilesUnprovided reports files that neither the official image nor a volume brings.
func tlsFilesUnprovided(p *lint.Pass, s *model.Server) {
	listeners := encrypted(s)
	if len(listeners) == 0 || s.Image == nil || !s.Image.Official || !plain(s.Start) {
		return
	}
	for _, key := range []string{"certificate_file", "private_key_file"} {
		v := s.Settings.Get(key)
		file, ok := v.Get()
		if !ok || !path.IsAbs(file) || provided(s, path.Clean(file)) {
			continue
		}
		p.Report(v, "%s=%s is in no volume of the container, nor in the official image: the server exits at start", key, file).
			Cause(listeners[0].Address).
			Advise("mount the Secret that holds the file, or correct the path")
	}
}

// plain reports whether the server is started without a shell, which could write files first.
func plain(s *model.Start) bool {
	return s != nil && (s.Serve.Or(false) || strings.HasPrefix(s.Line.Or(""), "torchserve "))
}

// provided reports whether a file lies in a volume. What a volume holds is not asked: the keys of Secrets are
// often not to be seen.
func provided(s *model.Server, file string) bool {
	return slices.ContainsFunc(s.Mounts, func(m *model.Mount) bool {
		at, ok := m.Path.Get()
		at = path.Clean(at)
		return !ok || at == "/" || file == at || strings.HasPrefix(file, at+"/")
	})
}

func tlsPairIncomplete(p *lint.Pass, s *model.Server, missing []string) {
	encrypted := encrypted(s)
	if len(encrypted) == 0 {
		return
	}
	first := encrypted[0]
	lack := listed(missing)
	if len(missing) > 1 {
		lack = "neither keystore nor certificate_file and private_key_file are set"
	}
	f := p.Report(first.Address, "%s is https, but %s: %s", first.Key, lack, effect(s)).
		Advise("set keystore, or both certificate_file and private_key_file")
	for _, key := range []string{"certificate_file", "private_key_file"} {
		if v := s.Settings.Get(key); v != nil {
			f.Cause(v)
		}
	}
	for _, l := range encrypted[1:] {
		f.Cause(l.Address)
	}
}

// effect says what the server does without a pair: the certificate that it makes itself needs
// classes that JDK 17 does not have.
func effect(s *model.Server) string {
	r, ok := s.Release.Get()
	switch {
	case ok && s.Image != nil && s.Image.Official && r.AtLeast(newJDK):
		return fmt.Sprintf("the server fails to make a certificate of its own on JDK 17, and exits (image of %s)", r)
	case ok && s.Image != nil && s.Image.Official:
		return "the server makes a self-signed certificate, a new one at each start"
	}
	return "the server makes a self-signed certificate, a new one at each start, and exits where it runs on JDK 17"
}

// newJDK is the first release whose official image has JDK 17.
const newJDK = "0.6.1"
