package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// Columns of a ladder. Together with what parts them they are as wide as a terminal of old.
const (
	ladderWidth = 80
	nameWidth   = 24
	barWidth    = 16
	limitWidth  = 9
	originWidth = ladderWidth - 2 - nameWidth - 1 - barWidth - 2 - limitWidth - 2
)

// A rung is one hop of a ladder, or the server at its end.
type rung struct {
	name, origin, key string
	limit             time.Duration
	known             bool
}

// showPath prints the ladder from the client to a worker, for each route and model.
func showPath(w io.Writer, d *model.Deployment) {
	for _, s := range shown(d) {
		for _, r := range s.Routes {
			ladders(w, s, r)
		}
	}
	for _, r := range unreached(d) {
		ladder(w, r, nil, "no server among the files")
	}
}

// unreached returns the routes behind which no server is among the files.
func unreached(d *model.Deployment) (out []*model.Route) {
	reached := map[string]bool{}
	for _, s := range shown(d) {
		for _, r := range s.Routes {
			reached[r.Name.Origin.Place().String()] = true
		}
	}
	for _, r := range d.Routes {
		if !reached[r.Name.Origin.Place().String()] {
			out = append(out, r)
		}
	}
	return out
}

// ladders prints a ladder for each model that a route leads to, or one that ends in a port.
func ladders(w io.Writer, s *model.Server, r *model.Route) {
	some := false
	for _, m := range s.Models {
		if torchserve.Predicts(r.Role, r.Path.Or("/"), m.Name.Or("")) {
			some = true
			ladder(w, r, m, "model "+m.Name.Or("(not known)"))
		}
	}
	switch {
	case some:
	case r.Role != "":
		ladder(w, r, nil, r.Role+" of "+s.Name.Or(""))
	default:
		ladder(w, r, nil, s.Name.Or(""))
	}
}

// rungs returns the hops of a route, and the server where a model is behind it.
func rungs(r *model.Route, m *model.Model) (out []rung) {
	for _, h := range r.Hops {
		t, ok := h.Timeout.Get()
		name := strings.TrimSpace(h.Title + " " + h.Name.Or(""))
		out = append(out, rung{name: name, origin: place(h.Timeout), key: h.Timeout.Origin.Key, limit: t, known: ok})
	}
	if m == nil {
		return out
	}
	head, _, ok := m.Head()
	return append(out, rung{name: "TorchServe", origin: place(m.ResponseTimeout), key: "responseTimeout", limit: head, known: ok})
}

// place says where a time is from, as narrow as it has to be: the line in an embedded file, the
// place in a file, else the reason why it holds.
func place(v model.Value[time.Duration]) string {
	o := v.Origin
	_, known := v.Get()
	if o.Span.File == nil || !known && o.Why != "" {
		return fit(origin(model.Origin{Why: o.Why}), originWidth)
	}
	if _, key, line := o.Span.File.At(o.Span.Start); key != "" {
		return tail(fmt.Sprintf("%s:%d", key, line), originWidth)
	}
	return tail(o.Span.String(), originWidth)
}

// ladder prints one rung a line, each with a bar drawn to scale: an unlimited one is open. The
// shortest is marked, and said in words below.
func ladder(w io.Writer, r *model.Route, m *model.Model, end string) {
	host := "*"
	if r.Host != nil {
		host = r.Host.Or("*")
	}
	fmt.Fprintln(w, fit(fmt.Sprintf("%s: %s%s -> %s", r.Name.Or("?"), host, r.Path.Or("/"), end), ladderWidth))
	rs := rungs(r, m)
	longest, shortest := scale(rs)
	for i, x := range rs {
		mark := " "
		if i == shortest {
			mark = ">"
		}
		name := terminal().FillRight(fit(x.name, nameWidth), nameWidth)
		line := fmt.Sprintf("%s %s %-*s %*s  %s", mark, name, barWidth+1, bar(x, longest), limitWidth, limit(x), x.origin)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	for _, line := range summary(rs, shortest, m) {
		fmt.Fprintln(w, "  "+line)
	}
	fmt.Fprintln(w)
}

// scale returns the longest limit that there is, and which rung has the shortest one; -1: none.
func scale(rs []rung) (longest time.Duration, shortest int) {
	shortest = -1
	for i, x := range rs {
		if !x.known {
			continue
		}
		if x.limit != model.Forever {
			longest = max(longest, x.limit)
		}
		if shortest < 0 || x.limit < rs[shortest].limit {
			shortest = i
		}
	}
	return longest, shortest
}

// summary says in words what comes first, and how long a request may wait before that.
func summary(rs []rung, shortest int, m *model.Model) (out []string) {
	if shortest < 0 || rs[shortest].limit == model.Forever {
		return nil
	}
	first := rs[shortest]
	if m == nil || shortest < len(rs)-1 {
		out = append(out, fit("first to give up, by "+first.key, ladderWidth-2))
	}
	if m == nil {
		return out
	}
	head, delay, known := m.Head()
	if known && delay > 0 {
		out = append(out, fmt.Sprintf("TorchServe: %s batch delay + %s responseTimeout", model.Show(delay), model.Show(head-delay)))
	}
	return append(out, queue(m)...)
}

// queue says how long a full queue may keep a request, before the times above begin.
func queue(m *model.Model) []string {
	size, ok1 := m.JobQueueSize.Get()
	workers, ok2 := m.MinWorkers.Get()
	batch, ok3 := m.BatchSize.Get()
	head, _, ok4 := m.Head()
	if !ok1 || !ok2 || !ok3 || !ok4 || workers < 1 || batch < 1 || size < 1 {
		return nil
	}
	at := workers * batch
	rounds := time.Duration((size+at)/at - 1)
	if rounds < 1 || head > model.Forever/rounds {
		return nil
	}
	return []string{fit(fmt.Sprintf("before it: up to %s in a full queue of %d (workers %d, batchSize %d)", model.Show(rounds*head), size, workers, batch), ladderWidth-2)}
}

func bar(x rung, longest time.Duration) string {
	switch {
	case !x.known:
		return "?"
	case x.limit == model.Forever:
		return strings.Repeat("=", barWidth) + ">"
	case longest == 0:
		return ""
	}
	n := int(float64(x.limit) / float64(longest) * barWidth)
	return strings.Repeat("=", max(n, 1))
}

func limit(x rung) string {
	if !x.known {
		return "not known"
	}
	return model.Show(x.limit)
}

// fit cuts the end of a text off that is too wide.
func fit(s string, width int) string { return terminal().Truncate(s, width, "…") }

// tail cuts the beginning of a text off that is too wide: of a place, the line is worth most.
func tail(s string, width int) string {
	if over := terminal().StringWidth(s) - width; over > 0 {
		return terminal().TruncateLeft(s, over+1, "…")
	}
	return s
}
