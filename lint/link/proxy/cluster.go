package proxy

import (
	"cmp"
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A cluster is a Cluster with its objects by what others say of them.
type cluster struct {
	*Cluster
	controllers []*controller
	kinds       map[string][]*Object    // by kind and group: Ingress.networking.k8s.io
	named       map[string]*Object      // by kind, group, namespace and name; the first of several
	serving     map[*Object]*controller // of each Ingress; nil: not known
	memos       map[string]any
}

func index(c *Cluster) *cluster {
	x := &cluster{Cluster: c, controllers: all(), kinds: map[string][]*Object{}, named: map[string]*Object{}, memos: map[string]any{}}
	for i := range c.Objects {
		o := &c.Objects[i]
		kind := o.Kind + "." + o.Group
		x.kinds[kind] = append(x.kinds[kind], o)
		if key := name(kind, o.Namespace, o.Name); x.named[key] == nil {
			x.named[key] = o
		}
	}
	x.findControllers()
	return x
}

func name(kind, namespace, name string) string {
	return kind + "/" + cmp.Or(namespace, "default") + "/" + name
}

// get returns an object by its kind and group, or nil.
func (c *cluster) get(kind, namespace, object string) *Object {
	return c.named[name(kind, namespace, object)]
}

// sameNamespace reports whether two objects stand in one namespace; one that is not written is
// the default one.
func sameNamespace(a, b *Object) bool {
	return cmp.Or(a.Namespace, "default") == cmp.Or(b.Namespace, "default")
}

func (c *cluster) service(namespace, object string) *Object {
	return c.get("Service.", namespace, object)
}

func (c *cluster) controller(id string) *controller {
	for _, ctl := range c.controllers {
		if ctl.id == id {
			return ctl
		}
	}
	return nil
}

// annotation returns an annotation of the object.
func (o *Object) annotation(name string) syntax.Node {
	if o == nil {
		return syntax.Node{}
	}
	return o.At("metadata", "annotations", name)
}

func (o *Object) annotationText(name string) string { return str(o.annotation(name)) }

func (o *Object) nameAt() source.Span { return o.At("metadata", "name").Text().Span() }

// place returns where a default of a setting of the object stands: its annotations, else its name.
func (o *Object) place() source.Span {
	if key := o.At("metadata", "annotations").KeyText(); key.String() != "" {
		return key.Span()
	}
	return o.nameAt()
}

// labels returns a mapping of strings.
func labels(n syntax.Node) map[string]string {
	out := map[string]string{}
	for key, v := range n.Pairs() {
		out[key] = str(v)
	}
	return out
}

// servicePort returns the port of a Service that a backend names.
func servicePort(svc *Object, b Backend) syntax.Node {
	for _, p := range svc.At("spec", "ports").Items() {
		if b.PortName != "" && str(p.At("name")) == b.PortName || b.Port != 0 && number(p.At("port")) == b.Port {
			return p
		}
	}
	return syntax.Node{}
}

// after returns what follows the last slash.
func after(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }
