package models

import (
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// URLModelNotAllowed is documented, with examples that run as tests, in url-model-not-allowed.md.
var URLModelNotAllowed = &lint.Rule{
	Meta: lint.Meta{
		ID:       "url-model-not-allowed",
		Title:    "A model is to be loaded from a URL that allowed_urls does not allow",
		Severity: lint.Error,
		Versions: ">=0.3.0",
		Needs:    []string{"config"},
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(s *model.Server, m *model.Model, _ model.Release) { urlModelNotAllowed(p, s, m) })
	},
}

// web is what the server takes for a URL and not for a file of the store.
var web = regexp.MustCompile(`(?i)^(?:https?|file)://`)

func urlModelNotAllowed(p *lint.Pass, s *model.Server, m *model.Model) {
	url, ok := m.File.Get()
	v := s.Settings.Get("allowed_urls")
	if !ok || m.Restored || v == nil || !web.MatchString(url) || strings.Contains(url, "$$") {
		return
	}
	raw, known := v.Get()
	if !known {
		return
	}
	for expression := range strings.SplitSeq(raw, ",") {
		allowed, err := regexp.Compile(`(?i)^(?:` + expression + `)$`)
		if err != nil || allowed.MatchString(url) {
			return // an expression that only Java reads may allow it
		}
	}
	p.Report(m.File, "%s matches no entry of allowed_urls; %s is skipped", url, name(m)).
		Cause(v).
		Advise("add an anchored expression for that host; entries are parted at every comma, and blanks count")
}
