package link

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint/load"
)

func TestContained(t *testing.T) {
	if f := contained("app.yaml", func() { panic("bug") }); f == nil || f.Name != "app.yaml" || f.Value != "bug" || len(f.Stack) == 0 {
		t.Errorf("%+v", f)
	}
	if f := contained("app.yaml", func() {}); f != nil {
		t.Errorf("%+v", f)
	}
}

// An argument that is no string, as a colon too many makes it, stands nowhere.
func TestArgumentWithoutText(t *testing.T) {
	for _, args := range []string{"[torchserve, --start, --tss: -config]", "[torchserve, [], --start]", "[null, torchserve, --start]", "[~]", "[{}]"} {
		pod := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: ts\n    image: pytorch/torchserve:0.12.0-cpu\n    args: " + args + "\n"
		in, err := load.Load(context.Background(), load.Options{FS: fstest.MapFS{"pod.yaml": {Data: []byte(pod)}}})
		if err != nil {
			t.Fatal(err)
		}
		l := New(context.Background(), in, Options{})
		if l.All(); len(l.Failures()) > 0 {
			t.Errorf("%s: %v", args, l.Failures()[0].Value)
		}
	}
}
