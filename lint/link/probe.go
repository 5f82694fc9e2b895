package link

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// readProbe reads a probe of a container; nil: there is none.
func readProbe(name string, container syntax.Node) *model.Probe {
	n := container.At(name)
	if !n.IsMap() {
		return nil
	}
	at := n.KeyText()
	on := at.Span()
	p := &model.Probe{
		Name:             name,
		At:               written(name, at),
		InitialDelay:     secondsOr("initialDelaySeconds", n.At("initialDelaySeconds"), 0, on),
		Period:           secondsOr("periodSeconds", n.At("periodSeconds"), 10, on),
		Timeout:          secondsOr("timeoutSeconds", n.At("timeoutSeconds"), 1, on),
		FailureThreshold: numberOr("failureThreshold", n.At("failureThreshold"), 3, on),
		Handler:          model.Unknown[string](model.Origin{Kind: model.Absent, Key: name, Span: on}),
	}
	for _, h := range []string{"httpGet", "tcpSocket", "exec", "grpc"} {
		if at := n.At(h); at.OK() {
			p.Handler = written(h, at.KeyText())
			readHandler(p, h, at)
		}
	}
	return p
}

func readHandler(p *model.Probe, kind string, n syntax.Node) {
	on := p.Handler.Origin.Span
	p.Port = model.Unknown[int](model.Origin{Key: "port", On: on, Kind: model.Absent})
	if port := n.At("port"); port.OK() {
		p.PortAt = written(p.Name+"."+kind+".port", port.Text())
		p.Port = number("port", port)
	}
	switch kind {
	case "httpGet":
		p.Path = model.Known("/", kubernetes(p.Name+" path", on))
		if path := n.At("path"); path.OK() {
			p.Path = written(p.Name+" path", path.Text())
		}
		p.Scheme = model.Known("HTTP", kubernetes("scheme", on))
		if scheme := n.At("scheme"); scheme.OK() {
			p.Scheme = written("scheme", scheme.Text())
		}
		p.Host = optional("host", n.At("host"))
		for _, h := range n.At("httpHeaders").Items() {
			if strings.EqualFold(h.At("name").String(), "Authorization") {
				p.Token = optional("Authorization", h.At("value"))
			}
		}
	case "tcpSocket":
		p.Host = optional("host", n.At("host"))
	case "exec":
		p.Command = command(n.At("command"))
	}
}

// command joins the words of a command by blanks; each word keeps its place.
func command(n syntax.Node) model.Value[string] {
	var b source.Builder
	for i, word := range n.Items() {
		t := word.Text()
		if i > 0 {
			b.Decode(" ", source.Span{File: t.Span().File, Start: t.Span().Start, End: t.Span().Start})
		}
		b.Copy(t, 0, len(t.String()))
	}
	return written("command", b.Text())
}

// resolvePorts finds the numbers of ports that probes name.
func (c *container) resolvePorts() {
	for _, p := range []*model.Probe{c.readiness, c.liveness, c.startup} {
		if p == nil {
			continue
		}
		name, ok := p.PortAt.Get()
		if _, known := p.Port.Get(); !ok || known {
			continue
		}
		if port, found := c.portNamed(name); found {
			p.Port = model.Known(port, model.Origin{Key: "port", Span: p.PortAt.Origin.Span, Why: "port " + name + " of the container"})
		}
	}
}

func (c *container) portNamed(name string) (int, bool) {
	for _, p := range c.ports {
		if p.Name != nil && p.Name.Or("") == name {
			return p.Port.Get()
		}
	}
	return 0, false
}

// refersTo reports whether a probe of the container reaches a port.
func (c *container) refersTo(port int) bool {
	for _, p := range []*model.Probe{c.readiness, c.liveness, c.startup} {
		if p != nil {
			if n, ok := p.Port.Get(); ok && n == port {
				return true
			}
		}
	}
	return c.pod.scrape == port
}
