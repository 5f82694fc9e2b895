package rego

import (
	"reflect"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/torchserve-lint/tslint/lint/model"
)

// schema tells OPA's type checker what an input looks like.
func schema() *ast.SchemaSet {
	set := ast.NewSchemaSet()
	set.Put(ast.SchemaRootRef, schemaOf(reflect.TypeFor[model.Deployment]()))
	return set
}

func schemaOf(t reflect.Type) any {
	number, text := map[string]any{"type": "number"}, map[string]any{"type": "string"}
	switch {
	case t.Kind() == reflect.Pointer:
		return schemaOf(t.Elem())
	case t.Implements(settingType):
		get, _ := t.MethodByName("Get")
		return object(map[string]any{"id": number, "text": text, "kind": text, "value": schemaOf(get.Type.Out(0))})
	case t.Kind() == reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem())}
	case t.Kind() == reflect.Struct:
		props := map[string]any{}
		for i := range t.NumField() {
			if f := t.Field(i); visible(f) {
				props[snake(f.Name)] = schemaOf(f.Type)
			}
		}
		if reflect.PointerTo(t).Implements(citedType) {
			props["id"] = number
		}
		return object(props)
	case t.Kind() == reflect.Bool:
		return map[string]any{"type": "boolean"}
	case t.Kind() == reflect.String, t == reflect.TypeFor[model.Release]():
		return text
	}
	return number
}

func object(props map[string]any) any {
	return map[string]any{"type": "object", "properties": props, "additionalProperties": false}
}
