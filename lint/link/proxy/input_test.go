package proxy

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// TestBackends follows backends that lead nowhere, or not to pods.
func TestBackends(t *testing.T) {
	services := map[string]string{
		"dangling":         "",
		"external name":    strings.Replace(torchserve, "spec:", "spec:\n  type: ExternalName\n  externalName: models.example.test", 1),
		"headless":         strings.Replace(torchserve, "spec:", "spec:\n  clusterIP: None", 1),
		"without selector": strings.Replace(torchserve, "  selector: {app: torchserve}\n", "", 1),
		"without ports":    strings.Replace(torchserve, "  ports: [{name: http, port: 80, targetPort: 8080}]\n", "", 1),
		"a named port":     strings.Replace(torchserve, "targetPort: 8080", "targetPort: web", 1),
	}
	known := map[string]bool{"external name": true, "headless": true, "without selector": true}
	for name, manifests := range services {
		routes := Routes(clusterOf(t, ingress("nginx")+manifests))
		if len(routes) != 1 {
			t.Fatalf("%s: %d routes, want 1", name, len(routes))
		}
		r := routes[0]
		if got, want := ladder(r), "ingress-nginx 60 s"; got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		if want := (Backend{Service: "torchserve", Port: 80}); r.Backend != want || r.Service.Or("") != "torchserve" {
			t.Errorf("%s: got %v", name, r.Backend)
		}
		if _, ok := r.Port.Get(); ok != known[name] {
			t.Errorf("%s: the container's port is known: %t, want %t", name, ok, known[name])
		}
	}
}

// TestSeveral has two Ingresses for one host, an older API and a default backend.
func TestSeveral(t *testing.T) {
	got := ladders(t, torchserve+ingress("nginx", nginx+`proxy-read-timeout: "90"`)+`
---
apiVersion: extensions/v1beta1
kind: Ingress
metadata:
  name: old
  annotations: {kubernetes.io/ingress.class: nginx}
spec:
  backend: {serviceName: torchserve, servicePort: http}
  rules:
  - host: models.example.test
    http: {paths: [{backend: {serviceName: torchserve, servicePort: 80}}, {path: /x, backend: {serviceName: other, servicePort: 80}}]}
`)
	if want := []string{"ingress-nginx 90 s", "ingress-nginx 60 s", "ingress-nginx 60 s", "ingress-nginx 60 s"}; !sameSet(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// nginxFileOf reads an nginx.conf that stands alone.
func nginxFileOf(s string) *load.File {
	return &load.File{File: source.NewFile("nginx.conf", s), Kind: load.NginxConf}
}

func TestNginxConf(t *testing.T) {
	for _, c := range []struct{ name, conf, want, body, at string }{
		{"innermost wins", "http { proxy_read_timeout 10; server { proxy_read_timeout 20s; location / { proxy_pass http://serve:8080; proxy_read_timeout 1m30; } } }", "nginx-conf 90 s", "1Mi", "1:126"},
		{"inherited", "http { proxy_read_timeout 10; client_max_body_size 0; server { location / { proxy_pass http://serve:8080; } } }", "nginx-conf 10 s", "no limit", "1:27"},
		{"default", "http { server { location / { proxy_pass http://serve:8080; send_timeout 5s; proxy_connect_timeout 1s; } } }", "nginx-conf 60 s", "1Mi", "1:30"},
		{"gRPC has its own", "server { proxy_read_timeout 300s; location / { grpc_pass grpc://serve:7070; } }", "nginx-conf 60 s", "1Mi", "1:48"},
		{"a unit that is none", "server { location / { proxy_pass http://serve; proxy_read_timeout 2min; } }", "nginx-conf unknown", "unknown", "1:23"},
		{"twice", "server { location / { proxy_read_timeout 10; proxy_read_timeout 20; proxy_pass http://serve; } }", "nginx-conf unknown", "unknown", "1:69"},
		{"a comment and quotes", "server { location / { # proxy_read_timeout 1;\n proxy_pass \"http://serve:8080\"; proxy_read_timeout '5m'; } }", "nginx-conf 300 s", "1Mi", "2:54"},
		{"TCP", "stream { server { listen 1; proxy_pass serve:8080; } }", "", "", ""},
		{"broken", "server { location / { proxy_pass http://serve; ", "", "", ""},
		{"a brace too many", "server { location / { proxy_pass http://serve; } } }", "", "", ""},
	} {
		routes := Routes(&Cluster{Files: []*load.File{nginxFileOf(c.conf)}})
		if c.want == "" {
			if len(routes) > 0 {
				t.Errorf("%s: got %s, want none", c.name, ladder(routes[0]))
			}
			continue
		}
		if len(routes) != 1 {
			t.Fatalf("%s: %d routes, want 1", c.name, len(routes))
		}
		h := routes[0].Hops[0]
		if got := ladder(routes[0]); got != c.want || h.BodyLimit.Cite().Text != c.body {
			t.Errorf("%s: got %s, %s, want %s, %s", c.name, got, h.BodyLimit.Cite().Text, c.want, c.body)
		}
		if got := h.Timeout.Origin.Place().String(); got != "nginx.conf:"+c.at {
			t.Errorf("%s: at %s, want %s", c.name, got, c.at)
		}
	}
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]Backend{
		"http://serve:8080":               {Namespace: "a", Service: "serve", Port: 8080},
		"http://serve.ml:8080/x":          {Namespace: "ml", Service: "serve", Port: 8080},
		"serve.ml.svc.cluster.local":      {Namespace: "ml", Service: "serve"},
		"https://models.example.test:443": {Namespace: "a", Port: 443},
		"http://127.0.0.1:8080":           {Namespace: "a", Port: 8080},
		"http://localhost:8080":           {Namespace: "a", Port: 8080},
		"http://[::1]:8080":               {Namespace: "a"},
		"http://$backend:8080":            {Namespace: "a", Port: 8080},
		"unix:/run/a.sock":                {Namespace: "a"},
	} {
		got, _ := serviceAt("a", source.NewFile("x", address).Text())
		got.PortName = ""
		if got != want {
			t.Errorf("%s: got %v, want %v", address, got, want)
		}
	}
}

func TestNginxVariable(t *testing.T) {
	routes := Routes(&Cluster{Files: []*load.File{nginxFileOf("server { set $serve torchserve; location / { proxy_pass http://$serve:8080; } }")}})
	if want := (Backend{Service: "torchserve", Port: 8080}); routes[0].Backend != want {
		t.Errorf("got %v, want %v", routes[0].Backend, want)
	}
}

func TestNginxIncludes(t *testing.T) {
	parts := func(more string) string {
		return `
apiVersion: v1
kind: ConfigMap
metadata: {name: edge}
data:
  nginx.conf: |
    http {
      proxy_read_timeout 180s;
      include /etc/nginx/mime.types;
      include /etc/nginx/conf.d/*.conf;
    }
  default.conf: |
    server { location / { include /etc/nginx/limits.inc; proxy_pass http://torchserve; } }
` + more
	}
	for _, c := range []struct{ more, timeout, body string }{
		{"", "unknown", "unknown"},
		{"  limits.inc: |\n    client_max_body_size 8m;\n", "180 s", "8Mi"},
		{"  limits.inc: |\n    proxy_read_timeout 5m;\n", "300 s", "1Mi"},
	} {
		routes := Routes(clusterOf(t, parts(c.more)))
		if len(routes) != 1 {
			t.Fatalf("%d routes, want 1", len(routes))
		}
		h := routes[0].Hops[0]
		if got := h.Timeout.Cite().Text; got != c.timeout {
			t.Errorf("%q: timeout %s, want %s", c.more, got, c.timeout)
		}
		if got := h.BodyLimit.Cite().Text; got != c.body {
			t.Errorf("%q: body %s, want %s", c.more, got, c.body)
		}
	}
}

// TestNginxLoop has files that include each other.
func TestNginxLoop(t *testing.T) {
	var files []*load.File
	for _, name := range []string{"a.conf", "b.conf", "c.conf", "d.conf"} {
		f := nginxFileOf("include *.conf; server { location / { proxy_pass http://serve; } }")
		f.File = source.NewFile(name, f.Data)
		files = append(files, f)
	}
	if got := len(Routes(&Cluster{Files: files})); got > 4*maxIncludes {
		t.Errorf("%d routes", got)
	}
}

func TestNginxUpstream(t *testing.T) {
	routes := Routes(&Cluster{Files: []*load.File{nginxFileOf("upstream serving { server fescue:8080; keepalive 8; }\nserver { server_name a.example.test; location /predictions/ { proxy_pass http://serving; } }")}})
	r := routes[0]
	if want := (Backend{Service: "fescue", Port: 8080}); r.Backend != want {
		t.Errorf("got %v, want %v", r.Backend, want)
	}
	if r.Host.Or("") != "a.example.test" || r.Path.Or("") != "/predictions/" || r.Port.Or(0) != 8080 {
		t.Errorf("got %s%s, port %d", r.Host.Or(""), r.Path.Or(""), r.Port.Or(0))
	}
}

// TestSet spells what a timer has to be so that the controller reads it.
func TestSet(t *testing.T) {
	for file, want := range map[string]string{
		"ingress-nginx/good.yaml": "185", "aws-alb/good.yaml": "185", "aws-alb/bad.yaml": "", "kong/good.yaml": "185000",
		"openshift-route/good.yaml": "185s", "azure-lb/good.yaml": "4", "haproxytech/good.yaml": "185s", "emissary/good.yaml": "185000",
		"istio/good.yaml": "185s", "envoy-bootstrap/good.yaml": "185s", "nginx-conf/good.yaml": "185s", "knative/good.yaml": "185",
	} {
		manifest, err := fs.ReadFile(facts, "examples/"+file)
		if err != nil {
			t.Fatal(err)
		}
		id, _, _ := strings.Cut(file, "/")
		h := hopOf(t, clusterOf(t, string(manifest)), id)
		got := ""
		for _, timer := range h.Timers {
			if timer.Bounds && timer.Set != nil && got == "" {
				got = timer.Set(seconds(185))
			}
		}
		if file == "aws-alb/bad.yaml" {
			want = "idle_timeout.timeout_seconds=185"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}

// suggested asserts that what a hop suggests to add can be written, and is YAML again where it was.
func suggested(t *testing.T, h *model.Hop) {
	t.Helper()
	var all [][]source.Edit
	for _, timer := range h.Timers {
		if timer.Add != nil {
			all = append(all, timer.Add(305*time.Second))
		}
	}
	if h.AddBody != nil {
		all = append(all, h.AddBody(20<<20))
	}
	if h.Annotate != nil {
		all = append(all, h.Annotate("a.example.test/b", "c"))
	}
	for _, edits := range all {
		if len(edits) == 0 {
			continue
		}
		out, err := source.Apply(edits[0].Span.File, edits)
		if err != nil {
			t.Fatal(err)
		}
		if h.Controller == "nginx-conf" {
			continue
		}
		if _, problems := syntax.YAML(source.NewFile("x", out).Text()); len(problems) > 0 {
			t.Errorf("%v in\n%s", problems[0].Msg, out)
		}
	}
}

// FuzzRoutes reads any manifests without a panic, the same each time.
func FuzzRoutes(f *testing.F) {
	files, err := fs.Glob(facts, "examples/*/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		b, err := fs.ReadFile(facts, name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Fuzz(func(t *testing.T, manifests string) {
		if _, problems := syntax.YAML(source.NewFile("x", manifests).Text()); len(problems) > 0 {
			t.Skip()
		}
		first, second := ladders(t, manifests), ladders(t, manifests)
		if strings.Join(first, "|") != strings.Join(second, "|") {
			t.Errorf("got %q, then %q", first, second)
		}
		for _, r := range slices.Concat(Routes(clusterOf(t, manifests)), Routes(&Cluster{Files: []*load.File{nginxFileOf(manifests)}})) {
			for _, h := range r.Hops {
				suggested(t, h)
			}
		}
	})
}
