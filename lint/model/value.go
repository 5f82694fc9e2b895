// Package model describes a TorchServe deployment the way the cluster will run it.
//
// It knows nothing of file formats or Kubernetes types: link builds it, rules read it.
package model

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A Value is one effective setting, with where it came from. A setting that is absent, and
// has no default, is a nil *Value; one that the inputs do not settle is unknown.
type Value[T any] struct {
	v      T
	known  bool
	Origin Origin
}

// Known returns a value that is certain.
func Known[T any](v T, o Origin) Value[T] { return Value[T]{v, true, o} }

// Unknown returns a value that the inputs do not settle, and why.
func Unknown[T any](o Origin) Value[T] { return Value[T]{Origin: o} }

// Get returns the setting, and whether the inputs settle it. Rules that flag
// only what they know cannot be wrong about what they do not.
func (v Value[T]) Get() (T, bool) { return v.v, v.known }

// Or returns the setting, or other where the inputs do not settle it: for messages, never
// for conditions.
func (v Value[T]) Or(other T) T {
	if v.known {
		return v.v
	}
	return other
}

// Any is Get without the type: for what handles values of every type alike.
func (v Value[T]) Any() (any, bool) { return v.v, v.known }

// Cite returns what a finding needs to point at the value.
func (v Value[T]) Cite() Citation {
	text := "unknown"
	if v.known {
		text = Show(v.v)
	}
	return Citation{v.Origin, text}
}

// Bytes is a size in bytes.
type Bytes int64

// MilliCPU is an amount of CPU in thousandths of a core.
type MilliCPU int64

// Forever is a timer that never fires.
const Forever = time.Duration(math.MaxInt64)

// Unlimited is a size without a limit.
const Unlimited = Bytes(math.MaxInt64)

// Show writes a value as findings do, with its unit: durations in seconds, short ones in
// milliseconds; sizes in the largest unit of 1024 that is exact, or with two digits.
func Show(v any) string {
	switch v := v.(type) {
	case time.Duration:
		switch {
		case v == Forever:
			return "no limit"
		case v > 0 && v < time.Second:
			return strconv.FormatFloat(float64(v)/1e6, 'f', -1, 64) + " ms"
		}
		return strconv.FormatFloat(v.Seconds(), 'f', -1, 64) + " s"
	case Bytes:
		return v.show()
	case MilliCPU:
		if v%1000 != 0 {
			return fmt.Sprintf("%dm", int64(v))
		}
		return strconv.FormatInt(int64(v)/1000, 10)
	}
	return fmt.Sprint(v)
}

func (b Bytes) show() string {
	if b == Unlimited {
		return "no limit"
	}
	for _, u := range [...]struct {
		name string
		size Bytes
	}{{"Gi", 1 << 30}, {"Mi", 1 << 20}, {"Ki", 1 << 10}} {
		switch {
		case b == 0 || b < u.size && -b < u.size:
		case b%u.size == 0:
			return fmt.Sprintf("%d%s", b/u.size, u.name)
		case u.size > 1<<10:
			return fmt.Sprintf("%.2f%s", float64(b)/float64(u.size), u.name)
		}
	}
	return fmt.Sprintf("%d bytes", int64(b))
}

// A Kind says what sort of reason a value has.
type Kind int

// Kinds of origins.
const (
	Written  Kind = iota // somebody wrote it among the inputs
	Default              // TorchServe's, or another program's, own default
	Bundled              // written in a file that the official image brings
	Computed             // follows from other values, named in Over
	Absent               // the inputs do not hold what would settle it
)

// An Origin says why a value is what it is.
type Origin struct {
	Kind Kind
	Key  string      // the name a user knows it by: responseTimeout
	Span source.Span // where it is written; zero when nothing spells it
	On   source.Span // then: what is written that it holds for, an object's name, say
	Why  string      // "default, TorchServe 0.9.0"; empty when it is just written there
	Over []Citation  // what it won over or was computed from, nearest first
}

// Place returns where a finding about it points.
func (o Origin) Place() source.Span {
	if o.Span.File == nil {
		return o.On
	}
	return o.Span
}

func (o Origin) String() string {
	switch {
	case o.Why == "":
		return o.Span.String()
	case o.Span.File == nil:
		return o.Why
	}
	return o.Span.String() + ", " + o.Why
}

// A Citation is a value as a finding shows it.
type Citation struct {
	Origin
	Text string
}

// Cited is anything a finding can point at.
type Cited interface{ Cite() Citation }

// Cite lets a citation cite itself.
func (c Citation) Cite() Citation { return c }

// Beat records in o that it won over the values given, nearest first.
func (o Origin) Beat(losers ...Cited) Origin {
	over := make([]Citation, 0, len(losers)+len(o.Over))
	over = append(over, o.Over...)
	for _, l := range losers {
		over = append(over, l.Cite())
	}
	o.Over = over
	return o
}
