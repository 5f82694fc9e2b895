// Package lint checks TorchServe deployments.
package lint

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// A Rule is one check. Go rules are written as values; Rego policies become values.
type Rule struct {
	Meta
	Page  string            // Markdown: why, a bad example, a good one
	Check func(*Pass) error // nil: the engine itself makes the findings, from what it met or what others found
}

// Meta is what can be said of a rule without running it.
type Meta struct {
	ID       string // kebab-case; also names its page and its examples
	Family   string // the folder that it lies in
	Title    string // one line, no full stop
	Severity Severity
	Profile  Profile
	Versions string   // releases of TorchServe that have the fault, ">=0.8.0 <0.8.1"; empty: all
	Needs    []string // the rule applies where one of these is among the inputs; empty: always
	Params   []Param
	Fix      FixKind // the boldest fix that it offers
}

// Applies reports whether anything that the rule is about is among the inputs.
func (m *Meta) Applies(kinds []string) bool {
	return len(m.Needs) == 0 || slices.ContainsFunc(m.Needs, func(n string) bool { return slices.Contains(kinds, n) })
}

// A Param is something that a user may set for a rule.
type Param struct {
	Name    string
	Default any    // also says the type: time.Duration, model.Bytes, int, float64, bool, string, []string
	Unit    string // s, ms, bytes, ratio; empty for counts, switches and words
	Doc     string
}

// Severity says how bad a finding is.
type Severity int

// Severities, mildest first.
const (
	Info Severity = iota
	Warning
	Error
)

// Never is above every severity: no finding is that bad.
const Never = Error + 1

func (s Severity) String() string { return [...]string{"info", "warning", "error", "never"}[s] }

// ParseSeverity reads info, warning or error.
func ParseSeverity(s string) (severity Severity, ok bool) {
	for severity := range Never {
		if severity.String() == s {
			return severity, true
		}
	}
	return 0, false
}

// Profile says who gets a rule without asking for it.
type Profile int

// Profiles; strict holds the rules of recommended too.
const (
	Recommended Profile = iota
	Strict
)

func (p Profile) String() string { return [...]string{"recommended", "strict"}[p] }

// ParseProfile reads recommended or strict.
func ParseProfile(s string) (p Profile, ok bool) {
	for p := range Strict + 1 {
		if p.String() == s {
			return p, true
		}
	}
	return 0, false
}

// FixKind says how much a fix dares.
type FixKind int

// A safe fix keeps what the author meant; an unsafe one changes capacity, latency or access.
const (
	NoFix FixKind = iota
	Safe
	Unsafe
)

func (k FixKind) String() string { return [...]string{"none", "safe", "unsafe"}[k] }

// A Pass is one run of one rule, on the servers of a deployment or on one outcome of a
// server of unknown release.
type Pass struct {
	*model.Deployment
	Rule    *Rule
	Running []*Rule // all rules of this run

	severity Severity
	params   map[string]any
	shared   *shared
	findings []*Finding
}

// Context ends when the run is to end: a rule that may take long heeds it.
func (p *Pass) Context() context.Context { return p.shared.ctx }

// Once returns what build makes, which is called once for each key in a run, however many
// rules ask: for work that rules share.
func (p *Pass) Once(key any, build func() any) any { return once(&p.shared.built, key, build) }

// OnceHere is Once for work that is of use only for the servers that are looked at now.
func (p *Pass) OnceHere(key any, build func() any) any { return once(p.shared.here, key, build) }

// Param returns a parameter that the rule declares, as the user set it.
func (p *Pass) Param(name string) any {
	v, ok := p.params[name]
	if !ok {
		panic(fmt.Sprintf("%s declares no parameter %s", p.Rule.ID, name))
	}
	return v
}

// Duration returns a parameter that is a duration.
func (p *Pass) Duration(name string) time.Duration { return p.Param(name).(time.Duration) }

// Bytes returns a parameter that is a size.
func (p *Pass) Bytes(name string) model.Bytes { return p.Param(name).(model.Bytes) }

// Int returns a parameter that is a count.
func (p *Pass) Int(name string) int { return p.Param(name).(int) }

// Ratio returns a parameter that is a share or a factor.
func (p *Pass) Ratio(name string) float64 { return p.Param(name).(float64) }

// Bool returns a parameter that is a switch.
func (p *Pass) Bool(name string) bool { return p.Param(name).(bool) }

// Word returns a parameter that is a text.
func (p *Pass) Word(name string) string { return p.Param(name).(string) }

// Words returns a parameter that is a list.
func (p *Pass) Words(name string) []string { return p.Param(name).([]string) }

// Report records a finding at what is to blame.
func (p *Pass) Report(at model.Cited, format string, args ...any) *Finding {
	f := &Finding{Rule: p.Rule.ID, Severity: p.severity, Message: fmt.Sprintf(format, args...), At: at.Cite()}
	p.findings = append(p.findings, f)
	return f
}

// A Finding is one problem.
type Finding struct {
	Rule     string
	Severity Severity
	Message  string
	At       model.Citation   // the value to blame; rules cite values, never lines
	Because  []model.Citation // the values that make it a problem
	Help     string           // what to do
	Fix      *Fix             // nil when only a person can tell
}

// Weaken lowers the severity where the catalogue says that a finding is weaker.
func (f *Finding) Weaken(to Severity) *Finding {
	f.Severity = min(f.Severity, to)
	return f
}

// Cause adds the values that make it a problem.
func (f *Finding) Cause(vs ...model.Cited) *Finding {
	for _, v := range vs {
		f.Because = append(f.Because, v.Cite())
	}
	return f
}

// Advise says what to do.
func (f *Finding) Advise(format string, args ...any) *Finding {
	f.Help = fmt.Sprintf(format, args...)
	return f
}

// Replace suggests new text for the value at fault, if it is written where it can be edited.
func (f *Finding) Replace(kind FixKind, title, text string) *Finding {
	return f.Edit(kind, title, source.Edit{Span: f.At.Span, New: text})
}

// Edit suggests a change, if all of it can be written: an edit of an archive or of
// nothing is no fix.
func (f *Finding) Edit(kind FixKind, title string, edits ...source.Edit) *Finding {
	for _, e := range edits {
		if e.Span.File == nil || e.Span.File.ReadOnly {
			return f
		}
	}
	if len(edits) > 0 {
		f.Fix = &Fix{kind, title, edits}
	}
	return f
}

// A Fix is a change that removes a finding.
type Fix struct {
	Kind  FixKind
	Title string
	Edits []source.Edit
}
