package config

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// OIPVariableInvalid is documented, with examples that run as tests, in oip-variable-invalid.md.
var OIPVariableInvalid = &lint.Rule{
	Meta: lint.Meta{
		ID:       "oip-variable-invalid",
		Title:    "TS_OPEN_INFERENCE_PROTOCOL is anything but oip, and switches the protocol off",
		Severity: lint.Error,
		Versions: ">=0.10.0",
		Needs:    []string{"manifest", "image"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			oipVariableInvalid(p, s)
		}
		return nil
	},
}

func oipVariableInvalid(p *lint.Pass, s *model.Server) {
	e := variable(s, "TS_OPEN_INFERENCE_PROTOCOL")
	if e == nil {
		return
	}
	value, ok := e.Value.Get()
	word := strings.ToLower(strings.TrimSpace(value))
	if !ok || value == "oip" || slices.Contains([]string{"", "false", "off", "0", "no"}, word) {
		return
	}
	f := p.Report(e.Name, "TS_OPEN_INFERENCE_PROTOCOL=%s switches the protocol off; only oip switches it on", value).
		Advise("write oip, or use ts_open_inference_protocol=true without the variable")
	if v := s.Settings.Get("ts_open_inference_protocol"); v != nil && v.Origin.Kind == model.Written {
		f.Cause(v)
	}
	if slices.Contains([]string{"true", "on", "1", "v2", "oip", "yes"}, word) {
		f.Edit(lint.Safe, "write the word that is read", source.Edit{Span: e.Value.Origin.Span, New: "oip"})
	}
}
