package lint

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/torchserve-lint/tslint/lint/model"
)

// A Bug is a panic, contained: a fault of tslint, not of the inputs.
type Bug struct {
	At    string // rule workers-unpinned, reading app.yaml
	Value any
	Stack []byte
}

func (b *Bug) Error() string { return fmt.Sprintf("%s: %v\n%s", b.At, b.Value, b.Stack) }

// shared is what all passes of a run have in common.
type shared struct {
	ctx   context.Context
	built sync.Map  // func() any by key
	here  *sync.Map // likewise, of the servers that are looked at now
}

func once(built *sync.Map, key any, build func() any) any {
	f, ok := built.Load(key)
	if !ok {
		f, _ = built.LoadOrStore(key, sync.OnceValue(build))
	}
	return f.(func() any)()
}

// Check runs one rule with its defaults on a deployment, whether or not the rule applies.
func Check(ctx context.Context, r *Rule, d *model.Deployment) ([]*Finding, error) {
	c := newChecker(ctx, NewConfig(), []*Rule{r})
	c.check(d)
	found, _, err := c.result()
	return tidy(found), err
}

// A checker runs rules on one part of a deployment after another. Each rule has its own
// slot, so that the order in which they end does not show.
type checker struct {
	config *Config
	rules  []*Rule
	shared *shared
	slots  []slot
}

func newChecker(ctx context.Context, c *Config, rules []*Rule) *checker {
	return &checker{config: c, rules: rules, shared: &shared{ctx: ctx}, slots: make([]slot, len(rules))}
}

// check runs the rules side by side.
func (c *checker) check(d *model.Deployment) {
	for _, outcomes := range group(d) { // one by one: what rules share is let go between them
		c.shared.here = &sync.Map{}
		var wg sync.WaitGroup
		for i, r := range c.rules {
			if r.Check == nil {
				c.slots[i].ran = true
				continue
			}
			wg.Go(func() {
				p := Pass{Rule: r, Running: c.rules, severity: c.config.severity(r), params: c.config.params(r), shared: c.shared}
				c.slots[i].add(p.over(outcomes))
			})
		}
		wg.Wait()
	}
}

// result returns what was found. A rule that is about other releases than those of the servers
// does not count as one that ran.
func (c *checker) result() (found []*Finding, ran []*Rule, err error) {
	var errs []error
	for i, s := range c.slots {
		found, errs = append(found, s.found...), append(errs, s.errs...)
		if s.ran {
			ran = append(ran, c.rules[i])
		}
	}
	return found, ran, errors.Join(distinct(errs)...)
}

// A slot is what became of one rule.
type slot struct {
	found []*Finding
	ran   bool // on at least one outcome
	errs  []error
}

func (s *slot) add(t slot) {
	s.found, s.errs = append(s.found, t.found...), append(s.errs, t.errs...)
	s.ran = s.ran || t.ran
}

// distinct drops nil errors, and those that were made before: policies fail together.
func distinct(errs []error) []error {
	var out []error
	for _, err := range errs {
		if err != nil && !slices.ContainsFunc(out, func(e error) bool { return e.Error() == err.Error() }) {
			out = append(out, err)
		}
	}
	return out
}

// over runs the rule on each outcome of a group and joins what it found.
func (p Pass) over(outcomes []outcome) slot {
	var s slot
	var all []model.Release
	var each []made
	for _, o := range outcomes {
		all = append(all, o.releases...)
		left, ok := p.within(o)
		if !ok {
			continue
		}
		found, err := p.run(left.Deployment)
		each = append(each, made{left.releases, found})
		s.found, s.errs, s.ran = append(s.found, found...), append(s.errs, err), true
	}
	if len(all) > 0 {
		slices.Sort(all)
		s.found = merge(all, each)
	}
	return s
}

// within returns what is left of an outcome in the releases that the rule is about: the
// same for all rules about the same releases.
func (p Pass) within(o outcome) (left outcome, ok bool) {
	type key struct {
		of       *model.Deployment
		versions string
	}
	type answer struct {
		left outcome
		ok   bool
	}
	a := p.OnceHere(key{o.Deployment, p.Rule.Versions}, func() any {
		left, ok := o.within(p.Rule.Versions)
		return answer{left, ok}
	}).(answer)
	return a.left, a.ok
}

// run runs the rule once. Findings that were made before it failed stand.
func (p Pass) run(d *model.Deployment) (found []*Finding, err error) {
	if p.Context().Err() != nil {
		return nil, nil
	}
	p.Deployment, p.findings = d, nil
	defer func() {
		if v := recover(); v != nil {
			found, err = p.findings, &Bug{"rule " + p.Rule.ID, v, debug.Stack()}
		}
	}()
	err = p.Rule.Check(&p)
	return p.findings, err
}
