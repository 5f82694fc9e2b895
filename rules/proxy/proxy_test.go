package proxy_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/rules/proxy"
)

const (
	base  = "inference_address=http://0.0.0.0:8080\nmodel_store=/srv/store\nload_models=wren.mar\ndefault_workers_per_model=1\n"
	nginx = "nginx.ingress.kubernetes.io/"
	alb   = "alb.ingress.kubernetes.io/"
)

// A files holds what is linted: config is added to the base, the manifests are one file.
type files struct{ config, manifests, extra string }

func (f files) fs(release string) fstest.MapFS {
	out := fstest.MapFS{
		"config.properties": {Data: []byte(base + f.config)},
		".tslint.yaml":      {Data: []byte("version: 1\ntorchserve-version: \"" + release + "\"\n" + f.extra)},
	}
	if strings.HasPrefix(f.manifests, "http {") {
		out["nginx.conf"] = &fstest.MapFile{Data: []byte("events {}\n" + f.manifests)}
	} else {
		out["app.yaml"] = &fstest.MapFile{Data: []byte(f.manifests)}
	}
	return out
}

// found runs one rule and returns its findings.
func found(t *testing.T, rule *lint.Rule, release string, f files) []*lint.Finding {
	t.Helper()
	fs := f.fs(release)
	config, err := lint.LoadConfig(fs, ".tslint.yaml", proxy.Rules)
	if err != nil {
		t.Fatal(err)
	}
	config.Only = []string{rule.ID}
	res, err := lint.Run(t.Context(), proxy.Rules, lint.Options{FS: fs, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	return res.Findings
}

// heads writes the place, severity and message of each finding.
func heads(list []*lint.Finding) (out []string) {
	for _, f := range list {
		at := f.At.Place()
		line, _ := at.File.Line(at.Start)
		out = append(out, fmt.Sprintf("%s:%d %s: %s", at.File.Name, line, f.Severity, f.Message))
	}
	return out
}

// A test says what one rule finds: wants are parts of the findings, in order; none is silent.
type test struct {
	name    string
	release string // 0.9.0 unless said
	files
	wants []string
}

func run(t *testing.T, rule *lint.Rule, tests []test) {
	t.Helper()
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if c.release == "" {
				c.release = "0.9.0"
			}
			got := heads(found(t, rule, c.release, c.files))
			same := len(got) == len(c.wants)
			for i := 0; same && i < len(got); i++ {
				same = strings.Contains(got[i], c.wants[i])
			}
			if !same {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(c.wants, "\n"))
			}
		})
	}
}

// patched applies the fix of the only finding to its file.
func patched(t *testing.T, list []*lint.Finding) string {
	t.Helper()
	if len(list) != 1 || list[0].Fix == nil {
		t.Fatalf("%d findings, want one with a fix: %v", len(list), heads(list))
	}
	out, err := source.Apply(list[0].Fix.Edits[0].Span.File, list[0].Fix.Edits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// ingress writes an Ingress in front of port 80 of the Service wren; paths stand for /.
func ingress(class, annotations string, paths ...string) string {
	if len(paths) == 0 {
		paths = []string{"/"}
	}
	var rules []string
	for _, p := range paths {
		rules = append(rules, "{path: \""+p+"\", pathType: Prefix, backend: {service: {name: wren, port: {number: 80}}}}")
	}
	return "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: front\n  annotations:\n    a: b\n    " + annotations +
		"\nspec:\n  ingressClassName: " + class + "\n  rules: [{http: {paths: [" + strings.Join(rules, ", ") + "]}}]\n" + service("8080", "")
}

// service writes the Service wren, whose port 80 leads to a port of the pod.
func service(target, port string) string {
	return "---\napiVersion: v1\nkind: Service\nmetadata: {name: wren}\nspec:\n  selector: {app: wren}\n  ports: [{port: 80, targetPort: " + target + port + "}]\n"
}
