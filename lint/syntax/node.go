package syntax

import (
	"iter"

	"github.com/torchserve-lint/tslint/lint/source"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A Node is a place in a YAML document. The zero Node is absent: it holds no text, no items
// and no pairs, and so does everything below it.
type Node struct {
	n   *node
	key *node // under which n stands in its mapping; nil: none
	in  *stream
}

// A node is one node of a document. Lines and columns are of the stream that was decoded, from
// 1; columns count runes.
type node = yaml.Node

// A stream is a text that was decoded, with the place of each of its lines.
type stream struct {
	source.Text
	lines []int // offset at which each line starts; made when first asked for
}

// resolve follows aliases to what they stand for.
func resolve(n *node) *node {
	for n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// OK reports whether there is anything there.
func (n Node) OK() bool { return n.n != nil }

// IsMap reports whether the node is a mapping.
func (n Node) IsMap() bool { return n.n != nil && n.n.Kind == yaml.MappingNode }

// IsList reports whether the node is a sequence.
func (n Node) IsList() bool { return n.n != nil && n.n.Kind == yaml.SequenceNode }

// IsScalar reports whether the node is a scalar.
func (n Node) IsScalar() bool { return n.n != nil && n.n.Kind == yaml.ScalarNode }

// At follows mapping keys, through aliases and merge keys. Of equal keys the last one counts, as
// for the API server and for SnakeYAML.
func (n Node) At(path ...string) Node {
	for _, key := range path {
		n = n.child(key)
	}
	return n
}

func (n Node) child(key string) Node {
	if !n.IsMap() {
		return Node{}
	}
	c := n.n.Content
	for i := len(c) - 2; i >= 0; i -= 2 {
		if k := resolve(c[i]); k.Value == key && k.Kind == yaml.ScalarNode {
			return Node{resolve(c[i+1]), k, n.in}
		}
	}
	for i := 0; i+1 < len(c); i += 2 {
		if !merges(c[i]) {
			continue
		}
		for _, m := range merged(c[i+1]) {
			if found := (Node{m, nil, n.in}).child(key); found.OK() {
				return found
			}
		}
	}
	return Node{}
}

// merges reports whether a key is <<, which takes over the entries of other mappings.
func merges(key *node) bool { return key.Value == "<<" && key.ShortTag() == "!!merge" }

// merged returns the mappings that a merge key names, those that win first.
func merged(n *node) []*node {
	n = resolve(n)
	if n.Kind != yaml.SequenceNode {
		return []*node{n}
	}
	out := make([]*node, 0, len(n.Content))
	for _, c := range n.Content {
		out = append(out, resolve(c))
	}
	return out
}

// Items returns the elements of a sequence.
func (n Node) Items() []Node {
	if !n.IsList() {
		return nil
	}
	out := make([]Node, len(n.n.Content))
	for i, c := range n.n.Content {
		out[i] = Node{resolve(c), nil, n.in}
	}
	return out
}

// Pairs yields the entries of a mapping in order, equal keys each time they stand there; what is
// merged in comes last, without what the mapping itself sets. Each Node knows its key.
func (n Node) Pairs() iter.Seq2[string, Node] {
	return func(yield func(string, Node) bool) {
		if n.IsMap() {
			n.pairs(map[string]bool{}, yield)
		}
	}
}

func (n Node) pairs(seen map[string]bool, yield func(string, Node) bool) bool {
	c := n.n.Content
	own := map[string]bool{}
	for i := 0; i+1 < len(c); i += 2 {
		k := resolve(c[i])
		if merges(c[i]) || seen[k.Value] {
			continue
		}
		own[k.Value] = true
		if !yield(k.Value, Node{resolve(c[i+1]), k, n.in}) {
			return false
		}
	}
	for k := range own {
		seen[k] = true
	}
	for i := 0; i+1 < len(c); i += 2 {
		if !merges(c[i]) {
			continue
		}
		for _, m := range merged(c[i+1]) {
			if m.Kind == yaml.MappingNode && !(Node{m, nil, n.in}).pairs(seen, yield) {
				return false
			}
		}
	}
	return true
}

// String returns a scalar's value.
func (n Node) String() string {
	if !n.IsScalar() {
		return ""
	}
	return n.n.Value
}

// Tag returns the resolved tag: !!str, !!int, !!bool, !!null, !!map; empty where there is nothing.
func (n Node) Tag() string {
	if n.n == nil {
		return ""
	}
	return n.n.ShortTag()
}

// Quoted reports whether a scalar is written in quotes or as a block.
func (n Node) Quoted() bool {
	return n.n != nil && n.n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

// Text returns a scalar's value with its places; those of an alias are the anchor's.
func (n Node) Text() source.Text {
	if !n.IsScalar() {
		return source.Text{}
	}
	return n.in.scalar(n.n)
}

// Key returns the key under which the node stands, as a node.
func (n Node) Key() Node { return Node{n.key, nil, n.in} }

// KeyText returns the key under which the node stands.
func (n Node) KeyText() source.Text {
	if n.key == nil {
		return source.Text{}
	}
	return n.in.scalar(n.key)
}

// Span returns the place of a node: all of a scalar, of a mapping or sequence from its first
// key or element to the end of its last.
func (n Node) Span() source.Span {
	if n.n == nil {
		return source.Span{}
	}
	return n.in.span(n.n)
}
