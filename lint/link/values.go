package link

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// written returns a text that is spelled among the inputs. What a template engine is yet to fill
// in is not known.
func written(key string, t source.Text) model.Value[string] {
	if template(t.String()) {
		return model.Unknown[string](model.Origin{Kind: model.Absent, Key: key, Span: t.Span(), Why: "a template that is not rendered"})
	}
	return model.Known(t.String(), model.Origin{Key: key, Span: t.Span()})
}

// template reports whether a text holds a placeholder of Helm, Jinja and their like. JSON never has two
// opening braces.
func template(s string) bool { return strings.Contains(s, "{{") && strings.Contains(s, "}}") }

// optional returns a scalar that may be absent.
func optional(key string, n syntax.Node) *model.Value[string] {
	if !n.OK() {
		return nil
	}
	v := written(key, n.Text())
	return &v
}

// number reads an integer; one that is not is unknown, at its place.
func number(key string, n syntax.Node) model.Value[int] {
	t := n.Text()
	if i, err := strconv.Atoi(strings.TrimSpace(t.String())); err == nil {
		return model.Known(i, model.Origin{Key: key, Span: t.Span()})
	}
	return model.Unknown[int](model.Origin{Key: key, Span: t.Span(), Kind: model.Absent, Why: "no number"})
}

// numberOr reads an integer that has a default of Kubernetes.
func numberOr(key string, n syntax.Node, otherwise int, on source.Span) model.Value[int] {
	if n.OK() {
		return number(key, n)
	}
	return model.Known(otherwise, kubernetes(key, on))
}

// secondsOr reads a time in seconds that has a default of Kubernetes.
func secondsOr(key string, n syntax.Node, otherwise int, on source.Span) model.Value[time.Duration] {
	v := numberOr(key, n, otherwise, on)
	if i, ok := v.Get(); ok {
		return model.Known(time.Duration(i)*time.Second, v.Origin)
	}
	return model.Unknown[time.Duration](v.Origin)
}

// boolOr reads a boolean that has a default of Kubernetes.
func boolOr(key string, n syntax.Node, on source.Span) model.Value[bool] {
	switch n.String() {
	case "true", "false":
		return model.Known(n.String() == "true", model.Origin{Key: key, Span: n.Text().Span()})
	case "":
		return model.Known(false, kubernetes(key, on))
	}
	return model.Unknown[bool](model.Origin{Key: key, Span: n.Span(), Kind: model.Absent})
}

func kubernetes(key string, on source.Span) model.Origin {
	return model.Origin{Kind: model.Default, Key: key, On: on, Why: "default, Kubernetes"}
}

// decoded returns what base64 text holds, standing where the text as a whole stands; only
// text is of use.
func decoded(t source.Text) (source.Text, bool) {
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(t.String()), ""))
	if err != nil || !utf8.Valid(b) {
		return source.Text{}, false
	}
	var out source.Builder
	out.Decode(string(b), t.Span())
	return out.Text(), true
}
