package proxy

import (
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// at follows a dotted path of keys.
func at(n syntax.Node, path string) syntax.Node { return n.At(strings.Split(path, ".")...) }

// at follows a dotted path of keys; nothing is at one of no object.
func (o *Object) at(path string) syntax.Node {
	if o == nil {
		return syntax.Node{}
	}
	return at(o.Node, path)
}

// isString reports whether the API server takes the scalar for a string.
func isString(n syntax.Node) bool { return n.Tag() == "!!str" }

// isScalar reports whether the node is one word, null aside.
func isScalar(n syntax.Node) bool { return n.IsScalar() && n.Tag() != "!!null" }

// text returns a scalar's value, null aside.
func text(n syntax.Node) source.Text {
	if !isScalar(n) {
		return source.Text{}
	}
	return n.Text()
}

// str returns a scalar's value, null aside.
func str(n syntax.Node) string {
	if !isScalar(n) {
		return ""
	}
	return n.String()
}

// number returns a scalar's integer, or 0.
func number(n syntax.Node) int {
	i, err := strconv.Atoi(str(n))
	if err != nil {
		return 0
	}
	return i
}
