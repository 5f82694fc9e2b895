package proxy

import (
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A pair is one entry of a mapping.
type pair struct {
	key   source.Text
	value syntax.Node
}

// pairs returns the entries of a mapping, in order.
func pairs(n syntax.Node) []pair {
	if len(n.Pairs()) == 0 {
		return nil
	}
	out := make([]pair, 0, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n, n
		key.Node, value.Node = n.Content[i], n.Content[i+1]
		out = append(out, pair{key.Text(), value})
	}
	return out
}

// find returns the entry of a mapping with that key.
func find(n syntax.Node, key string) (pair, bool) {
	for _, p := range pairs(n) {
		if p.key.String() == key {
			return p, true
		}
	}
	return pair{}, false
}

// at follows a dotted path of keys.
func at(n syntax.Node, path string) syntax.Node { return n.At(strings.Split(path, ".")...) }

// isString reports whether the API server takes the scalar for a string.
func isString(n syntax.Node) bool { return n.ShortTag() == "!!str" }

// isScalar reports whether the node is one word, null aside.
func isScalar(n syntax.Node) bool { return n.OK() && len(n.Content) == 0 && n.ShortTag() != "!!null" }

// plain reports whether a scalar stands without quotes.
func plain(n syntax.Node) bool { return n.Style == 0 }

func str(n syntax.Node) string { return n.Text().String() }

// number returns a scalar's integer, or 0.
func number(n syntax.Node) int {
	i, err := strconv.Atoi(str(n))
	if err != nil {
		return 0
	}
	return i
}
