package models

import (
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ModelArchiveMissing is documented, with examples that run as tests, in model-archive-missing.md.
var ModelArchiveMissing = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-archive-missing",
		Title:    "A model is to be loaded from an archive that is not in the store",
		Severity: lint.Error,
		Needs:    []string{"config", "mar"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model, _ model.Release) {
			if !m.Restored {
				modelArchiveMissing(p, s, m)
			}
		})
	},
}

func modelArchiveMissing(p *lint.Pass, s *model.Server, m *model.Model) {
	file, dir, there, ok := lacking(s, m)
	if !ok {
		return
	}
	f := p.Report(m.File, "%s of load_models is not in %s, which holds %s: the model is skipped, while /ping stays 200", file, dir, strings.Join(there, ", ")).
		Advise("use the file name that the archiver writes")
	near, found := torchserve.Nearest(file, there)
	if at := m.File.Origin.Span; found && at.File != nil && strings.HasSuffix(at.File.Data[at.Start:at.End], file) {
		at.Start = at.End - len(file)
		f.Edit(lint.Unsafe, "use the file that is there", source.Edit{Span: at, New: near})
	}
}

// lacking returns the file of a model, where the store is a folder among the inputs and does not
// hold it, with what it does hold.
func lacking(s *model.Server, m *model.Model) (file, dir string, there []string, ok bool) {
	file, known := m.File.Get()
	store := s.Settings.Get("model_store")
	if !known || s.Workload != nil || store == nil || s.LoadsAll.Or(true) && !m.Restored || file == "" || path.IsAbs(file) || remote.MatchString(file) {
		return "", "", nil, false
	}
	raw, known := store.Get()
	for _, a := range s.Store {
		at := a.Name.Origin.Span.File
		if !known || at == nil || path.Base(path.Dir(at.Name)) != path.Base(raw) {
			continue
		}
		dir = path.Dir(at.Name)
		there = append(there, a.Name.Or(""))
	}
	if len(there) == 0 || slices.Contains(there, file) {
		return "", "", nil, false
	}
	slices.Sort(there)
	there = slices.Compact(there)
	return file, dir, there, true
}
