package models

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// RequirementsNotInstalled is documented, with examples that run as tests, in requirements-not-installed.md.
var RequirementsNotInstalled = &lint.Rule{
	Meta: lint.Meta{
		ID:       "requirements-not-installed",
		Title:    "Requirements are packed, and the server does not install them",
		Severity: lint.Warning,
		Versions: ">=0.2.0",
		Needs:    []string{"mar"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model, _ model.Release) {
			if m.Archive != nil && m.Archive.Requirements != nil {
				requirementsNotInstalled(p, s, m)
			}
		})
	},
}

func requirementsNotInstalled(p *lint.Pass, s *model.Server, m *model.Model) {
	v := s.Settings.Get("install_py_dep_per_model")
	if v == nil {
		return
	}
	raw, ok := v.Get()
	venv := m.Config.Param("useVenv")
	if !ok || torchserve.ReadBool(raw) || venv != nil && venv.True() {
		return
	}
	f := p.Report(m.Archive.Requirements, "%s of %s is packed but never installed: install_py_dep_per_model is %s", m.Archive.Requirements.Or("the requirements file"), name(m), raw).
		Cause(v).
		Advise("install the packages in the image, or set install_py_dep_per_model=true")
	if s.Image != nil && !s.Image.Official {
		f.Weaken(lint.Info) // an image of one's own may hold the packages
	}
	c := own(s)
	switch e := setting(c, "install_py_dep_per_model"); {
	case e != nil:
		f.Edit(lint.Unsafe, "install them at start", source.Edit{Span: e.Raw.Origin.Span, New: "true"})
	case c != nil:
		f.Edit(lint.Unsafe, "install them at start", c.Text.Append("install_py_dep_per_model=true"))
	}
}
