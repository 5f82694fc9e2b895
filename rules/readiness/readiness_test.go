package readiness_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/rules/readiness"
)

const (
	plain = "inference_address=http://0.0.0.0:8080\nmanagement_address=http://0.0.0.0:8081\nmetrics_address=http://0.0.0.0:8082\n"
	tls   = "inference_address=https://0.0.0.0:8443\nkeystore=/k\n"
)

// A test says what one rule finds: want is a part of the only finding; empty: none.
type test struct{ name, config, probe, more, want string }

func (c test) files() fstest.MapFS {
	pod := "apiVersion: v1\nkind: Pod\nmetadata: {name: wren, labels: {app: wren}}\nspec:\n  containers:\n  - name: server\n    image: pytorch/torchserve:0.9.0-cpu\n" +
		"    args: [torchserve, --foreground, --ts-config, /c/config.properties]\n"
	if c.probe != "" {
		pod += "    readinessProbe:\n      " + c.probe + "\n"
	}
	return fstest.MapFS{"config.properties": {Data: []byte(c.config)}, "app.yaml": {Data: []byte(pod + c.more)}}
}

func found(t *testing.T, rule *lint.Rule, c test) []*lint.Finding {
	t.Helper()
	config := lint.NewConfig()
	config.Only = []string{rule.ID}
	res, err := lint.Run(t.Context(), readiness.Rules, lint.Options{FS: c.files(), Config: config})
	if err != nil {
		t.Fatal(err)
	}
	return res.Findings
}

func run(t *testing.T, rule *lint.Rule, tests []test) {
	t.Helper()
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range found(t, rule, c) {
				at := f.At.Place()
				line, _ := at.File.Line(at.Start)
				got = append(got, fmt.Sprintf("%s:%d %s: %s", at.File.Name, line, f.Severity, f.Message))
			}
			if all := strings.Join(got, "\n"); c.want == "" && all != "" || c.want != "" && (len(got) != 1 || !strings.Contains(all, c.want)) {
				t.Errorf("got:\n%s\nwant:\n%s", all, c.want)
			}
		})
	}
}

// behind writes the Service wren and an Ingress of NGINX in front of it.
func behind(target, annotation string) string {
	return "---\napiVersion: v1\nkind: Service\nmetadata: {name: wren}\nspec:\n  selector: {app: wren}\n  ports: [{port: 80, targetPort: " + target + "}]\n" +
		"---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: front\n  annotations:\n    " + annotation +
		"\nspec: {ingressClassName: " + strings.SplitN(annotation, ".", 2)[0] + ", defaultBackend: {service: {name: wren, port: {number: 80}}}}\n"
}

func TestProbeSchemeMismatch(t *testing.T) {
	const told = "nginx.ingress.kubernetes.io/backend-protocol: "
	run(t, readiness.ProbeSchemeMismatch, []test{
		{"http by default", tls, "httpGet: {path: /ping, port: 8443}", "", "app.yaml:10 error: readinessProbe speaks http to https://0.0.0.0:8443 (inference_address)"},
		{"http in words", tls, "httpGet: {path: /ping, port: 8443, scheme: HTTP}", "", "app.yaml:10 error"},
		{"https", tls, "httpGet: {path: /ping, port: 8443, scheme: HTTPS}", "", ""},
		{"https to http", plain, "httpGet: {path: /ping, port: 8080, scheme: HTTPS}", "", "readinessProbe speaks https to http://0.0.0.0:8080"},
		{"http to http", plain, "httpGet: {path: /ping, port: 8080}", "", ""},
		{"the port of a side container", tls, "httpGet: {path: /ping, port: 9443}", "", ""},
		{"no requests", tls, "tcpSocket: {port: 8443}", "", ""},
		{"a command", tls, "exec: {command: [curl, -fk, 'http://localhost:8443/ping']}", "", "readinessProbe speaks http to https://0.0.0.0:8443"},
		{"a command that speaks https", tls, "exec: {command: [curl, -fk, 'https://localhost:8443/ping']}", "", ""},
		{"a command that does more", tls, "exec: {command: [sh, -c, 'curl -f http://localhost:8443/ping || true']}", "", ""},
		{"a proxy is told to speak https", plain, "", behind("8080", told+"HTTPS"), "front speaks https to http://0.0.0.0:8080 (inference_address)"},
		{"a proxy speaks https", tls, "", behind("8443", told+"HTTPS"), ""},
		{"a proxy is told nothing", tls, "", behind("8443", "nginx.ingress.kubernetes.io/proxy-read-timeout: \"9\""), ""},
	})
}

func TestProbeSchemeFix(t *testing.T) {
	for probe, want := range map[string]string{
		"httpGet: {path: /ping, port: 8443}":                       "httpGet: {path: /ping, port: 8443, scheme: HTTPS}",
		"httpGet: {port: 8443, path: /ping}":                       "httpGet: {port: 8443, scheme: HTTPS, path: /ping}",
		"httpGet: {path: /ping, port: 8443, scheme: HTTP}":         "httpGet: {path: /ping, port: 8443, scheme: HTTPS}",
		"httpGet:\n        path: /ping\n        port: 8443":        "httpGet:\n        path: /ping\n        port: 8443\n        scheme: HTTPS",
		"httpGet:\n        port: 8443 # REST\n        path: /ping": "",
		"httpGet: {\"path\": \"/ping\", \"port\": 8443}":           "",
	} {
		c := test{config: tls, probe: probe}
		list := found(t, readiness.ProbeSchemeMismatch, c)
		if len(list) != 1 || (list[0].Fix != nil) != (want != "") {
			t.Fatalf("%s: %d findings, or not the fix that is wanted", probe, len(list))
		}
		if want == "" {
			continue
		}
		got, err := source.Apply(list[0].Fix.Edits[0].Span.File, list[0].Fix.Edits)
		if whole := strings.Replace(string(c.files()["app.yaml"].Data), probe, want, 1); got != whole || err != nil {
			t.Errorf("got:\n%s\n%v\nwant:\n%s", got, err, whole)
		}
	}
}

func TestProbeGRPCUnsupported(t *testing.T) {
	const version = "alb.ingress.kubernetes.io/backend-protocol-version: GRPC"
	const asks = "\n    alb.ingress.kubernetes.io/healthcheck-path: /grpc.health.v1.Health/Check"
	run(t, readiness.ProbeGRPCUnsupported, []test{
		{"a gRPC port", plain, "grpc: {port: 7070}", "", "app.yaml:10 error: readinessProbe on port 7070 asks for grpc.health.v1"},
		{"a port of its own", plain + "grpc_inference_port=9000\n", "grpc: {port: 9000}", "", "readinessProbe on port 9000"},
		{"the port of a side container", plain, "grpc: {port: 9000}", "", ""},
		{"a plug-in may have it", plain + "plugins_path=/p\n", "grpc: {port: 7070}", "", ""},
		{"a command", plain, "exec: {command: [/bin/grpc_health_probe, '-addr=:7071']}", "", "readinessProbe on port 7071"},
		{"a command to another port", plain, "exec: {command: [/bin/grpc_health_probe, '-addr=:9000']}", "", ""},
		{"REST", plain, "httpGet: {path: /ping, port: 8080}", "", ""},
		{"a load balancer", plain, "", behind("7070", version+asks+"\n    alb.ingress.kubernetes.io/success-codes: '0'"), "front checks /grpc.health.v1.Health/Check on port 7070"},
		{"a load balancer that lets it count", plain, "", behind("7070", version+asks+"\n    alb.ingress.kubernetes.io/success-codes: '0-99'"), ""},
		{"a load balancer's default", plain, "", behind("7070", version), ""},
	})
}
