package proxy

import (
	"fmt"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// ProxySettingIgnored is documented, with examples that run as tests, in proxy-setting-ignored.md.
var ProxySettingIgnored = &lint.Rule{
	Meta: lint.Meta{
		ID:       "proxy-setting-ignored",
		Title:    "A proxy does not read a setting where it stands",
		Severity: lint.Error,
		Needs:    []string{"proxy"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		eachFault(p, true, func(h *model.Hop, f *model.SettingFault) { ignored(p, h, f) })
		return nil
	},
}

// ProxySettingInvalid is documented, with examples that run as tests, in proxy-setting-invalid.md.
var ProxySettingInvalid = &lint.Rule{
	Meta: lint.Meta{
		ID:       "proxy-setting-invalid",
		Title:    "A setting of a proxy is not valid",
		Severity: lint.Error,
		Needs:    []string{"proxy"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		eachFault(p, false, func(_ *model.Hop, f *model.SettingFault) { invalid(p, f) })
		refused(p)
		return nil
	},
}

// hops returns each proxy on the ways that may lead to TorchServe.
func hops(p *lint.Pass) (out []*model.Hop) {
	seen := map[*model.Hop]bool{}
	add := func(routes []*model.Route) {
		for _, r := range routes {
			if r.Foreign {
				continue
			}
			for _, h := range r.Hops {
				if !seen[h] {
					seen[h] = true
					out = append(out, h)
				}
			}
		}
	}
	add(p.Routes)
	for _, s := range p.Servers {
		add(s.Routes)
	}
	return out
}

// eachFault yields the faults of settings that are, or are not, ignored: each place once,
// however many ways lead through the proxy.
func eachFault(p *lint.Pass, ignored bool, yield func(*model.Hop, *model.SettingFault)) {
	seen := map[source.Span]bool{}
	for _, h := range hops(p) {
		for _, f := range h.Faults {
			if at := f.At.Origin.Place(); f.Ignored == ignored && at.File != nil && !seen[at] {
				seen[at] = true
				yield(h, f)
			}
		}
	}
}

func ignored(p *lint.Pass, h *model.Hop, fault *model.SettingFault) {
	f := p.Report(fault.At, "%s is not read by %s%s%s", fault.Name, h.Title, because(h, fault.Consequence), inForce(fault))
	if fault.Right == "" {
		return
	}
	f.Advise("use %s", fault.Right)
	if fault.Safe {
		f.Replace(lint.Safe, "use the name that is read", fault.Right)
	}
}

// because says why a setting is not read, where that is more than that it is not.
func because(h *model.Hop, consequence string) string {
	if consequence == "" || consequence == h.Title+" does not read it" || consequence == h.Title+" has no such annotation" {
		return ""
	}
	return ": " + consequence
}

func inForce(fault *model.SettingFault) string {
	if fault.Effective == "" || strings.Contains(fault.Consequence, fault.Effective) {
		return ""
	}
	return "; effective is " + fault.Effective
}

func invalid(p *lint.Pass, fault *model.SettingFault) {
	consequence := fault.Consequence
	if consequence != "" {
		consequence = "; " + consequence
	}
	f := p.Report(fault.At, "%s=%s is not %s%s", fault.Name, fault.At.Or(""), fault.Grammar, consequence)
	if fault.Right == "" {
		f.Advise("write %s", fault.Grammar)
		return
	}
	f.Advise("write %s", fault.Right)
	if fault.Safe {
		f.Replace(lint.Safe, "write the value that is meant", fault.Right)
	}
}

// refused reports objects that are not applied for a reason that no single setting shows.
func refused(p *lint.Pass) {
	seen := map[source.Span]bool{}
	for _, h := range hops(p) {
		status, known := h.Status.Get()
		at := h.Status.Origin.Span
		if !known || status == "applied" || at.File == nil || seen[at] || faulty(h, at) {
			continue
		}
		seen[at] = true
		p.Report(h.Status, "%s", what(h)).Advise("see what %s says of %s", h.Title, h.Name.Or(h.Title))
	}
}

func what(h *model.Hop) string {
	return fmt.Sprintf("%s does not work with %s: %s", h.Name.Or("the object"), h.Title, h.Status.Origin.Why)
}

// faulty reports whether a fault of a hop stands at a place.
func faulty(h *model.Hop, at source.Span) bool {
	for _, f := range h.Faults {
		if f.At.Origin.Place() == at {
			return true
		}
	}
	return false
}
