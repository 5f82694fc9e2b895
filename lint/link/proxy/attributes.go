package proxy

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// An attribute is one of a load balancer of AWS.
type attribute struct {
	key   string
	value source.Text
}

// attributesOf reads an annotation of the form key=value,key=value. A backslash takes the
// meaning from a comma. malformed is the part without an equals sign.
func attributesOf(o *Object, name string) (list []attribute, malformed source.Text) {
	t := text(o.annotation(name))
	s := t.String()
	for from := 0; from < len(s); {
		to := from
		for to < len(s) && s[to] != ',' {
			if s[to] == '\\' {
				to++
			}
			to++
		}
		to = min(to, len(s))
		part := trim(t, from, to)
		equals := strings.IndexByte(part.String(), '=')
		switch {
		case part.String() == "":
		case equals <= 0:
			return list, part
		default:
			list = append(list, attribute{strings.TrimSpace(part.String()[:equals]), trim(part, equals+1, len(part.String()))})
		}
		from = to + 1
	}
	return list, malformed
}

// trim cuts a text, without the blanks at its ends.
func trim(t source.Text, lo, hi int) source.Text {
	s := t.String()
	for lo < hi && strings.IndexByte(" \t\n", s[lo]) >= 0 {
		lo++
	}
	for hi > lo && strings.IndexByte(" \t\n", s[hi-1]) >= 0 {
		hi--
	}
	return t.Cut(lo, hi)
}

// attributes reads an annotation of attributes; a malformed one stops the controller.
func (b *builder) attributes(o *Object, name string) []attribute {
	list, malformed := attributesOf(o, name)
	if malformed.String() != "" {
		consequence := b.Title + " reports an error and sets nothing up"
		b.Faults = append(b.Faults, &model.SettingFault{
			At:          model.Known(malformed.String(), model.Origin{Key: name, Span: malformed.Span()}),
			Name:        name,
			Grammar:     "key=value, separated by commas",
			Consequence: consequence,
			Effective:   notApplied,
		})
		b.fail(reconcile, name+" is not key=value, separated by commas; "+consequence, malformed.Span(), true)
	}
	return list
}

// attribute adds the timer that an attribute sets; the first of the lists that has it wins.
func (b *builder) attribute(set *timing, key string, lists ...[]attribute) {
	var words []word[time.Duration]
	exists := false
	for _, list := range lists {
		for _, a := range list {
			exists = true
			if a.key == key {
				words = append(words, word[time.Duration]{set: set, text: a.value})
			}
		}
	}
	before := len(b.Faults)
	t := b.timer(set, words...)
	for _, f := range b.Faults[before:] {
		f.Name += " " + key
	}
	switch {
	case t == nil || len(words) > 0:
	case exists: // it would have to be added to what is there
		t.Set = nil
	default:
		t.Set = func(d time.Duration) string { return key + "=" + set.reads.write(d) }
	}
	if t != nil && len(words) == 0 && b.metadata.OK() && strings.Contains(set.name, "/") {
		metadata := b.metadata
		t.Add = func(d time.Duration) []source.Edit { return addAttribute(metadata, set.name, key, set.spell(d)) }
	}
}

// addAttribute returns an edit that adds an attribute: to the annotation, or as a new one.
func addAttribute(metadata syntax.Node, name, key, value string) []source.Edit {
	if value == "" {
		return nil
	}
	v := metadata.At("annotations", name)
	if !v.OK() {
		return (&gap{metadata, []string{"annotations", name}, true}).fill(key + "=" + value)
	}
	at := v.Text().Span()
	if !isString(v) || at.File == nil || strings.ContainsRune(at.File.Data[at.Start:at.End], '\n') {
		return nil
	}
	at.Start = at.End
	return []source.Edit{{Span: at, New: "," + key + "=" + value}}
}

// listedAttributes returns spec.loadBalancerAttributes of an object.
func listedAttributes(o *Object) []attribute {
	var out []attribute
	for _, n := range o.At("spec", "loadBalancerAttributes").Items() {
		out = append(out, attribute{str(n.At("key")), n.At("value").Text()})
	}
	return out
}

// annotationOf returns the annotation of the first object that has it.
func annotationOf(name string, objects ...*Object) syntax.Node {
	for _, o := range objects {
		if n := o.annotation(name); n.OK() {
			return n
		}
	}
	return syntax.Node{}
}
