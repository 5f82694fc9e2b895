package proxy

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// ResponseLimitLow is documented, with examples that run as tests, in response-limit-low.md.
var ResponseLimitLow = &lint.Rule{
	Meta: lint.Meta{
		ID:       "response-limit-low",
		Title:    "Answers may be larger than what a worker may send",
		Severity: lint.Warning,
		Needs:    []string{"config", "handler"},
		Params: []lint.Param{
			{Name: "ratio", Default: 2.0, Unit: "ratio", Doc: "by how much max_request_size has to be raised above max_response_size"},
		},
		Fix: lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			responseLimitLow(p, s)
		}
		return nil
	},
}

// usualLimit is the default of max_request_size and max_response_size.
const usualLimit = model.Bytes(6553500)

func responseLimitLow(p *lint.Pass, s *model.Server) {
	response, out := limitOf(s, "max_response_size")
	request, in := limitOf(s, "max_request_size")
	if out == nil {
		return
	}
	if declared := largestAnswer(s); declared != nil {
		if most := declared.Or(0); most > response {
			f := p.Report(written(out, declared), "max_response_size is %d bytes, but answers have up to %s (response-max): a larger answer kills the worker", response, model.Show(most)).
				Cause(other(out, declared)).
				Advise("max_response_size=%d", most)
			set(f, s, out, "max_response_size", most)
		}
		return
	}
	raised := in != nil && in.Origin.Kind == model.Written && float64(request) >= p.Ratio("ratio")*float64(usualLimit)
	if !raised || response != usualLimit || classifies(s) {
		return
	}
	f := p.Report(written(out, in), "max_response_size stays %d bytes while max_request_size is %d bytes; a larger answer kills the worker", response, request).
		Cause(other(out, in)).
		Advise("max_response_size=%d", request)
	set(f, s, out, "max_response_size", request)
}

// written returns a value if somebody wrote it, else a second one.
func written(v *model.Value[string], second model.Cited) model.Cited {
	if v.Origin.Kind == model.Written {
		return v
	}
	return second
}

// other returns the one of two values that written does not.
func other(v *model.Value[string], second model.Cited) model.Cited {
	if v.Origin.Kind == model.Written {
		return second
	}
	return v
}

// largestAnswer returns the largest response-max, where all models have one; nil otherwise,
// but for one that is too large anyway.
func largestAnswer(s *model.Server) (most *model.Value[model.Bytes]) {
	limit, _ := limitOf(s, "max_response_size")
	all := len(s.Models) > 0
	for _, m := range s.Models {
		d := m.Declared.ResponseMax
		if d == nil {
			all = false
			continue
		}
		if most == nil || d.Or(0) > most.Or(0) {
			most = d
		}
	}
	if most != nil && (all || most.Or(0) > limit) {
		return most
	}
	return nil
}

// smallAnswers are TorchServe's own handlers that answer with labels, or boxes, and numbers.
var smallAnswers = map[string]bool{"image_classifier": true, "text_classifier": true, "object_detector": true}

// classifies reports whether all models are known to answer with little.
func classifies(s *model.Server) bool {
	for _, m := range s.Models {
		if m.Archive == nil || m.Archive.Handler == nil || !smallAnswers[m.Archive.Handler.Or("")] {
			return false
		}
	}
	return len(s.Models) > 0
}

// edit returns an edit that writes another value.
func edit(v model.Value[string], text string) source.Edit {
	return source.Edit{Span: v.Origin.Span, New: text}
}
