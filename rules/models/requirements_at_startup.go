package models

import (
	"regexp"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// RequirementsAtStartup is documented, with examples that run as tests, in requirements-at-startup.md.
var RequirementsAtStartup = &lint.Rule{
	Meta: lint.Meta{
		ID:       "requirements-at-startup",
		Title:    "Large packages are installed whenever a pod starts",
		Severity: lint.Warning,
		Versions: ">=0.2.0",
		Needs:    []string{"mar"},
		Params: []lint.Param{{
			Name: "heavy", Doc: "packages that take long to install",
			Default: []string{"torch", "torchvision", "tensorflow", "transformers", "vllm", "xformers", "deepspeed", "detectron2"},
		}},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model, r model.Release) {
			if m.Archive != nil && installs(s, m, r) {
				requirementsAtStartup(p, m)
			}
		})
	},
}

// installs reports whether the server certainly installs what archives ask for.
func installs(s *model.Server, m *model.Model, r model.Release) bool {
	if venv := m.Config.Param("useVenv"); venv != nil && venv.True() && r.AtLeast("0.10.0") {
		return true
	}
	v := s.Settings.Get("install_py_dep_per_model")
	return v != nil && torchserve.ReadBool(v.Or(""))
}

var packageName = regexp.MustCompile(`^[A-Za-z0-9._-]+`)

// brought are packages that images of TorchServe hold: without a version pip leaves them alone.
var brought = []string{"torch", "torchvision", "torchaudio", "torchtext"}

func requirementsAtStartup(p *lint.Pass, m *model.Model) {
	for _, v := range m.Archive.Packages {
		line := v.Or("")
		distribution := strings.ToLower(strings.ReplaceAll(packageName.FindString(line), "_", "-"))
		if !slices.Contains(p.Words("heavy"), distribution) || slices.Contains(brought, distribution) && len(line) == len(distribution) {
			continue
		}
		p.Report(v, "%s is installed at every start of the pod for %s, unless the image holds it; ports stay closed meanwhile", line, name(m)).
			Cause(m.Archive.Requirements).
			Advise("bake the packages into the image")
	}
}
