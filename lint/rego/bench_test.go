package rego

import (
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// fleet is a deployment of many servers in which every field holds something: lists two.
func fleet(servers int) *model.Deployment {
	d := &model.Deployment{Kinds: []string{"config", "image", "manifest", "proxy"}}
	for range servers {
		s := &model.Server{}
		fill(reflect.ValueOf(s).Elem())
		d.Servers = append(d.Servers, s)
	}
	return d
}

func fill(v reflect.Value) {
	origin := model.Origin{Key: "key", Span: source.Span{File: source.NewFile("a.yaml", "word"), End: 4}}
	switch v.Interface().(type) {
	case model.Value[string]:
		v.Set(reflect.ValueOf(model.Known("word", origin)))
	case model.Value[bool]:
		v.Set(reflect.ValueOf(model.Known(true, origin)))
	case model.Value[int]:
		v.Set(reflect.ValueOf(model.Known(2, origin)))
	case model.Value[model.Bytes]:
		v.Set(reflect.ValueOf(model.Known(model.Bytes(1<<30), origin)))
	case model.Value[time.Duration]:
		v.Set(reflect.ValueOf(model.Known(time.Minute, origin)))
	case source.Text, model.Value[model.Release], model.Value[model.MilliCPU], model.Value[int64]:
	default:
		fillParts(v)
	}
}

func fillParts(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	}
}

func BenchmarkDocument(b *testing.B) {
	d := fleet(100)
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			document(d, nil)
		}
	})
	names := map[mention]bool{}
	for _, n := range []string{"servers", "workload", "memory", "container", "models", "min_workers", "text", "value", "services", "name", "readiness", "ports", "ours", "image", "ref", "moves", "digest"} {
		names[mention{"", n}] = true
	}
	b.Run("named", func(b *testing.B) {
		for b.Loop() {
			document(d, names)
		}
	})
}

// BenchmarkPolicies runs the policies of the project on 100 servers, from their heads on.
func BenchmarkPolicies(b *testing.B) {
	d := fleet(100)
	for b.Loop() {
		rules, err := Rules(os.DirFS("../../policies"))
		if err != nil {
			b.Fatal(err)
		}
		for _, r := range rules {
			if _, err := lint.Check(b.Context(), r, d); err != nil {
				b.Fatal(err)
			}
		}
	}
}
