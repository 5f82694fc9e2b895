package proxy

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
	"gopkg.in/yaml.v3"
)

var facts = os.DirFS("../../../testdata/proxy")

// clusterOf reads manifests.
func clusterOf(t testing.TB, manifests string) *Cluster {
	t.Helper()
	c := &Cluster{}
	docs, problems := syntax.YAML(source.NewFile("manifests.yaml", manifests).Text())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, n := range docs {
		group, version, found := strings.Cut(str(n.At("apiVersion")), "/")
		if !found {
			group, version = "", group
		}
		kind := str(n.At("kind"))
		if Reads(group, kind) {
			c.Objects = append(c.Objects, Object{
				Node: n, Group: group, Version: version, Kind: kind,
				Namespace: str(n.At("metadata", "namespace")), Name: str(n.At("metadata", "name")),
			})
		}
	}
	return c
}

// beside holds what an example leaves out: a Service alone does not say which cloud it is in.
var beside = map[string]string{
	"aws-clb/bad.yaml": `
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: torchserve}
spec: {template: {spec: {containers: [{image: "123456789012.dkr.ecr.eu-west-1.amazonaws.com/torchserve:1"}]}}}
`,
}

// A fixture is one line of the oracle. What is not there is not settled.
type fixture struct {
	File, Controller, Status string
	Health                   bool
	Seconds                  yaml.Node `yaml:"effective_s"`
	Bytes                    yaml.Node `yaml:"body_bytes"`
}

// TestFixtures compares with the oracle: what each proxy makes of each example.
func TestFixtures(t *testing.T) {
	var oracle struct{ Cases []fixture }
	b, err := fs.ReadFile(facts, "examples/expected.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, &oracle); err != nil {
		t.Fatal(err)
	}
	if len(oracle.Cases) < 98 {
		t.Errorf("%d examples, want 98", len(oracle.Cases))
	}
	for _, want := range oracle.Cases {
		t.Run(want.File, want.check)
	}
}

func (f fixture) check(t *testing.T) {
	manifest, err := fs.ReadFile(facts, "examples/"+f.File)
	if err != nil {
		t.Fatal(err)
	}
	hop := hopOf(t, clusterOf(t, string(manifest)+beside[f.File]), f.Controller)
	if got := hop.Status.Or("unknown"); got != f.Status {
		t.Errorf("status %s, want %s", got, f.Status)
	}
	timeout := shown(f.Seconds, func(n float64) string { return model.Show(seconds(n)) })
	if got := hop.Timeout.Cite().Text; got != timeout {
		t.Errorf("timeout %s, want %s", got, timeout)
	}
	body := shown(f.Bytes, func(n float64) string { return model.Show(model.Bytes(n)) })
	if got := hop.BodyLimit.Cite().Text; got != body {
		t.Errorf("body %s, want %s", got, body)
	}
	if got := hop.Health != nil && hop.Health.Path.Or("/ping") == "/"; got != f.Health {
		t.Errorf("the health check fails: %t, want %t", got, f.Health)
	}
}

// shown writes a limit of the oracle as findings do: null is no limit.
func shown(n yaml.Node, show func(float64) string) string {
	var v float64
	switch {
	case n.IsZero() || n.Value == "unknown":
		return "unknown"
	case n.Tag == "!!null":
		return "no limit"
	case n.Decode(&v) != nil:
		return "not a number"
	}
	return show(v)
}

// hopOf returns the only hop of a controller.
func hopOf(t *testing.T, c *Cluster, id string) *model.Hop {
	t.Helper()
	routes := Routes(c)
	for _, r := range routes {
		for _, h := range r.Hops {
			if h.Controller == id {
				return h
			}
		}
	}
	t.Fatalf("no hop of %s in %d routes", id, len(routes))
	return nil
}

func seconds(s float64) time.Duration { return time.Duration(s * 1e9) }
