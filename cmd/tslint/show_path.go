package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// ladderWidth is how wide a ladder may be, in columns.
const ladderWidth = 80

// barWidth is how wide the longest bar is.
const barWidth = 24

// A rung is one hop of a ladder, or the server at its end.
type rung struct {
	name, origin string
	limit        time.Duration
	known        bool
	server       bool
}

// showPath prints the ladder from the client to a worker, for each route and model.
func showPath(w io.Writer, d *model.Deployment) {
	for _, s := range shown(d) {
		for _, r := range s.Routes {
			for _, m := range s.Models {
				ladder(w, r, rungs(r, m), "model "+m.Name.Or("(not known)"))
			}
		}
	}
	reached := map[string]bool{}
	for _, s := range d.Servers {
		for _, r := range s.Routes {
			reached[r.Name.Origin.Place().String()] = true
		}
	}
	for _, r := range d.Routes {
		if !reached[r.Name.Origin.Place().String()] {
			ladder(w, r, rungs(r, nil), "no server among the files")
		}
	}
}

func rungs(r *model.Route, m *model.Model) (out []rung) {
	for _, h := range r.Hops {
		t, ok := h.Timeout.Get()
		name := h.Name.Or(h.Title)
		if h.Title != "" {
			name = h.Title + " " + h.Name.Or("")
		}
		out = append(out, rung{name: name, origin: origin(h.Timeout.Origin), limit: t, known: ok})
	}
	if m == nil {
		return out
	}
	head, delay, ok := m.Head()
	why := "responseTimeout, " + origin(m.ResponseTimeout.Origin)
	if delay > 0 {
		why = "with " + model.Show(delay) + " batch delay; " + why
	}
	return append(out, rung{name: "TorchServe", origin: why, limit: head, known: ok, server: true})
}

// ladder prints one rung a line, each with a bar drawn to scale: an unlimited one is open. The
// shortest is marked.
func ladder(w io.Writer, r *model.Route, rs []rung, model string) {
	host := "*"
	if r.Host != nil {
		host = r.Host.Or("*")
	}
	fmt.Fprintf(w, "%s\n", fit(fmt.Sprintf("%s%s -> %s", host, r.Path.Or("/"), model), ladderWidth))
	longest, shortest := time.Duration(0), -1
	for i, x := range rs {
		if !x.known {
			continue
		}
		if x.limit < time.Duration(1<<62) {
			longest = max(longest, x.limit)
		}
		if shortest < 0 || x.limit < rs[shortest].limit {
			shortest = i
		}
	}
	for i, x := range rs {
		mark := " "
		if i == shortest {
			mark = ">"
		}
		fmt.Fprintf(w, "%s %-26s %-*s %9s\n", mark, fit(x.name, 26), barWidth+1, bar(x, longest), limit(x))
		fmt.Fprintf(w, "    %s\n", fit(x.origin, ladderWidth-4))
	}
	fmt.Fprintln(w)
}

func bar(x rung, longest time.Duration) string {
	switch {
	case !x.known:
		return "?"
	case x.limit >= time.Duration(1<<62):
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

// fit cuts a text to a width.
func fit(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	return string(r[:width-1]) + "…"
}
