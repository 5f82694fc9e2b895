package proxy

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// speaks sets the protocol spoken to the backend, where it is written in plain words.
func (b *builder) speaks(n syntax.Node, key string) {
	upper := strings.ToUpper(str(n))
	if has("HTTP HTTPS GRPC GRPCS", upper) {
		b.Protocol = model.Known(upper, model.Origin{Key: key, Span: n.Text().Span()})
	}
}

// speaksAs sets the protocol spoken to the backend, where it is written in words of the
// controller's own.
func (b *builder) speaksAs(n syntax.Node, key string, words map[string]string) {
	if protocol, ok := words[strings.ToLower(str(n))]; ok {
		b.Protocol = model.Known(protocol, model.Origin{Key: key, Span: n.Text().Span()})
	}
}

// appProtocol sets the protocol that a Service port declares.
func (b *builder) appProtocol(port syntax.Node) {
	b.speaksAs(at(port, "appProtocol"), "appProtocol", map[string]string{"kubernetes.io/h2c": "GRPC", "grpc": "GRPC", "https": "HTTPS"})
}
