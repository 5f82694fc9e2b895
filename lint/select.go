package lint

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// Config says what to check, and facts that no manifest holds. Flags override what a
// .tslint.yaml says by setting fields of what ParseConfig returns.
type Config struct {
	Release *model.Value[model.Release] // of every server; nil: as the inputs say
	FailOn  Severity                    // the mildest finding that fails a run; Never
	Profile Profile

	Only            []string           // ids and families: run these alone, whatever else is said
	Enable, Disable []string           // ids and families: over Rules
	Rules           map[string]Setting // by id or family

	Models    map[string]model.Declared
	GPUMemory *model.Value[model.Bytes] // of one device; nil: not declared
}

// NewConfig returns what holds where nobody configures anything.
func NewConfig() *Config { return &Config{FailOn: Warning} }

// A Setting is what a user says of a rule or a family.
type Setting struct {
	Off      bool
	Severity *Severity      // nil: the rule's own
	Params   map[string]any // by name, of the type of the parameter's default
}

// Runs reports whether a rule is on. What is said of its id goes before what is said of
// its family.
func (c *Config) Runs(r *Rule) bool {
	if len(c.Only) > 0 {
		return slices.Contains(c.Only, r.ID) || slices.Contains(c.Only, r.Family)
	}
	on := r.Profile <= c.Profile
	for _, name := range []string{r.Family, r.ID} {
		if s, ok := c.Rules[name]; ok {
			on = !s.Off
		}
	}
	for _, name := range []string{r.Family, r.ID} {
		switch {
		case slices.Contains(c.Disable, name):
			on = false
		case slices.Contains(c.Enable, name):
			on = true
		}
	}
	return on
}

// running returns the rules that are on and have something to look at, by family and id.
func (c *Config) running(rules []*Rule, kinds []string) []*Rule {
	out := slices.DeleteFunc(slices.Clone(rules), func(r *Rule) bool { return !c.Runs(r) || !r.Applies(kinds) })
	slices.SortFunc(out, func(a, b *Rule) int {
		return cmp.Or(strings.Compare(a.Family, b.Family), strings.Compare(a.ID, b.ID))
	})
	return out
}

// severity returns how bad the findings of a rule are.
func (c *Config) severity(r *Rule) Severity {
	for _, name := range []string{r.ID, r.Family} {
		if s := c.Rules[name].Severity; s != nil {
			return *s
		}
	}
	return r.Severity
}

// params returns what the rule's parameters are set to.
func (c *Config) params(r *Rule) map[string]any {
	params := make(map[string]any, len(r.Params))
	for _, p := range r.Params {
		params[p.Name] = p.Default
	}
	maps.Copy(params, c.Rules[r.ID].Params)
	return params
}
