package proxy

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// An outcome is what becomes of a value that is not valid.
type outcome int

const (
	falls        outcome = iota // the wider scope, else the default, holds
	builtin                     // the default of the proxy itself holds, whatever wider scopes say
	unlimits                    // there is no limit at all
	clips                       // the largest value holds
	refusesScope                // the API server refuses the ConfigMap: the default holds
	apiRefuses                  // the API server refuses the object
	webhookRefuses
	refuses      // the controller refuses the whole object
	keepsDefault // the cloud refuses the value: a new load balancer keeps its default
	blocks       // nothing is set up
	breaks       // the proxy cannot load its configuration, for anybody
)

// A zero is what 0 means.
type zero int

const (
	zeroCounts       zero = iota // 0, at once
	zeroNoLimit                  // no limit
	zeroDefault                  // the default
	zeroDefaultMeant             // the default, and documented as such
	zeroInvalid                  // out of range
)

// A setting is one row of a controller's table: durations and sizes.
type setting[T amount] struct {
	name     string // full name of the annotation, key or field
	on       string // kinds of object that an annotation is read on
	kind     string // of timer
	reads    *grammar[T]
	def      T    // noLimit: there is none
	optional bool // there is no such timer unless it is written
	min, max T    // 0: no bound
	zero     zero
	invalid  outcome // of a value outside the grammar
	beyond   outcome // of a value out of range
	yaml     string  // type of a field: empty for string; integer, either
}

type (
	timing = setting[time.Duration]
	sizing = setting[model.Bytes]
)

// bounding are the kinds of timers that run while TorchServe computes an answer.
var bounding = map[string]bool{
	"gap_read": true, "gap_any": true, "ttfb": true, "total": true, "per_try": true, "write_deadline": true,
}

// A word is a value that somebody wrote for a setting.
type word[T amount] struct {
	set   *setting[T]
	text  source.Text
	typed bool   // YAML makes another type of it than the API server wants
	plain bool   // it stands without quotes, and has to be a string
	kind  string // of the object that it stands in; empty: that of the hop
	scope string // a wider scope, in words: ConfigMap edge
	doubt string // why it is not settled what holds; empty: it is
	gap   *gap   // of a word that nobody wrote: where it would stand; nil: not known
}

// annotated returns the word that an annotation is.
func annotated[T amount](o *Object, set *setting[T]) word[T] {
	if o == nil {
		return word[T]{}
	}
	w := stringWord(o.annotation(set.name), set)
	w.kind = o.Kind
	if !w.ok() {
		w.gap = &gap{o.At("metadata"), []string{"annotations", set.name}, true}
	}
	return w
}

// keyed returns the word that a key of a controller's ConfigMap is. It is in doubt where
// several ConfigMaps may be that one, and do not say the same.
func keyed[T amount](configs []*Object, set *setting[T]) (w word[T]) {
	doubt := ""
	for i, cm := range configs {
		own := stringWord(cm.At("data", set.name), set)
		if !own.typed && refused(cm) {
			own = word[T]{}
		}
		own.kind, own.scope = cm.Kind, "ConfigMap "+cm.Name
		if i > 0 && own.text.String() != w.text.String() {
			doubt = "the files given hold several ConfigMaps that may be the controller's"
		}
		if own.ok() || !w.ok() {
			w = own
		}
	}
	w.doubt = doubt
	return w
}

// refused reports whether the API server refuses a ConfigMap for the type of a value.
func refused(cm *Object) bool {
	for _, v := range cm.At("data").Pairs() {
		if isScalar(v) && !isString(v) {
			return true
		}
	}
	return false
}

func stringWord[T amount](n syntax.Node, set *setting[T]) word[T] {
	if !isScalar(n) {
		return word[T]{}
	}
	return word[T]{set: set, text: n.Text(), typed: !isString(n), plain: !n.Quoted()}
}

// field returns the word that a field below n is; the setting's name is its path.
func field[T amount](n syntax.Node, set *setting[T]) word[T] {
	v := at(n, set.name)
	if !isScalar(v) {
		return word[T]{gap: &gap{n, strings.Split(set.name, "."), set.yaml == ""}}
	}
	w := stringWord(v, set)
	switch set.yaml {
	case "integer":
		w.typed, w.plain = v.Tag() != "!!int", false
	case "either":
		w.typed, w.plain = false, false
	}
	return w
}

// fieldOf returns the word that a field of an object is; none of no object.
func fieldOf[T amount](o *Object, set *setting[T]) word[T] {
	if o == nil {
		return word[T]{}
	}
	w := field(o.Node, set)
	w.kind = o.Kind
	return w
}

// foremost returns the first word that is written: those behind it are not looked at, valid or not.
func foremost[T amount](words ...word[T]) word[T] {
	for _, w := range words {
		if w.ok() {
			return w
		}
	}
	if len(words) > 0 {
		return words[0]
	}
	return word[T]{}
}

func (w word[T]) ok() bool { return w.set != nil }

// judge returns what the controller makes of the word; fits is false where the outcome decides.
func (w word[T]) judge() (v T, out outcome, fits bool) {
	s := w.set
	if w.typed && w.scope != "" {
		return 0, refusesScope, false
	}
	if w.typed {
		return 0, apiRefuses, false
	}
	v, ok := s.reads.read(w.text.String())
	switch {
	case !ok:
		return 0, s.invalid, false
	case v == 0 && s.zero == zeroNoLimit:
		return noLimit, 0, true
	case v == 0 && s.zero == zeroDefault:
		return 0, falls, false
	case v == 0 && s.zero == zeroDefaultMeant:
		return s.def, 0, true
	case v == 0 && s.zero == zeroCounts:
		return 0, 0, true
	case v <= 0 || v < s.min || s.max > 0 && v > s.max && v != noLimit:
		return v, s.beyond, false
	}
	return v, 0, true
}

// Cite cites the word as written.
func (w word[T]) Cite() model.Citation {
	return model.Citation{Origin: model.Origin{Key: w.set.name, Span: w.text.Span()}, Text: w.text.String()}
}
