package link

import (
	"path"
	"regexp"
	"slices"

	"github.com/torchserve-lint/tslint/lint/source"
)

// spelled returns what a container's variable holds, as its start script, its own env or else
// envFrom says, later ones first. Where from says something, it is not known and stands there.
func (x *index) spelled(c *container, name string) (value source.Text, from source.Span, found bool) {
	for _, e := range slices.Backward(c.assigned()) {
		if e.name.String() == name {
			return e.value, e.from, true
		}
	}
	for i := len(c.env) - 1; i >= 0; i-- {
		if c.env[i].name.String() == name {
			value, from = x.valueOf(c, c.env[i])
			return value, from, true
		}
	}
	for i := len(c.envFrom) - 1; i >= 0; i-- {
		m := x.imported(c, c.envFrom[i])
		if m == nil {
			continue
		}
		for key, value := range m.data {
			if c.envFrom[i].prefix+key == name {
				return value, source.Span{}, true
			}
		}
	}
	return source.Text{}, source.Span{}, false
}

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// assigned returns the variables that the command line sets before it starts torchserve:
// export A=1; B=2 torchserve --start.
func (c *container) assigned() (out []envVar) {
	for _, w := range c.words() {
		if path.Base(w.String()) == "torchserve" {
			break
		}
		if end := len(assignment.FindString(w.String())); end > 0 {
			e := envVar{name: w.Cut(0, end-1), value: w.Cut(end, len(w.String()))}
			if !w.known {
				e.from = w.Span()
			}
			out = append(out, e)
		}
	}
	return out
}

// imported returns the ConfigMap of an envFrom; nil where it is not among the inputs, or a Secret.
func (x *index) imported(c *container, e envSource) *configMap {
	if e.configMap.String() == "" {
		return nil
	}
	return x.configMaps[refTo(c.pod.namespace, e.configMap.String())]
}

// valueOf returns what an entry of env holds, or from where that would come.
func (x *index) valueOf(c *container, e envVar) (value source.Text, from source.Span) {
	if e.from.File != nil {
		if m := x.configMaps[refTo(c.pod.namespace, e.configMap)]; e.configMap != "" && m != nil {
			if t, ok := m.data[e.key]; ok {
				return t, source.Span{}
			}
		}
		return e.value, e.from
	}
	w := c.expand(word{Text: e.value, known: true}, false)
	if !w.known {
		return e.value, e.value.Span()
	}
	return w.Text, source.Span{}
}
