package rego

import (
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// TestMentioned: what a policy may ask for is converted, however it asks.
func TestMentioned(t *testing.T) {
	const head = "package tslint.policies[\"x\"]\n\ndeny contains s if {\n\tsome s in input.servers\n"
	for _, c := range []struct {
		body string
		want mention
		any  mention // that is not asked for
	}{
		{`s.image.ref.text == "a"`, mention{"ref", "text"}, mention{"", "text"}},
		{`s.image.ref.text == "a"`, mention{"", "image"}, mention{"", "ref"}},
		{`s["image"]["ref"].text == "a"`, mention{"ref", "text"}, mention{"", "text"}},
		{`s.models[0].name.text == "a"`, mention{"", "name"}, mention{"models", "name"}},
		{`some key in ["text"]; s.name[key] == "a"`, mention{"", "text"}, mention{"", "value"}},
		{`object.get(s.name, "text", "") == "a"`, mention{"", "text"}, mention{"", "value"}},
		{`{"text": x} := s.name; x == "a"`, mention{"", "text"}, mention{"", "value"}},
		{`some name in [x | x := s.name.text]; name == "a"`, mention{"name", "text"}, mention{"", "value"}},
		{`s.models[s.image.tag].name == "a"`, mention{"image", "tag"}, mention{"", "value"}},
		{`print($"{s.name.text}")`, mention{"name", "text"}, mention{"", "text"}},
	} {
		m, err := ast.ParseModuleWithOpts("x.rego", head+"\t"+c.body+"\n}\n", ast.ParserOptions{RegoVersion: ast.RegoV1, Capabilities: capabilities()})
		if err != nil {
			t.Fatalf("%s: %v", c.body, err)
		}
		got := mentioned(map[string]*ast.Module{"x.rego": m})
		if !got[c.want] || got[c.any] {
			t.Errorf("%s: %v is %t, want true; %v is %t, want false", c.body, c.want, got[c.want], c.any, got[c.any])
		}
	}
}
