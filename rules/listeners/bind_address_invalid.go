package listeners

import (
	"errors"
	"fmt"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// BindAddressInvalid is documented, with examples that run as tests, in bind-address-invalid.md.
var BindAddressInvalid = &lint.Rule{
	Meta: lint.Meta{
		ID:       "bind-address-invalid",
		Title:    "A listener's address does not parse",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			r, ok := s.Release.Get()
			for _, key := range []string{"inference_address", "management_address", "metrics_address"} {
				if v := s.Settings.Get(key); ok && v != nil {
					bindAddressInvalid(p, key, *v, r)
				}
			}
		}
		return nil
	},
}

func bindAddressInvalid(p *lint.Pass, key string, v model.Value[string], r model.Release) {
	raw, known := v.Get()
	if !known {
		return
	}
	_, err := torchserve.ReadAddress(raw, key, r)
	if err == nil {
		return
	}
	defect := err.Error()
	if errors.Is(err, torchserve.ErrHighPort) {
		defect = fmt.Sprintf("with a port above %d", highest(r))
	}
	f := p.Report(v, "%s is %q, which is no valid address (%s): the server exits at start", key, raw, defect).
		Advise("write http://HOST:PORT and nothing else on the line")
	if better, ok := repaired(raw, key, r); ok {
		f.Replace(lint.Safe, "write the address that is meant", better)
	}
}

// highest is the highest port that a release takes.
func highest(r model.Release) int {
	if r.Before("0.1.1") {
		return 32766
	}
	return 65534
}

// repaired strips what stands around an address, and adds the scheme.
func repaired(raw, key string, r model.Release) (string, bool) {
	better := strings.TrimSpace(raw)
	if i := strings.IndexAny(better, " \t"); i >= 0 {
		better = better[:i]
	}
	better = strings.Trim(better, `"'`)
	better = strings.TrimRight(better, "/")
	if !strings.Contains(better, "://") && !strings.HasPrefix(better, "unix:") && strings.Count(better, ":") == 1 {
		better = "http://" + better
	}
	_, err := torchserve.ReadAddress(better, key, r)
	return better, err == nil
}
