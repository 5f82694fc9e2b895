package main

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"github.com/torchserve-lint/tslint/lint/link"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"gopkg.in/yaml.v3"
)

// pathOf prints the ladders of files, and asserts that none is wider than a terminal.
func pathOf(t *testing.T, files fstest.MapFS) string {
	t.Helper()
	in, err := load.Load(t.Context(), load.Options{FS: files})
	if err != nil {
		t.Fatal(err)
	}
	r, _ := model.ParseRelease("0.9.0")
	release := model.Known(r, model.Origin{Why: "from --torchserve-version"})
	var b bytes.Buffer
	showPath(&b, link.New(t.Context(), in, link.Options{Release: &release}).All())
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > ladderWidth {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	return b.String()
}

const (
	pathConfig  = "inference_address=http://0.0.0.0:8080\nmodel_store=/srv/store\nload_models=wren.mar\ndefault_workers_per_model=2\ndefault_response_timeout=120\n"
	pathService = "apiVersion: v1\nkind: Service\nmetadata: {name: wren}\nspec: {selector: {app: wren}, ports: [{port: 80, targetPort: 8080}]}\n"
	pathNginx   = `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: front
  annotations: {nginx.ingress.kubernetes.io/service-upstream: "true", nginx.ingress.kubernetes.io/proxy-read-timeout: "240"}
spec: {ingressClassName: nginx, rules: [{host: wren.example.test, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: wren, port: {number: 80}}}}]}}]}
---
apiVersion: v1
kind: Service
metadata: {name: ingress-nginx-controller}
spec: {selector: {app.kubernetes.io/name: ingress-nginx}, ports: [{name: http, port: 80, targetPort: http}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ingress-nginx-controller}
spec: {template: {metadata: {labels: {app.kubernetes.io/name: ingress-nginx, sidecar.istio.io/inject: "true"}}, spec: {containers: [{name: controller, image: "registry.k8s.io/ingress-nginx/controller:v1.15.1"}]}}}
`
	pathALB = `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: edge}
spec: {ingressClassName: alb, defaultBackend: {service: {name: ingress-nginx-controller, port: {number: 80}}}}
`
	pathMesh = `---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: wren}
spec: {hosts: [wren], http: [{route: [{destination: {host: wren, port: {number: 80}}}]}]}
`
)

func TestShowPath(t *testing.T) {
	for name, c := range map[string]struct{ manifests, want string }{
		"two hops": {pathService + pathNginx + pathALB, `
edge: wren.example.test/ -> model wren
> AWS ALB edge             ====                   60 s  default, AWS ALB
  Ingress-NGINX front      ================      240 s  app.yaml:10:120
  TorchServe               ========              120 s  config.properties:5:26
  first to give up, by alb.ingress.kubernetes.io/load-balancer-attributes
  before it: up to 6000 s in a full queue of 100 (workers 2, batchSize 1)
`},
		"three hops, one without a limit": {pathService + pathNginx + pathALB + pathMesh, `
edge: wren.example.test/ -> model wren
> AWS ALB edge             ====                   60 s  default, AWS ALB
  Ingress-NGINX front      ================      240 s  app.yaml:10:120
  Istio wren               ================>  no limit  default, Istio
  TorchServe               ========              120 s  config.properties:5:26
  first to give up, by alb.ingress.kubernetes.io/load-balancer-attributes
  before it: up to 6000 s in a full queue of 100 (workers 2, batchSize 1)
`},
		"TorchServe first": {pathService + pathNginx, `
front: wren.example.test/ -> model wren
  Ingress-NGINX front      ================      240 s  app.yaml:10:120
> TorchServe               ========              120 s  config.properties:5:26
  before it: up to 6000 s in a full queue of 100 (workers 2, batchSize 1)
`},
		"a hop that is not known": {pathService + strings.NewReplacer("ingressClassName: nginx", "ingressClassName: inhouse", "nginx.ingress", "inhouse").Replace(pathNginx), `
front: wren.example.test/ -> model wren
  ingress controller front ?                 not known  this hop is not known
> TorchServe               ================      120 s  config.properties:5:26
  before it: up to 6000 s in a full queue of 100 (workers 2, batchSize 1)
`},
	} {
		t.Run(name, func(t *testing.T) {
			got := pathOf(t, fstest.MapFS{"app.yaml": {Data: []byte(c.manifests)}, "config.properties": {Data: []byte(pathConfig)}})
			first, _, _ := strings.Cut(got, "\n\n")
			if want := strings.Trim(c.want, "\n"); first != want {
				t.Errorf("got:\n%s\nwant:\n%s", first, want)
			}
		})
	}
}

// TestShowPathOfFixtures finds the seconds of every fixture in its ladder.
func TestShowPathOfFixtures(t *testing.T) {
	const dir = "../../testdata/proxy/examples"
	var expected struct {
		Cases []struct {
			File, Status string
			Seconds      *float64 `yaml:"effective_s"`
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "expected.yaml"))
	if err == nil {
		err = yaml.Unmarshal(data, &expected)
	}
	if err != nil || len(expected.Cases) < 98 {
		t.Fatalf("%d cases, %v", len(expected.Cases), err)
	}
	for _, c := range expected.Cases {
		data, err := os.ReadFile(filepath.Join(dir, c.File))
		if err != nil {
			t.Fatal(err)
		}
		got := pathOf(t, fstest.MapFS{path.Base(c.File): {Data: data}})
		want := "no limit"
		if c.Seconds != nil {
			want = limit(rung{known: true, limit: time.Duration(*c.Seconds * float64(time.Second))})
		}
		if c.Status == "applied" && c.File != "aws-clb/bad.yaml" && // which does not say of which cloud it is
			!strings.Contains(got, " "+want+"  ") {
			t.Errorf("%s: want %s in\n%s", c.File, want, got)
		}
	}
}
