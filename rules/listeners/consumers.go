package listeners

import (
	"fmt"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// A consumer is somebody outside the container who reaches for one of its ports.
type consumer struct {
	name string
	port *model.Value[int]
	at   model.Cited // the port, where the consumer names it
	role string      // of the listener that it means; empty: not known
}

// consumers are those who reach for ports of the server's container: Services, the kubelet.
func consumers(s *model.Server) []consumer {
	var all []consumer
	for _, svc := range s.Services {
		for _, port := range svc.Ports {
			if port.Ours.Or(false) {
				all = append(all, consumer{caller(svc, port), &port.Target, port.TargetAt, meant(port)})
			}
		}
	}
	for _, probe := range []*model.Probe{s.Readiness, s.Liveness, s.Startup} {
		if probe != nil && fromOutside(probe) {
			all = append(all, consumer{probe.Name, &probe.Port, probe.PortAt, asks(s, probe)})
		}
	}
	return all
}

// caller names who uses a port of a Service.
func caller(svc *model.Service, port *model.ServicePort) string {
	if port.Scrape {
		return "Prometheus"
	}
	return "Service " + svc.Name.Or("")
}

// names are what people call the ports of listeners.
var names = map[string]string{
	"http": "inference", "rest": "inference", "inference": "inference", "predictions": "inference",
	"management": "management", "mgmt": "management", "metrics": "metrics",
	"grpc": "grpc-inference", "grpc-inference": "grpc-inference", "grpc-management": "grpc-management",
}

// meant returns the role of the listener that the name of a Service port stands for; empty where
// it has none, or where the port of the container is not written on its own.
func meant(port *model.ServicePort) string {
	switch {
	case port.TargetAt.Origin.Span == port.Port.Origin.Span:
		return ""
	case port.Scrape:
		return "metrics"
	case port.Name != nil:
		return names[port.Name.Or("")]
	}
	return ""
}

// asks returns the role of the one listener that serves what a probe asks for.
func asks(s *model.Server, probe *model.Probe) string {
	r, known := s.Release.Get()
	path, ok := probe.Path.Get()
	if !known || !ok || probe.Handler.Or("") != "httpGet" {
		return ""
	}
	return torchserve.Owner(path, r)
}

// fromOutside reports whether the kubelet reaches a probe's port by the address of the pod.
func fromOutside(probe *model.Probe) bool {
	if probe.Host != nil {
		return false // of another place, or of the node itself
	}
	handler := probe.Handler.Or("")
	return handler == "httpGet" || handler == "tcpSocket" || handler == "grpc"
}

// ports writes where a server listens: "8080 (inference), 8081 (management)".
func ports(s *model.Server) (text string, all bool) {
	all = len(s.Listeners) > 0
	for _, l := range s.Listeners {
		open, ok1 := l.Open.Get()
		port, ok2 := l.Port.Get()
		if !ok1 || open && !ok2 && l.Scheme.Or("") != "unix" {
			return "", false
		}
		if !open || l.Scheme.Or("") == "unix" {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%d (%s)", port, l.Role)
	}
	return text, all
}

// listener returns the open listener of a port, or nil.
func listener(s *model.Server, port int) *model.Listener {
	for _, l := range s.Listeners {
		if n, ok := l.Port.Get(); ok && n == port && l.Open.Or(true) {
			return l
		}
	}
	return nil
}
