package models

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// SnapshotMissingField is documented, with examples that run as tests, in snapshot-missing-field.md.
var SnapshotMissingField = &lint.Rule{
	Meta: lint.Meta{
		ID:       "snapshot-missing-field",
		Title:    "An entry of model_snapshot lacks what a restore needs",
		Severity: lint.Error,
		Versions: ">=0.1.1",
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			if s.Config == nil || s.Config.Snapshot == nil || s.Config.Snapshot.Count == nil || s.Config.Snapshot.Count.Or(0) <= 0 {
				return // snapshot-count-zero
			}
			for _, e := range s.Config.Snapshot.Models {
				snapshotMissingField(p, s, r, e, len(s.Config.Snapshot.Models))
			}
		})
	},
}

func snapshotMissingField(p *lint.Pass, s *model.Server, r model.Release, e *model.ModelEntry, of int) {
	var lacks []string
	for _, k := range torchserve.JSONKeys() {
		if k.NeededBy(r) && e.Param(k.Key) == nil {
			lacks = append(lacks, k.Key)
		}
	}
	if len(lacks) == 0 {
		return
	}
	f := p.Report(e.Version, "model_snapshot entry %s %s lacks %s; TorchServe %s stops on restore", e.Model.Or(""), e.Version.Or(""), strings.Join(lacks, ", "), r).
		Advise("add what is missing")
	if s.Release.Origin.Kind == model.Absent && len(lacks) == 1 && lacks[0] == "responseTimeout" {
		f.Weaken(lint.Info)
	}
	if edit := completed(e, lacks, of); edit != nil {
		f.Edit(lint.Safe, "add the built-in default", *edit)
	}
}

// completed adds the built-in defaults of what is missing; nil where there is none, as for the
// archive and the number of workers.
func completed(e *model.ModelEntry, lacks []string, of int) *source.Edit {
	defaults := map[string]string{"batchSize": "1", "maxBatchDelay": "100", "responseTimeout": "120"}
	if of == 1 {
		defaults["defaultVersion"] = "true" // the only one there is
	}
	if len(e.Params) == 0 {
		return nil
	}
	at := e.Params[0].KeyAt.Origin.Span
	if at.File == nil || at.Start == 0 || at.File.Data[at.Start-1] != '"' {
		return nil
	}
	text := ""
	for _, key := range lacks {
		value, ok := defaults[key]
		if !ok {
			return nil
		}
		text += `"` + key + `":` + value + ","
	}
	at.Start--
	at.End = at.Start
	return &source.Edit{Span: at, New: text}
}
