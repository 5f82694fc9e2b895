package syntax

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// Bounds on one document, so that no input takes tslint down.
const (
	maxDepth   = 100
	maxAliases = 1000
)

// A copier turns the nodes of a library into ours, within the bounds. The two libraries have
// nodes of the same shape and of different types.
type copier[N any] struct {
	read    func(*N) (n node, content []*N, alias *N)
	anchors map[*N]*node
	aliases int
}

func (c *copier[N]) copy(from *N, depth int) (*node, error) {
	n, content, alias := c.read(from)
	if depth > maxDepth {
		return nil, fmt.Errorf("line %d: nested more than %d levels deep", n.line, maxDepth)
	}
	if alias != nil {
		return c.alias(&n, alias, depth)
	}
	if len(content) > 0 {
		n.content = make([]*node, len(content))
	}
	for i, child := range content {
		var err error
		if n.content[i], err = c.copy(child, depth+1); err != nil {
			return nil, err
		}
	}
	return &n, nil
}

// alias copies what an alias stands for once, however often it is used.
func (c *copier[N]) alias(n *node, to *N, depth int) (*node, error) {
	if c.aliases++; c.aliases > maxAliases {
		return nil, fmt.Errorf("line %d: more than %d aliases", n.line, maxAliases)
	}
	n.kind = yaml.AliasNode
	if done, ok := c.anchors[to]; ok {
		if done == nil {
			return nil, fmt.Errorf("line %d: the anchor %s contains itself", n.line, n.value)
		}
		n.alias = done
		return n, nil
	}
	if c.anchors == nil {
		c.anchors = map[*N]*node{}
	}
	c.anchors[to] = nil
	target, err := c.copy(to, depth+1)
	if err != nil {
		return nil, err
	}
	c.anchors[to] = target
	n.alias = target.resolve()
	return n, nil
}
