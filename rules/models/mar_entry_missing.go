package models

import (
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// MAREntryMissing is documented, with examples that run as tests, in mar-entry-missing.md.
var MAREntryMissing = &lint.Rule{
	Meta: lint.Meta{
		ID:       "mar-entry-missing",
		Title:    "The manifest of an archive names a file that is not in it",
		Severity: lint.Error,
		Needs:    []string{"mar"},
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, a := range s.Store {
				marEntryMissing(p, a)
			}
		}
		return nil
	},
}

func marEntryMissing(p *lint.Pass, a *model.Archive) {
	archive := a.Name.Or("the archive")
	if f := a.Fault; f != nil {
		if f.At.Origin.Key == "MANIFEST.json" {
			p.Report(f.At, "%s: MANIFEST.json does not parse: %s", archive, f.Text).
				Advise("rebuild the archive")
		}
		return
	}
	for _, role := range []struct {
		name string
		v    *model.Value[string]
	}{
		{"handler", a.Handler}, {"serializedFile", a.Serialized}, {"modelFile", a.ModelFile}, {"requirementsFile", a.Requirements}, {"configFile", a.ConfigFile},
	} {
		if role.v == nil {
			continue
		}
		file, ok := role.v.Get()
		if role.name == "handler" {
			file, _, _ = strings.Cut(file, ":")
			ok = ok && strings.HasSuffix(file, ".py") // others are handlers that TorchServe brings
		}
		if !ok || file == "" || path.IsAbs(file) || strings.Contains(file, "://") || holds(a, file) {
			continue
		}
		p.Report(role.v, "%s: the manifest names %s as %s, but the archive does not hold it", archive, file, role.name).
			Advise("rebuild the archive")
	}
}

// holds reports whether a file lies in an archive, in whatever folder.
func holds(a *model.Archive, file string) bool {
	stem := strings.TrimSuffix(path.Base(file), ".py")
	return slices.ContainsFunc(a.Members, func(m model.Member) bool {
		base := path.Base(m.Name)
		return base == path.Base(file) || base == stem+".pyc" || strings.HasPrefix(m.Name, strings.TrimSuffix(file, "/")+"/")
	})
}
