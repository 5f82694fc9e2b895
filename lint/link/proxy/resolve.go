package proxy

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// effects say what an outcome does to the whole object; in the words, KIND and TITLE are
// those of the object and of the controller.
var effects = map[outcome]struct {
	status string
	dead   bool
	words  string
}{
	refusesScope:   {applied, false, "the API server refuses the KIND"},
	apiRefuses:     {rejected, true, "the API server refuses the KIND"},
	webhookRefuses: {rejected, true, "the admission webhook refuses the KIND"},
	refuses:        {rejected, true, "TITLE refuses the whole KIND"},
	keepsDefault:   {reconcile, false, "the cloud refuses it"},
	blocks:         {reconcile, true, "TITLE reports an error and sets nothing up"},
	breaks:         {broken, true, "TITLE cannot load its configuration"},
}

// A resolution finds out which of several words holds.
type resolution[T amount] struct {
	*builder
	def    *setting[T]
	lost   []model.Cited
	faults []*model.SettingFault
}

// resolve returns what the controller makes of the words, the narrowest scope first: the
// first one that it takes, else its default.
func resolve[T amount](b *builder, def *setting[T], words []word[T]) model.Value[T] {
	r := &resolution[T]{builder: b, def: def}
	for _, w := range words {
		if !w.ok() {
			continue
		}
		if v, settled := r.take(w); settled {
			return v
		}
	}
	return r.fallback()
}

// take returns what a word leads to; settled is false where another one decides.
func (r *resolution[T]) take(w word[T]) (v model.Value[T], settled bool) {
	o := model.Origin{Key: w.set.name, Span: w.text.Span()}
	if w.doubt != "" {
		o.Kind, o.Why = model.Absent, w.doubt
		return model.Unknown[T](o), true
	}
	limit, out, fits := w.judge()
	if fits {
		r.explain(limit, w.scope)
		return model.Known(limit, o.Beat(r.lost...)), true
	}
	f := r.fault(w, limit, out)
	switch out {
	case falls, refusesScope:
		r.faults, r.lost = append(r.faults, f), append(r.lost, w)
		return v, false
	case builtin, keepsDefault:
		r.faults, r.lost = append(r.faults, f), append(r.lost, w)
		return r.fallback(), true
	case unlimits, clips:
		limit = noLimit
		o.Why = "not valid, so there is no limit"
		if out == clips {
			limit, o.Why = w.set.max, "cut to the largest value"
		}
		f.Effective = model.Show(limit)
		f.Consequence = o.Why
		return model.Known(limit, o), true
	}
	o.Why = f.Consequence
	return model.Unknown[T](o), true
}

// fallback returns the default.
func (r *resolution[T]) fallback() model.Value[T] {
	r.explain(r.def.def, "the default")
	o := r.byDefault(r.Title, r.def.name)
	if len(r.lost) > 0 {
		o.On = r.lost[0].Cite().Span
	}
	return model.Known(r.def.def, o.Beat(r.lost...))
}

// explain says in the faults so far what holds instead, and where that is from.
func (r *resolution[T]) explain(limit T, from string) {
	verb := "holds"
	if _, plural := any(limit).(time.Duration); plural && limit != noLimit {
		verb = "hold"
	}
	for _, f := range r.faults {
		f.Effective = model.Show(limit)
		f.Consequence = strings.TrimPrefix(f.Consequence+"; ", "; ") + fmt.Sprintf("%s (%s) %s", f.Effective, from, verb)
	}
}

// fault records that a word is not valid, and what that does to the object.
func (r *resolution[T]) fault(w word[T], v T, out outcome) *model.SettingFault {
	f := &model.SettingFault{
		At:      model.Known(w.text.String(), w.Cite().Origin),
		Name:    w.set.name,
		Grammar: w.set.reads.words,
	}
	_, readable := w.set.reads.read(w.text.String())
	meant, exact, guessed := guess[T](w.text.String())
	switch {
	case w.typed && w.set.yaml == "integer":
		f.Grammar = "a number without quotes"
		if readable {
			f.Right = w.text.String()
		}
	case w.typed:
		f.Grammar = "a string"
		if readable {
			f.Right, f.Safe = `"`+w.text.String()+`"`, true
		} else if guessed && w.set.inside(meant) {
			f.Right = w.quote(w.set.spell(meant))
		}
	case readable:
		f.Grammar = w.set.bounds()
		if w.set.reads.unit == "min" && w.set.inside(v/60) { // in seconds it would do
			f.Right = w.quote(w.set.spell(v / 60))
		} else if w.set.max > 0 && v > w.set.max {
			f.Right = w.quote(w.set.spell(w.set.max))
		}
	case guessed && w.set.inside(meant):
		f.Right = w.quote(w.set.spell(meant))
		f.Safe = exact && f.Right != ""
	}
	if e, ok := effects[out]; ok {
		f.Consequence = strings.NewReplacer("KIND", cmp.Or(w.kind, r.kind), "TITLE", r.Title).Replace(e.words)
		f.Effective = notApplied
		if e.status == applied {
			r.Faults = append(r.Faults, f)
			return f
		}
		r.fail(e.status, fmt.Sprintf("%s=%s is not %s; %s", f.Name, w.text.String(), f.Grammar, f.Consequence), w.text.Span(), e.dead)
	}
	r.Faults = append(r.Faults, f)
	return f
}

// bounds says in words what the range is.
func (s *setting[T]) bounds() string {
	switch {
	case s.max > 0 && s.reads.unit == "min":
		minute := T(time.Minute)
		return fmt.Sprintf("between %d min and %d min", s.min/minute, s.max/minute)
	case s.max > 0:
		return fmt.Sprintf("between %s and %s", model.Show(s.min), model.Show(s.max))
	case s.zero == zeroDefault || s.min > 0 || s.zero == zeroInvalid:
		return "above 0"
	}
	return "0 or above"
}

// inside reports whether a value is in range.
func (s *setting[T]) inside(v T) bool {
	return v > 0 && v >= s.min && (s.max == 0 || v <= s.max)
}

// spell writes an amount as the setting's grammar has it, rounded up where it has to be;
// empty where it cannot, or where the amount is out of range.
func (s *setting[T]) spell(v T) string {
	var spellings []string
	switch v := any(v).(type) {
	case time.Duration:
		spellings = append(spellings, s.reads.write(v))
	case model.Bytes:
		spellings = append(spellings, writeSize(v), strconv.FormatInt(int64(v), 10))
	}
	for _, out := range spellings {
		if back, ok := s.reads.read(out); ok && back >= v && s.inside(back) {
			return out
		}
	}
	return ""
}

// quote adds quotes where the word stood without them and YAML would make a number of
// what takes its place.
func (w word[T]) quote(s string) string {
	if _, rest, ok := leading(s); w.plain && ok && rest == "" {
		return `"` + s + `"`
	}
	return s
}

// guess reads what somebody meant by an amount; exact is false where no unit says so.
func guess[T amount](s string) (meant T, exact, ok bool) {
	var zero T
	s = strings.ReplaceAll(s, " ", "")
	switch any(zero).(type) {
	case model.Bytes:
		v, ok := suffixed("bkmg", 0)(strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(s), "b"), "i"))
		return T(v), true, ok
	case time.Duration:
		for _, u := range [][2]string{{"sec", "s"}, {"seconds", "s"}, {"min", "m"}, {"minutes", "m"}, {".0", "s"}} {
			if number, found := strings.CutSuffix(s, u[0]); found {
				s = number + u[1]
			}
		}
		if d, bare := atoiSeconds.read(s); bare {
			return T(d), false, true
		}
		d, err := time.ParseDuration(s)
		return T(d), true, err == nil
	}
	return zero, false, false
}
