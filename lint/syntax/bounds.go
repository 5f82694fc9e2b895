package syntax

import (
	"fmt"

	yamlv3 "gopkg.in/yaml.v3"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Bounds on one document, so that no input takes tslint down.
const (
	maxDepth   = 100
	maxAliases = 1000
)

// check holds a document to the bounds, and refuses anchors that contain themselves.
func check(root *node) error {
	c := bounds{open: map[*node]bool{}, inside: map[*node]int{}}
	return c.check(root, 0)
}

type bounds struct {
	aliases int            // as they are expanded: those in what an alias stands for count again
	inside  map[*node]int  // aliases in anchors
	open    map[*node]bool // anchors that we are inside of
}

func (b *bounds) check(n *node, depth int) error {
	switch {
	case depth > maxDepth:
		return fmt.Errorf("line %d: nested more than %d levels deep", n.Line, maxDepth)
	case n.Kind == yaml.AliasNode:
		if b.aliases += 1 + b.inside[n.Alias]; b.aliases > maxAliases {
			return fmt.Errorf("line %d: aliases are expanded more than %d times", n.Line, maxAliases)
		}
		if b.open[n.Alias] {
			return fmt.Errorf("line %d: the anchor %s contains itself", n.Line, n.Value)
		}
		return nil
	case n.Anchor != "":
		b.open[n] = true
		before := b.aliases
		defer func() {
			delete(b.open, n)
			b.inside[n] = b.aliases - before
		}()
	}
	for _, c := range n.Content {
		if err := b.check(c, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// convert turns the nodes of yaml.v3 into those of kyaml: the two libraries have nodes of the same
// shape and of different types.
func convert(n *yamlv3.Node, done map[*yamlv3.Node]*node) *node {
	if n == nil {
		return nil
	}
	if c, ok := done[n]; ok {
		return c
	}
	out := &node{Kind: yaml.Kind(n.Kind), Style: yaml.Style(n.Style), Tag: n.Tag, Value: n.Value, Anchor: n.Anchor, Line: n.Line, Column: n.Column}
	done[n] = out
	out.Alias = convert(n.Alias, done)
	if len(n.Content) > 0 {
		out.Content = make([]*node, len(n.Content))
	}
	for i, c := range n.Content {
		out.Content[i] = convert(c, done)
	}
	return out
}
