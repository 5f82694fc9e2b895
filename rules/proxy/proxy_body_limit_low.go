package proxy

import (
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// ProxyBodyLimitLow is documented, with examples that run as tests, in proxy-body-limit-low.md.
var ProxyBodyLimitLow = &lint.Rule{
	Meta: lint.Meta{
		ID:       "proxy-body-limit-low",
		Title:    "A proxy refuses bodies that TorchServe accepts",
		Severity: lint.Error,
		Needs:    []string{"config", "proxy"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			proxyBodyLimitLow(p, s)
		}
		return nil
	},
}

// proxyBodyLimitLow reports each limit once, whatever the number of ways through it.
func proxyBodyLimitLow(p *lint.Pass, s *model.Server) {
	seen := map[source.Span]bool{}
	for _, r := range s.Routes {
		size, ok := wanted(s, r)
		if !ok || !takesBodies(s, r) {
			continue
		}
		for _, h := range r.Hops {
			limit, known := h.BodyLimit.Get()
			at := h.BodyLimit.Origin.Place()
			if known && limit < size.bytes && !seen[at] {
				seen[at] = true
				bodyLimit(p, h, size)
			}
		}
	}
}

// A bodySize is how large bodies are meant to be.
type bodySize struct {
	bytes    model.Bytes
	from     model.Cited
	declared bool // by payload-max
}

// wanted returns how large bodies on a route are meant to be: as payload-max says where all
// its models have one, else as somebody set max_request_size.
func wanted(s *model.Server, r *model.Route) (size bodySize, ok bool) {
	all := len(s.Models) > 0
	for _, m := range s.Models {
		if !predicts(r, m) {
			continue
		}
		if m.Declared.PayloadMax == nil {
			all = false
			continue
		}
		if n, known := m.Declared.PayloadMax.Get(); known && n > size.bytes {
			size, ok = bodySize{n, m.Declared.PayloadMax, true}, true
		}
	}
	if all && ok {
		return size, true
	}
	n, v := limitOf(s, "max_request_size")
	if v != nil && v.Origin.Kind == model.Written && n > size.bytes {
		return bodySize{n, v, false}, true
	}
	return size, ok
}

func bodyLimit(p *lint.Pass, h *model.Hop, size bodySize) {
	what := "TorchServe accepts " + model.Show(size.bytes) + " (max_request_size): 413 in between"
	if size.declared {
		what = "requests have up to " + model.Show(size.bytes) + " (payload-max): 413"
	}
	f := p.Report(h.BodyLimit, "%s stops bodies at %s (%s), %s", who(h), model.Show(h.BodyLimit.Or(0)), key(h.BodyLimit.Origin), what).
		Cause(size.from)
	suggestion := model.Show(size.bytes)
	if h.SetBody != nil && h.SetBody(size.bytes) != "" {
		suggestion = h.SetBody(size.bytes)
	}
	f.Advise("set the limit to %s", suggestion)
	switch at := h.BodyLimit.Origin; {
	case h.AddBody != nil:
		f.Edit(lint.Safe, "let bodies pass that TorchServe accepts", h.AddBody(size.bytes)...)
	case at.Kind == model.Written && h.SetBody != nil:
		if text := spelled(h, at.Span, size.bytes); text != "" {
			f.Replace(lint.Safe, "let bodies pass that TorchServe accepts", text)
		}
	}
}

// spelled writes a size in place of one that stands at a place. Without quotes YAML would make
// a number of digits, so that the next larger size with a unit is written.
func spelled(h *model.Hop, at source.Span, size model.Bytes) string {
	text := h.SetBody(size)
	if _, err := strconv.Atoi(text); err != nil || at.Start > 0 && strings.ContainsAny(at.File.Data[at.Start-1:at.Start], `"'`) {
		return text
	}
	const kibi = 1 << 10
	if rounded := h.SetBody((size + kibi - 1) / kibi * kibi); rounded != "" {
		return rounded
	}
	return text
}

// key names a setting, and says where nobody wrote it.
func key(o model.Origin) string {
	if o.Kind == model.Default {
		return o.Key + ", default"
	}
	return o.Key
}
