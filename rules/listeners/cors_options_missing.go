package listeners

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// CORSOptionsMissing is documented, with examples that run as tests, in cors-options-missing.md.
var CORSOptionsMissing = &lint.Rule{
	Meta: lint.Meta{
		ID:       "cors-options-missing",
		Title:    "The methods that browsers may use lack OPTIONS, that of their preflight",
		Severity: lint.Warning,
		Needs:    []string{"config", "image"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			origin, methods := s.Settings.Get("cors_allowed_origin"), s.Settings.Get("cors_allowed_methods")
			if origin != nil && methods != nil && origin.Or("") != "" && lacksOptions(methods.Or("")) {
				corsOptionsMissing(p, s, origin, methods)
			}
		}
		return nil
	},
}

// lacksOptions reports whether a list names methods, but not OPTIONS.
func lacksOptions(list string) bool {
	var methods []string
	for m := range strings.SplitSeq(list, ",") {
		if m = strings.TrimSpace(m); m != "" {
			methods = append(methods, strings.ToUpper(m))
		}
	}
	return len(methods) > 0 && !slices.Contains(methods, "OPTIONS") && !slices.Contains(methods, "*")
}

func corsOptionsMissing(p *lint.Pass, s *model.Server, origin, methods *model.Value[string]) {
	list := methods.Or("")
	f := p.Report(methods, "cors_allowed_methods=%s lacks OPTIONS, the method of preflight requests: what looks for it in the list refuses them", list).
		Cause(origin).
		Advise("add OPTIONS")
	if r, ok := s.Release.Get(); ok && r.Before(managementPreflight) {
		f.Advise("add OPTIONS; the management API answers preflight requests only from TorchServe %s on", managementPreflight)
	}
	separator := ","
	if strings.Contains(list, ", ") {
		separator = ", "
	}
	f.Replace(lint.Safe, "allow OPTIONS", strings.TrimRight(list, ", ")+separator+"OPTIONS")
}

// managementPreflight is the first release whose management API answers OPTIONS.
const managementPreflight = "0.6.1"
