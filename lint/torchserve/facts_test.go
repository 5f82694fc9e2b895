package torchserve

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/model"
	"gopkg.in/yaml.v3"
)

func readFacts(t *testing.T, name string, into any) {
	t.Helper()
	b, err := os.ReadFile("../../testdata/facts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, into); err != nil {
		t.Fatal(err)
	}
}

// release drops the v of a tag, and what is said behind it.
func release(tag string) string {
	tag, _, _ = strings.Cut(strings.TrimPrefix(tag, "v"), " ")
	return tag
}

// A fact is one key of a fact file.
type fact struct {
	Key       string
	Type      string
	Default   *string
	Since     string
	Removed   *string
	Env       *string
	EnvSince  *string `yaml:"env_since"`
	Unit      string
	Min, Max  *int64
	OnBad     string `yaml:"on_bad_value"`
	WrongType string `yaml:"wrong_type"`
	Clamp     string
}

func (f fact) removed() string {
	if f.Removed == nil {
		return ""
	}
	return release(*f.Removed)
}

// in reports whether the facts say that a release reads the key.
func (f fact) in(r model.Release) bool {
	return r.AtLeast(release(f.Since)) && (f.removed() == "" || r.Before(f.removed()))
}

// plain is the part of a default that the file could spell: "0 (= number of GPUs ...)" is 0, and
// what is told in words is none.
var plain = regexp.MustCompile(`^(\S+?)(?: \(.*| *;.*)?$`)

func (f fact) plainDefault() string {
	if f.Default == nil {
		return ""
	}
	if m := plain.FindStringSubmatch(*f.Default); m != nil && !strings.HasPrefix(m[1], "(") && !strings.HasPrefix(m[1], "<") {
		return m[1]
	}
	return ""
}

// typeOf is the type of a property in the words of the facts.
var typeOf = map[Type]string{
	Int: "int", Long: "long", Double: "double", Bool: "bool", PythonBool: "string-bool, compared in Python", String: "string", Path: "path", Enum: "enum",
	AddressType: "address", Host: "ip-or-hostname", JSON: "json", List: "list (comma separated", Regex: "regex", RegexList: "list of regex",
}

// effect is what the facts say that a number does which does not parse.
func (f fact) effect() Effect {
	switch text := f.OnBad; {
	case !slices.Contains([]string{"int", "long", "double"}, f.Type):
		return NoEffect
	case strings.Contains(text, "default used"):
		return UsesDefault
	case strings.HasPrefix(text, "lazy: DELETE"):
		return FailsDelete
	case strings.Contains(text, "each worker start throws"):
		return NoWorker
	case strings.HasPrefix(text, "non-number: as default_response_timeout"), strings.Contains(text, "JVM exit 1 if mo"):
		return EndsLoad
	}
	return EndsStart
}

// TestProperties compares every key of config.properties, in every release, with the facts.
func TestProperties(t *testing.T) {
	var facts struct{ Keys []fact }
	readFacts(t, "config-properties.yaml", &facts)
	if len(facts.Keys) != 79 || len(Properties()) != 79 {
		t.Errorf("%d facts, %d properties, want 79", len(facts.Keys), len(Properties()))
	}
	for _, f := range facts.Keys {
		p, ok := Exists(f.Key)
		if !ok {
			t.Errorf("%s: not in the table", f.Key)
			continue
		}
		compareProperty(t, f, p)
		for _, r := range model.Releases() {
			compareIn(t, f, r)
		}
	}
}

// compareProperty compares what holds in all releases.
func compareProperty(t *testing.T, f fact, p Property) {
	t.Helper()
	if !strings.HasPrefix(f.Type, typeOf[p.Type]) {
		t.Errorf("%s: type %s, the facts say %s", f.Key, p.Type, f.Type)
	}
	if p.Unit != strings.TrimSuffix(f.Unit, " per model") {
		t.Errorf("%s: unit %q, the facts say %q", f.Key, p.Unit, f.Unit)
	}
	if !same(p.Min, f.Min) || !same(p.Max, f.Max) {
		t.Errorf("%s: bounds %s to %s, the facts say %s to %s", f.Key, show(p.Min), show(p.Max), show(f.Min), show(f.Max))
	}
	if p.Malformed != f.effect() {
		t.Errorf("%s: a number that does not parse: %s, the facts say: %s", f.Key, p.Malformed, f.OnBad)
	}
	if (f.Env == nil) != (p.Env == "") {
		t.Errorf("%s: variable %q, the facts say %v", f.Key, p.Env, f.Env)
	}
}

// compareIn compares what a release may change.
func compareIn(t *testing.T, f fact, r model.Release) {
	t.Helper()
	if _, ok := Lookup(f.Key, r); ok != f.in(r) {
		t.Errorf("%s in %s: read %t, the facts say %t", f.Key, r, ok, f.in(r))
	}
	if text, ok := Defaults(r)[f.Key]; ok != f.in(r) || ok && text != f.plainDefault() {
		t.Errorf("%s in %s: default %q, the facts say %q", f.Key, r, text, f.plainDefault())
	}
	if f.Env == nil {
		return
	}
	want := f.in(r) && r.AtLeast(release(*f.EnvSince))
	if by, ok := ByEnv(*f.Env, r); ok != want || ok && by.Key != f.Key {
		t.Errorf("%s in %s: set by %s %t, the facts say %t", f.Key, r, *f.Env, ok, want)
	}
}

func same(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func show(n *int64) string {
	if n == nil {
		return "none"
	}
	return strconv.FormatInt(*n, 10)
}
