package models

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// SnapshotMARMissing is documented, with examples that run as tests, in snapshot-mar-missing.md.
var SnapshotMARMissing = &lint.Rule{
	Meta: lint.Meta{
		ID:       "snapshot-mar-missing",
		Title:    "model_snapshot names an archive that is not in the store",
		Severity: lint.Error,
		Needs:    []string{"config", "mar"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model, _ model.Release) {
			if !m.Restored {
				return
			}
			if file, dir, there, ok := lacking(s, m); ok {
				p.Report(m.File, "model_snapshot names %s, and %s holds %s; the server stops at start", file, dir, strings.Join(there, ", ")).
					Advise("correct marName, or copy the archive")
			}
		})
	},
}
