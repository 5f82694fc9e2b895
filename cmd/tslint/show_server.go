package main

import (
	"fmt"
	"io"

	"github.com/torchserve-lint/tslint/lint/model"
)

// showServer prints one server.
func showServer(w io.Writer, s *model.Server, all bool) {
	p := sheet{w, sheetName}
	kind := "file"
	if s.Workload != nil {
		kind = s.Workload.Kind.Or("workload")
	}
	p.title("", "%s %s", kind, s.Name.Or(""))
	if s.Workload != nil {
		p.row("  ", "container", s.Container)
	}
	if s.Image != nil {
		p.row("  ", "image", s.Image.Ref)
	}
	p.row("  ", "TorchServe", s.Release)
	if s.Start != nil {
		line := s.Start.Line
		if text, ok := line.Get(); ok && text == "" {
			line = model.Known("as the image says", line.Origin)
		}
		p.row("  ", "starts", line)
	}
	if s.Config != nil {
		p.row("  ", "config", s.Config.From)
	}
	optionalRow(p, "memory limit", s.Memory, s)
	optionalRow(p, "CPU limit", s.CPU, s)
	if s.Workload != nil {
		p.row("  ", "GPUs", s.GPUs)
		p.row("  ", "JVM heap", s.JVM.Heap)
	}
	if s.JVM != nil && s.JVM.DirectMemory != nil {
		p.row("  ", "direct memory", s.JVM.DirectMemory)
	}
	p.row("  ", "token required", s.TokenAuth)
	p.row("  ", "model API", s.ModelAPI)
	showParts(p, s)
	if all {
		showSettings(p, s)
	}
	fmt.Fprintln(w)
}

func showParts(p sheet, s *model.Server) {
	for _, probe := range []*model.Probe{s.Readiness, s.Liveness, s.Startup} {
		showProbe(p, probe)
	}
	for _, l := range s.Listeners {
		showListener(p, l)
	}
	for _, m := range s.Models {
		showModel(p, s, m)
	}
	if len(s.Models) == 0 {
		p.title("  ", "no model is loaded at start")
	}
	for _, svc := range s.Services {
		showService(p, svc)
	}
	for _, r := range s.Routes {
		showRoute(p, r)
	}
}

func showSettings(p sheet, s *model.Server) {
	p.title("  ", "settings")
	for _, key := range s.Settings.Keys() {
		p.name = max(p.name, len(key))
	}
	for _, key := range s.Settings.Keys() {
		if v := s.Settings.Get(key); v != nil {
			p.row("    ", key, v)
		} else {
			p.title("    ", "%-*s (not set)", p.name, key)
		}
	}
}

func optionalRow[T any](p sheet, name string, v *model.Value[T], s *model.Server) {
	switch {
	case v != nil:
		p.row("  ", name, v)
	case s.Workload != nil:
		p.title("  ", "%-*s none", p.name, name)
	}
}

func showProbe(p sheet, probe *model.Probe) {
	if probe == nil {
		return
	}
	switch probe.Handler.Or("") {
	case "httpGet":
		p.row("  ", probe.Name, probe.Path)
		p.row("  ", "  port", probe.Port)
	case "exec":
		p.row("  ", probe.Name, probe.Command)
	default:
		p.row("  ", probe.Name, probe.Handler)
		p.row("  ", "  port", probe.Port)
	}
}

func showListener(p sheet, l *model.Listener) {
	if open, ok := l.Open.Get(); ok && !open {
		p.row("  ", l.Role, model.Known("closed", l.Open.Origin))
		return
	}
	p.row("  ", l.Role, l.Address)
	if l.Scheme.Or("") == "grpc" {
		p.row("  ", "  port", l.Port)
	}
}

func showModel(p sheet, s *model.Server, m *model.Model) {
	p.title("  ", "model %s", m.Name.Or("(not known)"))
	p.row("    ", "archive", m.File)
	for _, n := range numbers(s, m) {
		p.row("    ", n.name, n.v)
	}
	if m.Config != nil {
		p.row("    ", "model-config.yaml", m.Config.From)
	}
}

// A number is a setting of a model that is shown.
type number struct {
	name string
	v    model.Cited
}

// numbers returns what a model runs with.
func numbers(s *model.Server, m *model.Model) []number {
	out := []number{{"workers", m.MinWorkers}, {"maxWorkers", m.MaxWorkers}}
	if m.Processes.Or(1) != 1 {
		out = append(out, number{"processes each", m.Processes})
	}
	out = append(out, number{"batchSize", m.BatchSize}, number{"maxBatchDelay", m.MaxBatchDelay}, number{"responseTimeout", m.ResponseTimeout})
	if r, ok := s.Release.Get(); ok && r.AtLeast("0.12.0") { // before, responseTimeout bounds loading too
		out = append(out, number{"startupTimeout", m.StartupTimeout})
	}
	return append(out, number{"jobQueueSize", m.JobQueueSize})
}

func showService(p sheet, svc *model.Service) {
	p.title("  ", "Service %s (%s)", svc.Name.Or(""), svc.Type.Or(""))
	for _, port := range svc.Ports {
		to := port.Role
		if to == "" {
			to = "no listener"
		}
		if ours, ok := port.Ours.Get(); ok && !ours {
			to = "another container"
		}
		p.row("    ", fmt.Sprintf("port %s", port.Port.Cite().Text), model.Known(fmt.Sprintf("-> %s (%s)", port.Target.Cite().Text, to), port.TargetAt.Origin))
	}
}

func showRoute(p sheet, r *model.Route) {
	host := "*"
	if r.Host != nil {
		host = r.Host.Or("*")
	}
	p.title("  ", "route %s%s", host, r.Path.Or("/"))
	for _, h := range r.Hops {
		title := h.Title
		if title == "" {
			title = "hop"
		}
		p.row("    ", title, h.Name)
		p.row("      ", "timeout", h.Timeout)
		p.row("      ", "body limit", h.BodyLimit)
	}
}
