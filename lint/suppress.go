package lint

import (
	"fmt"
	"slices"
	"time"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// A Suppressed is a finding that a directive silences.
type Suppressed struct {
	*Finding
	Reason string    // empty: none is given
	Until  time.Time // the last day; zero: for good
}

// directives returns what silences findings in the files of a deployment.
// Embedded config.properties follow the rule of their own format.
func directives(in *load.Inputs, configs []source.Text) []*directive {
	properties := map[*source.File][]source.Span{}
	for _, t := range configs {
		at := t.Span()
		properties[at.File] = append(properties[at.File], at)
	}
	var out []*directive
	for _, f := range in.Files {
		switch {
		case f.Kind == load.Properties:
			out = append(out, comments(f.File, []source.Span{f.Text().Span()})...)
		case f.Archive != nil && f.Archive.Config != nil:
			out = append(out, comments(f.Archive.Config, nil)...)
		case f.File != nil:
			out = append(out, comments(f.File, properties[f.File])...)
			out = append(out, annotations(f.File)...)
		}
	}
	return out
}

// A judge decides which findings are silenced, and what is to be said of the directives.
type judge struct {
	rules  []*Rule // that a directive may name
	ran    []*Rule
	config *Config
	today  time.Time // zero: no directive has ended
}

// judge parts findings into those that stand, with those about the directives, and those
// that are silenced.
func (j *judge) judge(found []*Finding, all []*directive) (stand []*Finding, silenced []*Suppressed) {
	used := make([][]bool, len(all)) // by directive and name
	for i, d := range all {
		used[i] = make([]bool, len(d.names))
	}
	for _, f := range found {
		var by *directive
		for i, d := range all {
			if d.fault != "" || j.ended(d) || !d.about(f) {
				continue
			}
			for n, name := range d.names {
				if j.means(name.text, f.Rule) {
					by, used[i][n] = d, true
				}
			}
		}
		if by == nil {
			stand = append(stand, f)
			continue
		}
		silenced = append(silenced, &Suppressed{f, by.reason, by.until})
	}
	for i, d := range all {
		stand = append(stand, j.review(d, used[i])...)
	}
	return stand, silenced
}

// about reports whether a finding stands, at any place that it cites, where d covers.
func (d *directive) about(f *Finding) bool {
	covers := func(c model.Citation) bool {
		at := c.Place()
		return at.File != nil && at.File == d.covers.File && d.covers.Start <= at.Start && at.Start < d.covers.End
	}
	return covers(f.At) || slices.ContainsFunc(f.Because, covers)
}

// means reports whether a name is that of a rule or of its family.
func (j *judge) means(name, rule string) bool {
	return name == rule || slices.ContainsFunc(j.rules, func(r *Rule) bool { return r.ID == rule && r.Family == name })
}

func (j *judge) ended(d *directive) bool {
	return !j.today.IsZero() && !d.until.IsZero() && d.until.Before(j.today)
}

// review says what is wrong with a directive.
func (j *judge) review(d *directive, used []bool) []*Finding {
	r := reviewer{judge: j, directive: d}
	if d.fault != "" {
		r.report(SuppressionInvalid, d.at, "correct it", "%s", d.fault).Fix = d.fix
		return r.found
	}
	for i, name := range d.names {
		r.name(name, used[i])
	}
	if d.reason == "" {
		r.report(SuppressionReasonMissing, d.at, "add -- and the reason", "%s is suppressed without a reason", d.list())
	}
	return r.found
}

// list is the names of a directive as they are written.
func (d *directive) list() string {
	list := ""
	for i, n := range d.names {
		if i > 0 {
			list += ","
		}
		list += n.text
	}
	return list
}

// A reviewer gathers the findings about one directive.
type reviewer struct {
	*judge
	*directive
	found []*Finding
}

// name says what is wrong with one name of a directive.
func (r *reviewer) name(name word, used bool) {
	known := func(rule *Rule) bool { return rule.ID == name.text || rule.Family == name.text }
	switch {
	case !slices.ContainsFunc(r.rules, known):
		near := Nearest(name.text, Names(r.rules))
		f := r.report(SuppressionInvalid, name.at, "correct it", "there is no rule %s%s", name.text, didYouMean(name.text, Names(r.rules)))
		if near != "" {
			f.Edit(Safe, "name the rule that is meant", source.Edit{Span: name.at, New: near})
		}
	case r.ended(r.directive):
		r.report(SuppressionExpired, name.at, "fix the finding, or renew with a reason", "suppression of %s ended on %s", name.text, r.until.Format(time.DateOnly))
	case !used && slices.ContainsFunc(r.ran, known):
		f := r.report(SuppressionUnused, name.at, "remove it", "%s does not fire here any more", name.text)
		if len(r.names) == 1 && r.lines.File != nil {
			f.Edit(Safe, "remove the directive", source.Edit{Span: r.lines})
		}
	case r.ends():
		r.report(SuppressionExpired, name.at, "fix the finding, or renew with a reason", "suppression of %s ends on %s", name.text, r.until.Format(time.DateOnly)).Weaken(Info)
	}
}

// ends reports whether the last day is near.
func (r *reviewer) ends() bool {
	days := r.config.params(SuppressionExpired)["warn-days"].(int)
	return !r.today.IsZero() && !r.until.IsZero() && r.until.Before(r.today.AddDate(0, 0, days+1))
}

// report makes a finding, which counts only if its rule is among those that ran.
func (r *reviewer) report(rule *Rule, at source.Span, help, format string, args ...any) *Finding {
	f := &Finding{
		Rule:     rule.ID,
		Severity: r.config.severity(rule),
		Message:  fmt.Sprintf(format, args...),
		At:       model.Citation{Origin: model.Origin{Key: "tslint:ignore", Span: at}, Text: at.File.Data[at.Start:at.End]},
		Help:     help,
	}
	if slices.Contains(r.ran, rule) {
		r.found = append(r.found, f)
	}
	return f
}

// Names lists what a user may call rules: their ids and families.
func Names(rules []*Rule) []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.ID, r.Family)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
