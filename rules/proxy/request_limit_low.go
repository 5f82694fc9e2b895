package proxy

import (
	"fmt"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// RequestLimitLow is documented, with examples that run as tests, in request-limit-low.md.
var RequestLimitLow = &lint.Rule{
	Meta: lint.Meta{
		ID:       "request-limit-low",
		Title:    "TorchServe refuses bodies that are meant to arrive",
		Severity: lint.Warning,
		Needs:    []string{"config", "proxy"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			size, v := limitOf(s, "max_request_size")
			if v == nil {
				continue
			}
			if most, ok := meant(s); ok && most.bytes > size {
				requestLimitLow(p, s, v, size, most)
			}
		}
		return nil
	},
}

// meant returns the largest body that somebody means to let arrive: declared, or let through
// by all proxies of a way, on purpose and for this server alone.
func meant(s *model.Server) (most bodySize, ok bool) {
	for _, m := range s.Models {
		if d := m.Declared.PayloadMax; d != nil {
			if n, known := d.Get(); known && n > most.bytes {
				most, ok = bodySize{n, *d, true}, true
			}
		}
	}
	for _, r := range s.Routes {
		if h := narrowest(r); h != nil && takesBodies(s, r) {
			if n := h.BodyLimit.Or(0); n > most.bytes {
				most, ok = bodySize{n, h.BodyLimit, false}, true
			}
		}
	}
	return most, ok
}

// narrowest returns the proxy with the lowest limit on a route, if somebody set that for this
// Service; nil where it is a default, of the whole cluster or for others too, and where the
// limit of another proxy is not known.
func narrowest(r *model.Route) (least *model.Hop) {
	for _, h := range r.Hops {
		n, known := h.BodyLimit.Get()
		switch {
		case !known:
			return nil
		case n == model.Unlimited:
		case least == nil || n < least.BodyLimit.Or(model.Unlimited):
			least = h
		}
	}
	if least == nil || least.BodyLimit.Origin.Kind != model.Written || least.AddBody != nil || least.Services > 1 {
		return nil
	}
	return least
}

func requestLimitLow(p *lint.Pass, s *model.Server, v *model.Value[string], size model.Bytes, most bodySize) {
	var at, other model.Cited = v, most.from
	if v.Origin.Kind != model.Written {
		at, other = other, at // nobody wrote the limit: what it does not fit shows the fault
	}
	source := "payload-max declares " + model.Show(most.bytes)
	if !most.declared {
		source = fmt.Sprintf("%s lets %s pass", most.from.Cite().Key, model.Show(most.bytes))
	}
	f := p.Report(at, "%s, TorchServe stops at %d bytes (%s): 413", source, size, keyOf(v, "max_request_size")).
		Cause(other).
		Advise("set max_request_size=%d, or lower what the proxy lets pass", most.bytes)
	set(f, s, v, "max_request_size", most.bytes)
}

// keyOf names a property, and says where nobody wrote it.
func keyOf(v *model.Value[string], key string) string {
	if v.Origin.Kind == model.Default {
		return key + ", default"
	}
	return key
}

// limitOf returns a size in bytes that the server reads; nil where it is not known.
func limitOf(s *model.Server, key string) (model.Bytes, *model.Value[string]) {
	v := s.Settings.Get(key)
	if v == nil {
		return 0, nil
	}
	raw, known := v.Get()
	n, err := torchserve.ReadInt(raw)
	if !known || err != nil || n < 0 {
		return 0, nil
	}
	return model.Bytes(n), v
}

// set suggests to write a property: where it is written, else at the end of the file.
func set(f *lint.Finding, s *model.Server, v *model.Value[string], key string, size model.Bytes) {
	title := "raise " + key
	switch c := s.Config; {
	case size > maxInt:
	case v.Origin.Kind == model.Written && v.Origin.Key == key:
		f.Edit(lint.Unsafe, title, edit(*v, fmt.Sprint(int64(size))))
	case v.Origin.Kind == model.Default && c != nil && !c.Bundled && c.Text.Span().File != nil:
		f.Edit(lint.Unsafe, title, c.Text.Append(fmt.Sprintf("%s=%d", key, int64(size))))
	}
}

// maxInt is the largest size that the server reads.
const maxInt = 1<<31 - 1
