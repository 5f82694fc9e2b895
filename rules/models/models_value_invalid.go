package models

import (
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ModelsValueInvalid is documented, with examples that run as tests, in models-value-invalid.md.
var ModelsValueInvalid = &lint.Rule{
	Meta: lint.Meta{
		ID:       "models-value-invalid",
		Title:    "A number of models={...} is none",
		Severity: lint.Error,
		Versions: ">=0.4.1",
		Needs:    []string{"config"},
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			for _, e := range entries(s, r) {
				for _, q := range e.Params {
					k, ok := torchserve.LookupJSONKey(q.Name)
					if ok && counted[q.Name] != "" && r.AtLeast(k.Since) && e.Param(q.Name) == q {
						modelsValueInvalid(p, s, e, q)
					}
				}
			}
		})
	},
}

func modelsValueInvalid(p *lint.Pass, s *model.Server, e *model.ModelEntry, q *model.Param) {
	raw, ok := q.Raw.Get()
	of := e.Model.Or("the model")
	n, integer := q.Int.Get()
	switch {
	case !ok || q.Type == "list": // of a list one log line is made, and the default holds
		return
	case !integer:
		f := p.Report(q, "%s: %s of %s is no integer; the server exits when it loads %s", q.Name, shown(raw), of, of).
			Advise("write plain digits")
		if m := loaded(s, e); m == nil && !s.LoadsAll.Or(true) {
			f.Weaken(lint.Warning) // its registration answers 403
		}
	case q.Type == "float" && !strings.ContainsAny(raw, "eE") || q.Type == "int" && raw != strconv.FormatInt(n, 10) && len(raw) > 9:
		p.Report(q, "%s: %s of %s is no integer of 32 bits; %d is used", q.Name, raw, of, n).
			Weaken(lint.Warning).
			Advise("write plain digits, at most 2147483647")
	}
}

func shown(raw string) string {
	if raw == "" {
		return "the empty text"
	}
	return raw
}
