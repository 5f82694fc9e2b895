package proxy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// A known annotation is one that a controller reads and that limits a request.
type known struct {
	name  string
	kinds string // of objects that it is read on
	role  string // answer for timers that bound inference, else their kind; body; empty
	takes func(string) bool
}

// annotations returns the annotations of a controller, by name.
func (ctl *controller) annotations() []known {
	if ctl.known != nil {
		return ctl.known
	}
	for _, s := range ctl.timings {
		role := s.kind
		if bounding[role] {
			role = "answer"
		}
		ctl.known = append(ctl.known, known{s.name, s.on, role, func(v string) bool { _, ok := s.reads.read(v); return ok }})
	}
	for _, s := range ctl.sizings {
		ctl.known = append(ctl.known, known{s.name, s.on, "body", func(v string) bool { _, ok := s.reads.read(v); return ok }})
	}
	for name, kinds := range ctl.others {
		ctl.known = append(ctl.known, known{name, kinds, "", func(string) bool { return true }})
	}
	slices.SortFunc(ctl.known, func(a, b known) int { return strings.Compare(a.name, b.name) })
	return ctl.known
}

// lookup returns what is known of an annotation of the controller.
func (ctl *controller) lookup(name string) (known, bool) {
	i, ok := slices.BinarySearchFunc(ctl.annotations(), name, func(k known, name string) int { return strings.Compare(k.name, name) })
	if !ok {
		return known{}, false
	}
	return ctl.known[i], true
}

// limits reports whether an annotation is a limit that the controller reads.
func (ctl *controller) limits(name string) bool {
	k, ok := ctl.lookup(name)
	return ok && k.role != ""
}

// ignored records the annotations that set limits, but that the controller does not read there.
func (b *builder) ignored(c *cluster, objects ...*Object) {
	ctl := c.controller(b.Controller)
	for _, o := range objects {
		if o == nil {
			continue
		}
		for name, v := range o.At("metadata", "annotations").Pairs() {
			f := &model.SettingFault{
				At:      model.Known(name, model.Origin{Key: name, Span: v.KeyText().Span()}),
				Name:    name,
				Ignored: true,
			}
			if right, found := c.ignores(ctl, o, f); found {
				taken := o.annotation(right.name).OK()
				f.Safe = f.Safe && !taken && isString(v) && right.takes(str(v))
				f.Effective = b.inForce(right)
				b.Faults = append(b.Faults, f)
			}
		}
	}
}

// ignores fills in the fault of an annotation that is not read on o, and returns what its
// author meant; found is false where there is no fault.
func (c *cluster) ignores(ctl *controller, o *Object, f *model.SettingFault) (meant known, found bool) {
	prefix, local, _ := strings.Cut(f.Name, "/")
	prefix += "/"
	if k, ok := ctl.lookup(f.Name); ok {
		f.Consequence = fmt.Sprintf("%s reads it on the %s only", ctl.title, strings.ReplaceAll(k.kinds, " ", " or the "))
		f.Right = fmt.Sprintf("%s on the %s", f.Name, k.kinds)
		return k, !has(k.kinds, o.Kind)
	}
	if slices.Contains(ctl.prefixes, prefix) {
		return ctl.misspelt(f, o)
	}
	if owner, k := c.owner(f.Name); owner != nil {
		f.Consequence = "it belongs to " + owner.title
		meant = ctl.counterpart(k, o.Kind)
		f.Right, f.Safe = meant.name, meant.name != ""
		return meant, !c.mayServe(owner, o)
	}
	for _, own := range ctl.prefixes {
		k, ok := ctl.lookup(own + local)
		if ok && has(k.kinds, o.Kind) && (prefix == "kubernetes.io/" || prefix == sharedPrefix) {
			f.Consequence = "annotations of " + ctl.title + " begin with " + own
			f.Right, f.Safe = k.name, true
			return k, true
		}
	}
	return known{}, false
}

// misspelt finds the annotation that a name under the controller's own prefix comes close to.
func (ctl *controller) misspelt(f *model.SettingFault, o *Object) (known, bool) {
	if right, ok := ctl.mistaken[f.Name]; ok {
		k, _ := ctl.lookup(right)
		f.Consequence, f.Right = ctl.title+" has no such annotation", right
		return k, true
	}
	for _, k := range ctl.annotations() {
		if has(k.kinds, o.Kind) && model.Distance(f.Name, k.name, 3) <= 2 {
			f.Consequence, f.Right, f.Safe = ctl.title+" has no such annotation", k.name, true
			return k, true
		}
	}
	return known{}, false
}

// owner returns the controller that reads an annotation which is a limit.
func (c *cluster) owner(name string) (*controller, known) {
	for _, ctl := range c.controllers {
		if k, ok := ctl.lookup(name); ok && k.role != "" {
			return ctl, k
		}
	}
	return nil, known{}
}

// counterpart returns the annotation that does in this controller what k does in another.
func (ctl *controller) counterpart(k known, kind string) known {
	for _, own := range ctl.annotations() {
		if own.role == k.role && has(own.kinds, kind) {
			return own
		}
	}
	return known{takes: func(string) bool { return false }}
}

// mayServe reports whether an object may also be read by another controller: a Service can
// have several ways in.
func (c *cluster) mayServe(owner *controller, o *Object) bool {
	if o.Kind != "Service" {
		return false
	}
	if owner.ingress == nil {
		return true
	}
	for _, ctl := range c.serving {
		if ctl == owner {
			return true
		}
	}
	return false
}

// inForce says what holds of the limit that an annotation was meant to set.
func (b *builder) inForce(meant known) string {
	if b.dead {
		return notApplied
	}
	if meant.role == "body" {
		return b.BodyLimit.Cite().Text
	}
	for _, t := range b.Timers {
		if t.Key == meant.name {
			return t.Limit.Cite().Text
		}
	}
	return b.Timeout.Cite().Text
}
