package proxy

import (
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// checks sets the proxy's own health check: its path, or the default one; its port, or that
// of the traffic; and the status codes that count as healthy.
func (b *builder) checks(path syntax.Node, def, key string, port syntax.Node, codes string) {
	h := &model.Health{
		Path:  model.Known(def, b.byDefault(b.Title, key)),
		Port:  model.Unknown[int](model.Origin{Kind: model.Default, Key: "port", On: b.on, Why: "the port of the traffic"}),
		Codes: model.Known(codes, b.byDefault(b.Title, "status codes")),
	}
	if isScalar(path) {
		h.Path = model.Known(str(path), model.Origin{Key: key, Span: path.Text().Span()})
	}
	if isScalar(port) {
		o := model.Origin{Key: "port", Span: port.Text().Span()}
		if n := number(port); n > 0 {
			h.Port = model.Known(n, o)
		} else if str(port) != "traffic-port" {
			h.Port = model.Unknown[int](o)
		}
	}
	b.Health = h
}

// codes sets the status codes that count as healthy, where they are written.
func (b *builder) codes(n syntax.Node, key string) {
	if b.Health != nil && isScalar(n) {
		b.Health.Codes = model.Known(str(n), model.Origin{Key: key, Span: n.Text().Span()})
	}
}

// traffic gives the check the port of the traffic, where it has none of its own.
func (b *builder) traffic(port model.Value[int]) {
	if b.Health == nil {
		return
	}
	if _, known := b.Health.Port.Get(); !known && b.Health.Port.Origin.Kind == model.Default {
		b.Health.Port = port
	}
}
