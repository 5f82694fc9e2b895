package models

import (
	"fmt"
	"strconv"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// SnapshotCountZero is documented, with examples that run as tests, in snapshot-count-zero.md.
var SnapshotCountZero = &lint.Rule{
	Meta: lint.Meta{
		ID:       "snapshot-count-zero",
		Title:    "model_snapshot counts no models, and none is loaded",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if s.Config != nil && s.Config.Snapshot != nil && s.Config.Snapshot.Fault == nil {
				snapshotCountZero(p, s.Config.Snapshot)
			}
		}
		return nil
	},
}

func snapshotCountZero(p *lint.Pass, j *model.JSON) {
	names := map[string]bool{}
	for _, e := range j.Models {
		names[e.Model.Or("")] = true
	}
	const effect = "the server starts with none, and does not read load_models"
	lists := fmt.Sprintf("%d models", len(names))
	if len(names) == 1 {
		lists = "1 model"
	}
	right := strconv.Itoa(len(names))
	if j.Count != nil {
		n, ok := j.Count.Get()
		if !ok || n > 0 {
			return
		}
		f := p.Report(j.Count, "modelCount is %d while model_snapshot lists %s: %s", n, lists, effect).
			Advise("set modelCount to the number of models")
		if len(names) > 0 {
			f.Replace(lint.Safe, "count the models", right)
		}
		return
	}
	f := p.Report(j.Raw, "modelCount is missing while model_snapshot lists %s: %s", lists, effect).
		Advise("set modelCount to the number of models")
	if at := j.Raw.Origin.Span; len(names) > 0 && at.File != nil && at.File.Data[at.Start] == '{' {
		at.Start, at.End = at.Start+1, at.Start+1
		f.Edit(lint.Safe, "count the models", source.Edit{Span: at, New: `"modelCount":` + right + ","})
	}
}
