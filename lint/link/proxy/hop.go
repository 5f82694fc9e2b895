package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Statuses of a hop.
const (
	applied   = "applied"
	rejected  = "rejected"
	reconcile = "reconcile-error"
	broken    = "config-break"
)

// notApplied is what is in force of an object that is refused.
const notApplied = "nothing, as it is not applied"

// A builder puts a hop together.
type builder struct {
	*model.Hop
	kind string      // of the object, for messages
	on   source.Span // where a default stands
	dead bool        // the object does nothing

	metadata syntax.Node // of the object that configures the hop; absent: a file does
}

// newHop begins the hop that an object configures.
func newHop(ctl *controller, o *Object) *builder {
	b := newHopAt(ctl, o.Kind, model.Known(o.Name, model.Origin{Key: "metadata.name", Span: o.nameAt()}), o.place())
	b.checkTypes(ctl, o)
	metadata := o.At("metadata") // not the object: what is kept here is kept until the end
	b.metadata = metadata
	b.Annotate = func(name, value string) []source.Edit {
		return (&gap{metadata, []string{"annotations", name}, true}).fill(value)
	}
	return b
}

// newFileHop begins the hop that a file configures; its defaults stand at on.
func (c *cluster) newFileHop(ctl *controller, f configFile, on source.Span) *builder {
	return newHopAt(ctl, "file", f.name, on)
}

func newHopAt(ctl *controller, kind string, name model.Value[string], on source.Span) *builder {
	b := &builder{kind: kind, on: on}
	b.Hop = &model.Hop{
		Controller: ctl.id,
		Title:      ctl.title,
		Name:       name,
		Status:     model.Known(applied, model.Origin{Key: "status", On: name.Cite().Place()}),
		Protocol:   model.Known("HTTP", b.byDefault(ctl.title, "protocol")),
		BodyLimit:  model.Known(model.Unlimited, b.byDefault(ctl.title, "body size")),
	}
	return b
}

func (b *builder) byDefault(title, key string) model.Origin {
	return model.Origin{Kind: model.Default, Key: key, On: b.on, Why: "default, " + title}
}

// fail records that the object is not applied as written, for the first reason there is.
func (b *builder) fail(status, why string, at source.Span, dead bool) {
	b.dead = b.dead || dead
	if b.Status.Or(applied) == applied {
		b.Status = model.Known(status, model.Origin{Key: "status", Span: at, Why: why})
	}
}

// timer adds a timer, from the words written for it, the narrowest scope first.
func (b *builder) timer(set *timing, words ...word[time.Duration]) *model.Timer {
	if set.optional && !anyWritten(words) {
		return nil
	}
	t := &model.Timer{
		Key:    set.name,
		Kind:   set.kind,
		Limit:  resolve(b, set, words),
		Bounds: bounding[set.kind],
		Unit:   set.reads.unit,
		Set:    set.spell,
	}
	if g := gapOf(words); g != nil && t.Bounds {
		t.Add = func(d time.Duration) []source.Edit { return g.fill(set.spell(d)) }
	}
	b.Timers = append(b.Timers, t)
	return t
}

// gapOf returns where the narrowest word would stand, if nobody wrote it.
func gapOf[T amount](words []word[T]) *gap {
	if len(words) == 0 || words[0].ok() {
		return nil
	}
	return words[0].gap
}

// body sets the limit of request bodies.
func (b *builder) body(set *sizing, words ...word[model.Bytes]) {
	b.BodyLimit = resolve(b, set, words)
	b.SetBody = set.spell
	if g := gapOf(words); g != nil {
		b.AddBody = func(v model.Bytes) []source.Edit { return g.fill(set.spell(v)) }
	}
}

func anyWritten[T amount](words []word[T]) bool {
	for _, w := range words {
		if w.ok() {
			return true
		}
	}
	return false
}

// finish settles what follows from all timers, looks for settings on the objects that are
// not read there, and returns the hop.
func (b *builder) finish(c *cluster, objects ...*Object) *model.Hop {
	b.Timeout = b.shortest()
	if b.dead {
		o := model.Origin{Kind: model.Absent, Key: "timeout", On: b.on, Why: b.Status.Origin.Why}
		b.Timeout = model.Unknown[time.Duration](o)
		o.Key = "body size"
		b.BodyLimit = model.Unknown[model.Bytes](o)
	}
	b.ignored(c, objects...)
	return b.Hop
}

// shortest returns the shortest timer that bounds inference.
func (b *builder) shortest() model.Value[time.Duration] {
	shortest := model.Known(model.Forever, b.byDefault(b.Title, "timeout"))
	first := true
	for _, t := range b.Timers {
		limit, ok := t.Limit.Get()
		switch {
		case !t.Bounds:
		case !ok:
			return t.Limit
		case first || limit < shortest.Or(0):
			shortest, first = t.Limit, false
		}
	}
	return shortest
}

// timerOf adds a timer from the one word written for it; nil: none is.
func (b *builder) timerOf(set *timing, w *word[time.Duration]) {
	if w == nil {
		b.timer(set)
		return
	}
	b.timer(set, *w)
}
