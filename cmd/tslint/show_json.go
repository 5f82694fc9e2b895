package main

import (
	"encoding/json"
	"io"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// A shownValue is one value with where it comes from.
type shownValue struct {
	Name   string   `json:"name"`
	Value  string   `json:"value"`
	Origin string   `json:"origin"`
	Over   []string `json:"over"`
}

type shownModel struct {
	Name   string       `json:"name"`
	Values []shownValue `json:"values"`
}

type shownHop struct {
	Name       string       `json:"name"`
	Controller string       `json:"controller"` // empty: not known
	Status     string       `json:"status"`
	Timeout    shownValue   `json:"timeout"`   // the shortest that bounds an answer
	Seconds    *float64     `json:"seconds"`   // of it; null: not known, or unlimited
	Unlimited  bool         `json:"unlimited"` // nothing bounds an answer
	Shortest   bool         `json:"shortest"`  // of the hops of the route
	Timers     []shownTimer `json:"timers"`
	BodyLimit  shownValue   `json:"bodyLimit"`
}

type shownTimer struct {
	shownValue
	Kind    string   `json:"kind"`
	Bounds  bool     `json:"bounds"`  // it runs while TorchServe computes an answer
	Seconds *float64 `json:"seconds"` // null: not known, or unlimited
}

type shownRoute struct {
	Host string     `json:"host"`
	Path string     `json:"path"`
	Role string     `json:"role"`
	Hops []shownHop `json:"hops"`
}

type shownServer struct {
	Kind      string       `json:"kind"`
	Name      string       `json:"name"`
	Namespace string       `json:"namespace"`
	Values    []shownValue `json:"values"`
	Models    []shownModel `json:"models"`
	Listeners []shownValue `json:"listeners"`
	Routes    []shownRoute `json:"routes"`
	Settings  []shownValue `json:"settings"`
}

func showJSON(w io.Writer, d *model.Deployment, all bool) error {
	out := struct {
		SchemaVersion int           `json:"schemaVersion"`
		Servers       []shownServer `json:"servers"`
		Routes        []shownRoute  `json:"routes"` // behind which no server is among the files
	}{1, []shownServer{}, []shownRoute{}}
	for _, s := range shown(d) {
		out.Servers = append(out.Servers, jsonServer(s, all))
	}
	for _, r := range unreached(d) {
		out.Routes = append(out.Routes, jsonRoute(r))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func jsonServer(s *model.Server, all bool) shownServer {
	x := shownServer{Kind: "file", Name: s.Name.Or(""), Values: []shownValue{}, Models: []shownModel{}, Listeners: []shownValue{}, Routes: []shownRoute{}, Settings: []shownValue{}}
	if s.Workload != nil {
		x.Kind, x.Namespace = s.Workload.Kind.Or(""), s.Workload.Namespace
	}
	add := func(name string, v model.Cited) { x.Values = append(x.Values, jsonValue(name, v)) }
	add("TorchServe", s.Release)
	if s.Image != nil {
		add("image", s.Image.Ref)
	}
	if s.Config != nil {
		add("config", s.Config.From)
	}
	if s.Memory != nil {
		add("memory limit", s.Memory)
	}
	if s.CPU != nil {
		add("CPU limit", s.CPU)
	}
	add("token required", s.TokenAuth)
	add("model API", s.ModelAPI)
	for _, l := range s.Listeners {
		x.Listeners = append(x.Listeners, jsonValue(l.Role, l.Address))
	}
	for _, m := range s.Models {
		y := shownModel{Name: m.Name.Or("")}
		for _, v := range numbers(s, m) {
			y.Values = append(y.Values, jsonValue(v.name, v.v))
		}
		x.Models = append(x.Models, y)
	}
	for _, r := range s.Routes {
		x.Routes = append(x.Routes, jsonRoute(r))
	}
	if all {
		for _, key := range s.Settings.Keys() {
			if v := s.Settings.Get(key); v != nil {
				x.Settings = append(x.Settings, jsonValue(key, v))
			}
		}
	}
	return x
}

func jsonRoute(r *model.Route) shownRoute {
	x := shownRoute{Host: "*", Path: r.Path.Or("/"), Role: r.Role, Hops: []shownHop{}}
	if r.Host != nil {
		x.Host = r.Host.Or("*")
	}
	_, shortest := scale(rungs(r, nil))
	for i, h := range r.Hops {
		t, known := h.Timeout.Get()
		y := shownHop{Name: h.Name.Or(""), Controller: h.Controller, Status: h.Status.Or(""), Timeout: jsonValue("timeout", h.Timeout), Seconds: seconds(h.Timeout),
			Unlimited: known && t == model.Forever, Shortest: i == shortest, Timers: []shownTimer{}, BodyLimit: jsonValue("body limit", h.BodyLimit)}
		for _, t := range h.Timers {
			y.Timers = append(y.Timers, shownTimer{jsonValue(t.Key, t.Limit), t.Kind, t.Bounds, seconds(t.Limit)})
		}
		x.Hops = append(x.Hops, y)
	}
	return x
}

// seconds returns a known, finite time.
func seconds(v model.Value[time.Duration]) *float64 {
	t, ok := v.Get()
	if !ok || t == model.Forever {
		return nil
	}
	s := t.Seconds()
	return &s
}

func jsonValue(name string, v model.Cited) shownValue {
	c := v.Cite()
	out := shownValue{Name: name, Value: c.Text, Origin: origin(c.Origin), Over: []string{}}
	for _, o := range beaten(c) {
		out.Over = append(out.Over, o.Key+" "+o.Text+" ("+origin(o.Origin)+")")
	}
	return out
}
