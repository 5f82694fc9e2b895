package listeners

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// GRPCTLSFilesMissing is documented, with examples that run as tests, in grpc-tls-files-missing.md.
var GRPCTLSFilesMissing = &lint.Rule{
	Meta: lint.Meta{
		ID:       "grpc-tls-files-missing",
		Title:    "TLS for gRPC is on without certificate_file and private_key_file",
		Severity: lint.Error,
		Versions: ">=0.3.0",
		Needs:    []string{"config"},
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			on := s.Settings.Get("enable_grpc_ssl")
			missing := unset(s, "certificate_file", "private_key_file")
			if on == nil || !torchserve.ReadBool(on.Or("")) || len(missing) == 0 {
				continue
			}
			f := p.Report(on, "enable_grpc_ssl=%s needs certificate_file and private_key_file; %s: the server exits at start", on.Or(""), listed(missing))
			if store := s.Settings.Get("keystore"); store != nil {
				f.Cause(store).Advise("set both files; the keystore is for the REST listeners only")
				continue
			}
			f.Advise("set both files, the key in PEM")
		}
		return nil
	},
}

// unset returns the keys that nothing sets.
func unset(s *model.Server, keys ...string) (out []string) {
	for _, key := range keys {
		if s.Settings.Reads(key) && s.Settings.Get(key) == nil {
			out = append(out, key)
		}
	}
	return out
}

// listed says which keys are not set.
func listed(keys []string) string {
	if len(keys) == 1 {
		return keys[0] + " is not set"
	}
	return "neither is set"
}
