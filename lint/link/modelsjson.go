package link

import (
	"math"
	"strconv"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// readModels reads the property models as the server does: name, version, parameters.
func readModels(value source.Text) *model.JSON {
	out := &model.JSON{Key: "models", Raw: written("models", value)}
	if root := parseInto(out, value); root != nil {
		out.Models = entries(out, root)
	}
	return out
}

// readSnapshot reads the property model_snapshot.
func readSnapshot(value source.Text) *model.JSON {
	out := &model.JSON{Key: "model_snapshot", Raw: written("model_snapshot", value)}
	root := parseInto(out, value)
	if root == nil {
		return out
	}
	if c := root.Get("modelCount"); c != nil {
		v := model.Unknown[int](model.Origin{Key: "modelCount", Span: c.Text.Span()})
		if n, ok := gsonInt(c); ok {
			v = model.Known(int(n), v.Origin)
		}
		out.Count = &v
	}
	if models := root.Get("models"); models != nil {
		out.Models = entries(out, models)
	}
	return out
}

// parseInto parses the value, and records why it is not valid.
func parseInto(out *model.JSON, value source.Text) *syntax.JSON {
	if value.String() == "" {
		fault(out, value, value.Span(), "the value is empty")
		return nil
	}
	root, p := syntax.ParseJSON(value)
	switch {
	case p != nil:
		fault(out, value, p.Span, p.Msg)
		return nil
	case root.Kind != syntax.JSONObject && (root.Kind != syntax.JSONArray || len(root.Items) > 0):
		fault(out, value, root.Text.Span(), "the value is no object")
		return nil
	}
	return root
}

func fault(out *model.JSON, value source.Text, at source.Span, why string) {
	first := lineOf(value.Span())
	out.Fault = &model.Fault{At: model.Known(out.Key, model.Origin{Key: out.Key, Span: at}), Text: why, Line: lineOf(at) - first + 1}
	out.Models = nil
}

// entries reads name, version and parameters. A wrong shape or a version twice is what Gson
// refuses.
func entries(out *model.JSON, root *syntax.JSON) (found []*model.ModelEntry) {
	for _, m := range root.Members {
		if m.Value.Kind != syntax.JSONObject {
			if m.Value.Kind == syntax.JSONArray && len(m.Value.Items) == 0 {
				continue
			}
			fault(out, m.Name, m.Value.Text.Span(), "the versions of "+m.Name.String()+" are no object")
			return nil
		}
		seen := map[string]bool{}
		for _, v := range m.Value.Members {
			if v.Value.Kind != syntax.JSONObject {
				fault(out, v.Name, v.Value.Text.Span(), "version "+v.Name.String()+" of "+m.Name.String()+" is no object")
				return nil
			}
			if seen[v.Name.String()] {
				fault(out, v.Name, v.Name.Span(), "version "+v.Name.String()+" of "+m.Name.String()+" stands there twice")
				return nil
			}
			seen[v.Name.String()] = true
			e := &model.ModelEntry{Model: written("model", m.Name), Version: written("version", v.Name)}
			for _, q := range v.Value.Members {
				e.Params = append(e.Params, jsonParam(q))
			}
			found = append(found, e)
		}
	}
	return found
}

func jsonParam(m syntax.Member) *model.Param {
	name := m.Name.String()
	p := &model.Param{Name: name, KeyAt: written(name, m.Name), Raw: written(name, m.Value.Text), Type: string(m.Value.Kind), Wins: true}
	p.Int = model.Unknown[int64](p.Raw.Origin)
	if n, ok := gsonInt(m.Value); ok {
		p.Int = model.Known(n, p.Raw.Origin)
	}
	if m.Value.Kind == syntax.JSONNumber {
		p.Type = "int"
		if _, err := strconv.ParseInt(m.Value.Text.String(), 10, 64); err != nil {
			p.Type = "float"
		}
	}
	return p
}

// gsonInt reads an integer as getAsInt does: fractions are cut, larger numbers wrap, a number in
// quotes counts, a list of one is its element.
func gsonInt(j *syntax.JSON) (int64, bool) {
	switch j.Kind {
	case syntax.JSONArray:
		if len(j.Items) == 1 {
			return gsonInt(j.Items[0])
		}
	case syntax.JSONString:
		n, err := strconv.ParseInt(j.Text.String(), 10, 32)
		return n, err == nil
	case syntax.JSONNumber:
		if n, err := strconv.ParseInt(j.Text.String(), 10, 64); err == nil {
			return int64(int32(n)), true
		}
		f, err := strconv.ParseFloat(j.Text.String(), 64)
		if err == nil && math.Abs(f) < math.MaxInt32 {
			return int64(f), true
		}
	}
	return 0, false
}
