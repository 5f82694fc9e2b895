package listeners

import (
	"fmt"

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
			if len(unset(s, "keystore")) == 1 && len(missing) > 0 {
				tlsPairIncomplete(p, s, missing)
			}
		}
		return nil
	},
}

func tlsPairIncomplete(p *lint.Pass, s *model.Server, missing []string) {
	var encrypted []*model.Listener
	for _, l := range s.Listeners {
		if l.Scheme.Or("") == "https" && l.Open.Or(false) {
			encrypted = append(encrypted, l)
		}
	}
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
