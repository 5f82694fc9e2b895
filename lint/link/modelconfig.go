package link

import (
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// readModelConfig reads a model-config.yaml as the frontend does: its top level and what torchrun
// holds, with the types of YAML 1.1.
func readModelConfig(name string, t source.Text, packed bool, from model.Value[string]) *model.ModelConfig {
	c := &model.ModelConfig{Name: name, Text: t, Packed: packed, From: from, Named: model.Known(true, from.Origin)}
	n, p := syntax.YAML11(t)
	switch {
	case p != nil:
		c.Fault = &model.Fault{At: model.Known(p.Msg, model.Origin{Key: name, Span: p.Span}), Text: p.Msg, Line: lineOf(p.Span)}
		return c
	case !n.OK():
		c.Shape = "empty"
		return c
	case n.IsList():
		c.Shape = "list"
		return c
	case n.IsScalar():
		c.Shape = "scalar"
		return c
	}
	c.Shape = "map"
	for key, v := range n.Pairs() {
		odd(c, v)
		c.Params = append(c.Params, param(key, v))
		if key != "torchrun" {
			continue // all other sections are the handler's
		}
		for inner, w := range v.Pairs() {
			odd(c, w)
			c.Params = append(c.Params, param(key+"."+inner, w))
		}
	}
	last := map[string]*model.Param{}
	for _, q := range c.Params {
		last[q.Name] = q
	}
	for _, q := range c.Params {
		q.Wins = last[q.Name] == q
	}
	return c
}

// odd notes the first key that is no text for YAML 1.1: yes, on, 010, null.
func odd(c *model.ModelConfig, v syntax.Node) {
	if key := v.Key(); c.Odd == nil && key.IsScalar() && key.Scalar11().Type != "string" {
		w := written(key.String(), key.Text())
		c.Odd = &w
	}
}

// oddDevice returns the first element of a list that is no integer.
func oddDevice(list syntax.Node) *model.Value[string] {
	for _, item := range list.Items() {
		if _, ok := param("deviceIds", item).Int.Get(); !ok {
			v := model.Known(item.String(), model.Origin{Key: "deviceIds", Span: item.Span()})
			return &v
		}
	}
	return nil
}

func param(name string, v syntax.Node) *model.Param {
	key := v.KeyText()
	p := &model.Param{Name: name, KeyAt: written(name, key), Type: "map"}
	at := v.Span()
	p.Raw = model.Known(v.String(), model.Origin{Key: name, Span: at})
	p.Int = model.Unknown[int64](p.Raw.Origin)
	switch {
	case v.IsList():
		p.Type = "list"
		if name == "deviceIds" {
			p.Odd = oddDevice(v)
		}
	case v.IsScalar():
		p.Raw = written(name, v.Text())
		s := v.Scalar11()
		p.Type = s.Type
		if s.Type == "int" && !s.Big && s.Int == int64(int32(s.Int)) {
			p.Int = model.Known(s.Int, p.Raw.Origin)
		} else {
			p.Int = model.Unknown[int64](p.Raw.Origin)
		}
	}
	return p
}
