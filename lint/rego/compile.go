package rego

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/torchserve-lint/tslint/lint"
)

// Verify compiles all policies of a folder against the schema of the input: a mistyped
// input.serverz is an error with a line, not a rule that never fires. It joins every error.
// Policies that were verified once, those of a release, need not be again: Rules leaves the
// schema out, which takes longer than all the rest.
func Verify(fsys fs.FS) error {
	s := &set{files: map[string]file{}}
	rules, err := s.read(fsys)
	if err != nil {
		return err
	}
	return s.compile(rules, schema()).err
}

// compile parses and compiles the policies of the set that are to run.
func (s *set) compile(running []*lint.Rule, schema *ast.SchemaSet) *compiled {
	modules := map[string]*ast.Module{}
	var errs []error
	for _, r := range running {
		f, ok := s.files[r.ID]
		if !ok {
			continue
		}
		m, err := parse(f)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		modules[f.name] = m
	}
	if len(errs) > 0 {
		return &compiled{err: errors.Join(errs...)}
	}
	names := mentioned(modules) // before the compiler rewrites them
	c := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(true).WithSchemas(schema)
	if c.Compile(modules); c.Failed() {
		return &compiled{err: located(c.Errors)}
	}
	return &compiled{compiler: c, names: names}
}

func parse(f file) (*ast.Module, error) {
	m, err := ast.ParseModuleWithOpts(f.name, f.src, ast.ParserOptions{RegoVersion: ast.RegoV1, Capabilities: capabilities()})
	var errs ast.Errors
	if errors.As(err, &errs) {
		return nil, located(errs)
	}
	if err != nil {
		return nil, fmt.Errorf("%s:1: error: %w", f.name, err)
	}
	if !slices.ContainsFunc(m.Rules, func(r *ast.Rule) bool { return r.Head.Name == "deny" && r.Head.RuleKind() == ast.MultiValue }) {
		return nil, fmt.Errorf("%s:%d: error: no rule of the form: deny contains finding if { … }", f.name, m.Package.Location.Row)
	}
	return m, nil
}

// A mention is a field that a policy may ask for, below another field; below any where that
// one is empty.
type mention struct{ below, field string }

// mentioned returns the fields that the policies ask for: server.image.ref is image, and ref below
// image. Any other string may be the name of a field too, as in a pattern.
func mentioned(modules map[string]*ast.Module) map[mention]bool {
	out := map[mention]bool{}
	for _, m := range modules {
		ast.WalkTerms(m, func(t *ast.Term) bool {
			switch v := t.Value.(type) {
			case ast.String:
				out[mention{"", string(v)}] = true
			case ast.Ref:
				mentionedIn(v, out)
				return !slices.ContainsFunc(v, func(t *ast.Term) bool { return !ast.IsScalar(t.Value) && !isVar(t) })
			}
			return false
		})
	}
	return out
}

func isVar(t *ast.Term) bool {
	_, ok := t.Value.(ast.Var)
	return ok
}

func mentionedIn(ref ast.Ref, out map[mention]bool) {
	below := ""
	for _, t := range ref {
		name, ok := t.Value.(ast.String)
		if ok {
			out[mention{below, string(name)}] = true
		}
		below = string(name) // what stands below a variable or an index may be below anything
	}
}

// located writes OPA's errors as findings are written, all of them, by place.
func located(errs ast.Errors) error {
	errs = slices.Clone(errs)
	errs.Sort()
	out := make([]error, len(errs))
	for i, e := range errs {
		text := e.Message
		if e.Details != nil {
			for _, line := range e.Details.Lines() {
				text += "\n  " + line
			}
		}
		out[i] = errors.New(place(e.Location) + "error: " + text)
	}
	return errors.Join(out...)
}

func place(l *ast.Location) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d: ", l.File, l.Row, l.Col)
}

// explain says which policy failed and where.
func explain(id string, err error) error {
	var e *topdown.Error
	if errors.As(err, &e) && e.Code != topdown.CancelErr {
		return fmt.Errorf("%serror: %s", place(e.Location), e.Message)
	}
	return fmt.Errorf("policy %s did not come to an end: %w", id, err)
}
