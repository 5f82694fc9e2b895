package config

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// ConfigKeyDuplicate is documented, with examples that run as tests, in config-key-duplicate.md.
var ConfigKeyDuplicate = &lint.Rule{
	Meta: lint.Meta{
		ID:       "config-key-duplicate",
		Title:    "A key is set more than once",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if c := s.Config; c != nil && !c.Bundled {
				duplicateEntries(p, c.Entries)
				for _, j := range []*model.JSON{c.Models, c.Snapshot} {
					if j != nil {
						for _, e := range j.Models {
							duplicateParams(p, e.Params)
						}
					}
				}
			}
			for _, m := range s.Models {
				if m.Config != nil {
					duplicateParams(p, m.Config.Params)
				}
			}
		}
		return nil
	},
}

func duplicateEntries(p *lint.Pass, entries []*model.Entry) {
	lost := map[string][]*model.Entry{}
	for _, e := range entries {
		if !e.Wins {
			lost[e.Key] = append(lost[e.Key], e)
			continue
		}
		earlier := lost[e.Key]
		if len(earlier) == 0 || !strings.ContainsFunc(e.Key, unicode.IsLetter) {
			continue // } and the like: lines that a missing backslash made keys of
		}
		var edits []source.Edit
		var losers []model.Cited
		for _, l := range earlier {
			edits, losers = append(edits, deletion(l)...), append(losers, l)
		}
		f := duplicate(p, e, e.Key, e.Raw.Or(""), losers)
		if len(edits) == len(earlier) {
			f.Edit(lint.Safe, "delete what has no effect", edits...)
		}
	}
}

func duplicateParams(p *lint.Pass, params []*model.Param) {
	byName := map[string][]model.Cited{}
	last := map[string]*model.Param{}
	for _, q := range params {
		if l := last[q.Name]; l != nil {
			byName[q.Name] = append(byName[q.Name], l)
		}
		last[q.Name] = q
	}
	for _, q := range params {
		if last[q.Name] == q && len(byName[q.Name]) > 0 {
			duplicate(p, q, q.Name, q.Raw.Or(""), byName[q.Name])
		}
	}
}

// duplicate reports a key that is set again; that is harmless where it is set to the same.
func duplicate(p *lint.Pass, at model.Cited, key, value string, lost []model.Cited) *lint.Finding {
	var lines []string
	same := true
	for _, l := range append(lost[:len(lost):len(lost)], at) {
		lines = append(lines, fmt.Sprint(lineOf(l)))
		same = same && l.Cite().Text == at.Cite().Text
	}
	where := fmt.Sprintf("lines %s and %s", strings.Join(lines[:len(lines)-1], ", "), lines[len(lines)-1])
	switch {
	case lines[0] == lines[len(lines)-1]:
		where = fmt.Sprintf("line %s %d times", lines[0], len(lines))
	case len(lines) > 6:
		where = fmt.Sprintf("lines %s and %d more", strings.Join(lines[:5], ", "), len(lines)-5)
	}
	f := p.Report(at, "%s is set on %s; the last wins with %s", key, where, value).
		Cause(lost[:min(len(lost), 5)]...).
		Advise("keep one")
	if same {
		f.Weaken(lint.Info)
	}
	return f
}
