package model

import (
	"strconv"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A Route is one way in from outside, outermost hop first.
type Route struct {
	Name     Value[string] // of the object that makes it: the Ingress, say
	Host     *Value[string]
	Path     Value[string] // / by default
	Hops     []*Hop
	Service  *Value[string] // the Service behind the last hop
	Port     Value[int]     // of the container
	Role     string         // of the listener that it leads to; empty: not known
	External bool           // from outside the cluster
	Direct   bool           // the Service itself is the way in: a load balancer
	Foreign  bool           // the Service behind the last hop leads to pods, none of which runs TorchServe
}

// Timeout returns the hop that gives up first, and after how long; ok is false where a
// hop in front of it is not known.
func (r *Route) Timeout() (first *Hop, ok bool) {
	ok = true
	for _, h := range r.Hops {
		t, known := h.Timeout.Get()
		if !known {
			ok = false
			continue
		}
		if first == nil || t < first.Timeout.Or(Forever) {
			first = h
		}
	}
	return first, ok
}

// A Hop is one proxy on a route.
type Hop struct {
	Controller string               // id in the fact base: ingress-nginx; empty: not known
	Title      string               // as people call it: Ingress-NGINX
	Name       Value[string]        // of the object that configures it
	Status     Value[string]        // applied, rejected, reconcile-error, config-break; the origin says why
	Timeout    Value[time.Duration] // shortest timer that bounds inference; Forever: no limit
	Timers     []*Timer             // all of them
	BodyLimit  Value[Bytes]         // largest request body; Unlimited: no limit
	Health     *Health              // the proxy's own check of the backend; nil: it has none of its own
	Protocol   Value[string]        // spoken to the backend: HTTP, HTTPS, GRPC, GRPCS; TCP where only bytes pass
	Retries    *Value[int]
	Faults     []*SettingFault // settings that do not do what they say
	Services   int             // to how many Services the object that configures it leads

	SetBody  func(Bytes) string                     `rego:"-"` // spells a size as the controller reads it, empty where it cannot; nil: not settable
	AddBody  func(Bytes) []source.Edit              `rego:"-"` // writes the limit of bodies where nothing does; nil: not known how
	Annotate func(name, value string) []source.Edit `rego:"-"` // adds an annotation to the object; nil: there is none to add it to
}

// A Timer is one limit in time of a Hop.
type Timer struct {
	Key    string // the setting, in the words of the controller
	Kind   string // gap_read, gap_any, ttfb, total, per_try, write_deadline, connect, gap_write, ...
	Limit  Value[time.Duration]
	Bounds bool                       // it runs while TorchServe computes an answer
	Unit   string                     // of a bare number there: s, ms, min
	Set    func(time.Duration) string `rego:"-"` // spells a duration as the controller reads it, empty where it is out of range; nil: not settable here

	Add func(time.Duration) []source.Edit `rego:"-"` // writes the setting where nothing does; nil: not known how, or it is written
}

// Health is a proxy's own health check.
type Health struct {
	Path  Value[string]
	Port  Value[int]
	Codes Value[string] // status codes that count as healthy

	FromProbe bool // the pod's own readinessProbe over HTTP, if it has one, takes the place of Path and Port
}

// Accepts reports whether a status counts as healthy, or may: codes that cannot be read, or are
// not known, may list it. They are codes and ranges: 200,300-399.
func (h *Health) Accepts(status int) bool {
	codes, known := h.Codes.Get()
	if !known {
		return true
	}
	for part := range strings.SplitSeq(codes, ",") {
		lo, hi, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			hi = lo
		}
		from, err1 := strconv.Atoi(lo)
		to, err2 := strconv.Atoi(hi)
		if err1 != nil || err2 != nil || from <= status && status <= to {
			return true
		}
	}
	return false
}

// A SettingFault is a setting of a proxy that is not read, or is not valid.
type SettingFault struct {
	At          Value[string] // the setting: its value for an invalid one, its name for one not read
	Name        string
	Ignored     bool   // nobody reads it there; else its value is not valid
	Grammar     string // what a value has to be, in words
	Consequence string // what happens, in words: 60 s (the default) hold
	Effective   string // what is in force instead, as shown
	Right       string // the name or value that would do; empty: not known
	Safe        bool   // Right keeps what the author meant
}
