package proxy

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
	"gopkg.in/yaml.v3"
)

var facts = os.DirFS("../../../testdata/proxy")

// cluster reads manifests, and files by their kinds.
func clusterOf(t testing.TB, manifests string, files ...*load.File) *Cluster {
	t.Helper()
	c := &Cluster{Files: files}
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

// TestFixtures compares with the oracle: what each proxy makes of each example.
func TestFixtures(t *testing.T) {
	var want struct {
		Cases []struct {
			File, Controller, Status string
			EffectiveS               *float64 `yaml:"effective_s"`
			Health                   bool
		}
	}
	b, err := fs.ReadFile(facts, "examples/expected.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	var raw struct{ Cases []map[string]any }
	if err := yaml.Unmarshal(b, &raw); err != nil {
		t.Fatal(err)
	}
	for i, w := range want.Cases {
		t.Run(w.File, func(t *testing.T) {
			manifest, err := fs.ReadFile(facts, "examples/"+w.File)
			if err != nil {
				t.Fatal(err)
			}
			hop := hopOf(t, clusterOf(t, string(manifest)+beside[w.File]), w.Controller)
			if got := hop.Status.Or("unknown"); got != w.Status {
				t.Errorf("status %s, want %s", got, w.Status)
			}
			timeout := "unknown"
			if v, stated := raw.Cases[i]["effective_s"]; stated && v == nil {
				timeout = "no limit"
			} else if stated {
				timeout = model.Show(seconds(*w.EffectiveS))
			}
			if got := hop.Timeout.Cite().Text; got != timeout {
				t.Errorf("timeout %s, want %s", got, timeout)
			}
			body := "unknown"
			switch v, stated := raw.Cases[i]["body_bytes"]; v := v.(type) {
			case int:
				body = model.Show(model.Bytes(v))
			case nil:
				if stated {
					body = "no limit"
				}
			}
			if got := hop.BodyLimit.Cite().Text; got != body {
				t.Errorf("body %s, want %s", got, body)
			}
			if got := hop.Health != nil && hop.Health.Path.Or("/ping") == "/"; got != w.Health {
				t.Errorf("the health check fails: %t, want %t", got, w.Health)
			}
		})
	}
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
