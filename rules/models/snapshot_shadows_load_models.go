package models

import (
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// SnapshotShadowsLoadModels is documented, with examples that run as tests, in snapshot-shadows-load-models.md.
var SnapshotShadowsLoadModels = &lint.Rule{
	Meta: lint.Meta{
		ID:       "snapshot-shadows-load-models",
		Title:    "load_models is not read beside model_snapshot",
		Severity: lint.Info,
		Needs:    []string{"config", "manifest"},
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, _ model.Release) {
			if s.Config != nil && s.Config.Snapshot != nil && s.Config.Snapshot.Fault == nil {
				snapshotShadowsLoadModels(p, s, s.Config.Snapshot)
			}
		})
	},
}

func snapshotShadowsLoadModels(p *lint.Pass, s *model.Server, j *model.JSON) {
	v, raw, ok := loadModels(s)
	if v == nil || !ok || raw == "" {
		return
	}
	restored := map[string]bool{}
	for _, e := range j.Models {
		if mar := e.Param("marName"); mar != nil {
			restored[path.Base(mar.Raw.Or(""))] = true
		}
	}
	var named []string
	if strings.EqualFold(raw, "all") {
		for _, a := range s.Store {
			named = append(named, a.Name.Or(""))
		}
		if len(named) == 0 {
			named = []string{"what else lies in the store"}
		}
	} else {
		for part := range strings.SplitSeq(raw, ",") {
			_, file, renamed := strings.Cut(part, "=")
			if !renamed {
				file = part
			}
			named = append(named, path.Base(file))
		}
	}
	missing := slices.DeleteFunc(named, func(file string) bool { return file == "." || restored[file] })
	if len(missing) == 0 {
		return
	}
	verb := "is"
	if len(missing) > 1 {
		verb = "are"
	}
	p.Report(v, "load_models=%s is dead beside model_snapshot; %s %s not loaded", raw, strings.Join(missing, ", "), verb).
		Cause(model.Citation{Origin: setting(s.Config, "model_snapshot").KeyAt.Origin, Text: "{...}"}).
		Advise("keep one of the two")
}
