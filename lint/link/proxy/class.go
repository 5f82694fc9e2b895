package proxy

import (
	"slices"
	"strings"
)

// classes say which Ingresses are a controller's own.
type classes struct {
	controllers []string // spec.controller of its IngressClasses; a further /part may follow
	names       []string // of IngressClasses, by convention, where they are not among the inputs
	legacy      []string // values of the annotation kubernetes.io/ingress.class
	alias       string   // another annotation that is read before that one
	order       order
	byName      bool                // it compares names; spec.controller is not consulted
	usual       bool                // whom people mean where a name is that of several controllers
	present     func(*cluster) bool // it is seen to run among the inputs
}

// An order says which of the class annotation and spec.ingressClassName wins.
type order int

const (
	specFirst order = iota
	annotationFirst
	annotationOnly
	specOnly
	either
)

const legacyClass = "kubernetes.io/ingress.class"

// controllerOf returns the controller that serves an Ingress, nil where the inputs do not
// settle it.
func (c *cluster) controllerOf(o *Object, services []*Object) *controller {
	legacy, spec := o.annotationText(legacyClass), str(o.At("spec", "ingressClassName"))
	if legacy == "" && spec == "" {
		spec = c.defaultClass()
	}
	var own []*controller
	for _, ctl := range c.controllers {
		if ctl.ingress != nil && c.serves(ctl, o, legacy, spec) {
			own = append(own, ctl)
		}
	}
	switch {
	case len(own) == 1:
		return own[0]
	case len(own) > 1:
		return c.likely(own, o, services)
	case c.named[name("IngressClass.networking.k8s.io", "", spec)] != nil:
		return nil // of a controller that is not known
	}
	for _, ctl := range c.controllers {
		closed := spec+legacy != "" && ctl.class.order == annotationOnly || legacy != "" && ctl.class.order == specOnly
		if ctl.ingress != nil && !closed {
			own = append(own, ctl)
		}
	}
	return byPrefix(own, append([]*Object{o}, services...))
}

// serves reports whether a controller takes an Ingress of these classes for its own.
func (c *cluster) serves(ctl *controller, o *Object, legacy, spec string) bool {
	if other := o.annotationText(ctl.class.alias); ctl.class.alias != "" && other != "" {
		legacy = other
	}
	annotated := legacy != "" && slices.Contains(ctl.class.legacy, legacy)
	named := spec != "" && c.ofClass(ctl, spec)
	switch ctl.class.order {
	case annotationFirst:
		return annotated || legacy == "" && named
	case annotationOnly:
		return annotated
	case specOnly:
		return named
	case either:
		return annotated || named
	}
	return named || spec == "" && annotated
}

// ofClass reports whether an IngressClass is a controller's own.
func (c *cluster) ofClass(ctl *controller, class string) bool {
	o := c.named[name("IngressClass.networking.k8s.io", "", class)]
	if o == nil || ctl.class.byName {
		return slices.Contains(ctl.class.names, class)
	}
	controller := str(o.At("spec", "controller"))
	for _, own := range ctl.class.controllers {
		if controller == own || strings.HasPrefix(controller, own+"/") {
			return true
		}
	}
	return false
}

// defaultClass returns the IngressClass that an Ingress without one gets, if there is just one.
func (c *cluster) defaultClass() string {
	found := ""
	for _, o := range c.kinds["IngressClass.networking.k8s.io"] {
		if o.annotationText("ingressclass.kubernetes.io/is-default-class") != "true" {
			continue
		}
		if found != "" {
			return ""
		}
		found = o.Name
	}
	return found
}

// likely returns which of several controllers with the same name of class it is.
func (c *cluster) likely(own []*controller, o *Object, services []*Object) *controller {
	for _, ctl := range own {
		if ctl.class.present != nil && memo(c, ctl.id+" is present", func() bool { return ctl.class.present(c) }) {
			return ctl
		}
	}
	for _, ctl := range own {
		if ctl.class.usual {
			return ctl
		}
	}
	return byPrefix(own, append([]*Object{o}, services...))
}

// byPrefix returns the one controller whose annotations the objects have, or nil.
func byPrefix(own []*controller, objects []*Object) *controller {
	var found *controller
	for _, ctl := range own {
		if !slices.ContainsFunc(objects, ctl.marks) {
			continue
		}
		if found != nil && !found.class.usual {
			return nil
		}
		if found == nil {
			found = ctl
		}
	}
	return found
}

// sharedPrefix is read by both HAProxy controllers, and was that of Ingress-NGINX.
const sharedPrefix = "ingress.kubernetes.io/"

// marks reports whether an object has annotations of the controller.
func (ctl *controller) marks(o *Object) bool {
	for name := range o.At("metadata", "annotations").Pairs() {
		for _, prefix := range ctl.prefixes {
			if prefix != sharedPrefix && strings.HasPrefix(name, prefix) {
				return true
			}
		}
	}
	return false
}
