package security_test

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/rules/security"
)

const (
	addresses = "inference_address=http://0.0.0.0:8080\nmanagement_address=http://0.0.0.0:8081\nmetrics_address=http://0.0.0.0:8082\nmodel_store=/m\n"
	args      = "[torchserve, --foreground, --ncs, --ts-config, /c/config.properties]"
	ping      = "readinessProbe: {httpGet: {path: /ping, port: 8080}}"
)

// A test is a Pod, whose args are on line 8 of app.yaml, and its config.properties.
type test struct{ name, image, args, container, config, more, want string }

func run(t *testing.T, tests []test) {
	t.Helper()
	for _, c := range tests {
		files := map[string]string{
			"config.properties": addresses + c.config,
			"app.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: {app: a}}\nspec:\n  containers:\n  - name: ts\n    image: " + c.image + "\n    args: " + c.args +
				"\n    " + c.container + "\n" + c.more,
		}
		if got := linttest.Found(t, security.Rules, "token-auth-blocks", "", files); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func official(release string) string { return "pytorch/torchserve:" + release + "-cpu" }

func TestTokenSwitches(t *testing.T) {
	const at = "app.yaml:8 error"
	flag := func(f string) string { return strings.TrimSuffix(args, "]") + ", " + f + "]" }
	env := ping + "\n    env: [{name: TS_DISABLE_TOKEN_AUTHORIZATION, value: \"true\"}]"
	run(t, []test{
		{"the first release that asks", official("0.11.1"), args, ping, "", "", at},
		{"the last", official("0.12.0"), args, ping, "", "", at},
		{"the last that does not", official("0.11.0"), args, ping, "", "", ""},
		{"a release that is not known", "pytorch/torchserve@sha256:" + strings.Repeat("0", 64), args, ping, "", "", "app.yaml:8 warning"},
		{"off in the file", official("0.12.0"), args, ping, "disable_token_authorization=true\n", "", ""},
		{"off, in capitals", official("0.12.0"), args, ping, "disable_token_authorization=TRUE\n", "", ""},
		{"on in the file", official("0.12.0"), args, ping, "disable_token_authorization=false\n", "", "config.properties:5 error"},
		{"no bool", official("0.12.0"), args, ping, "disable_token_authorization=yes\n", "", "config.properties:5 error"},
		{"off by a flag", official("0.12.0"), flag("--disable-token-auth"), ping, "", "", ""},
		{"off by a shortened flag", official("0.12.0"), flag("--disable-token"), ping, "", "", ""},
		{"the entrypoint's own command", official("0.12.0"), "[serve]", ping, "", "", ""},
		{"a variable that is read", official("0.12.0"), args, env, "enable_envvars_config=true\n", "", ""},
		{"a variable that is not", official("0.12.0"), args, env, "", "", at},
		{"a variable that is not known", official("0.12.0"), args, ping + "\n    envFrom: [{configMapRef: {name: gone}}]", "enable_envvars_config=true\n", "", ""},
	})
}

func TestCallers(t *testing.T) {
	const at = "app.yaml:8 error"
	image := official("0.12.0")
	probe := func(s string) string { return "livenessProbe: " + s }
	command := func(s string) string { return probe("{exec: {command: [sh, -c, \"" + s + "\"]}}") }
	run(t, []test{
		{"nobody", image, args, "tty: false", "", "", ""},
		{"management", image, args, probe("{httpGet: {path: /models/a, port: 8081}}"), "", "", at},
		{"metrics", image, args, probe("{httpGet: {path: /metrics, port: 8082}}"), "", "", ""},
		{"the description, which is open", image, args, probe("{httpGet: {path: /api-description, port: 8080}}"), "", "", ""},
		{"the root, which is 405 at once", image, args, probe("{httpGet: {path: /, port: 8080}}"), "", "", ""},
		{"a port of another container", image, args, probe("{httpGet: {path: /ping, port: 15021}}"), "", "", ""},
		{"no request", image, args, probe("{tcpSocket: {port: 8080}}"), "", "", ""},
		{"a fixed token", image, args, probe("{httpGet: {path: /ping, port: 8080, httpHeaders: [{name: Authorization, value: Bearer x}]}}"), "", "", at},
		{"a command", image, args, command("curl -sf http://localhost:8080/ping"), "", "", at},
		{"a command that reads the keys", image, args, command("curl -sf -H \\\"Authorization: Bearer $(jq -r .inference.key key_file.json)\\\" http://localhost:8080/ping"), "", "", ""},
		{"a command without a shell", image, args, probe("{exec: {command: [curl, -sf, 'http://localhost:8080/ping']}}"), "", "", at},
		{"a command without a shell for metrics", image, args, probe("{exec: {command: [curl, -sf, 'http://localhost:8082/metrics']}}"), "", "", ""},
		{"a command for a side container", image, args, probe("{exec: {command: [wget, -qO-, 'http://localhost:15021/healthz/ready']}}"), "", "", ""},
		{"a command that goes on", image, args, command("curl -sf http://localhost:8080/ping || true"), "", "", ""},
		{"a command for metrics", image, args, command("curl -sf http://localhost:8082/metrics"), "", "", ""},
		{"a port by name", image, args, "ports: [{name: http, containerPort: 8080}]\n    readinessProbe: {httpGet: {path: /ping, port: http}}", "", "", at},
	})
}

func TestHealthChecks(t *testing.T) {
	front := func(annotation string) string {
		return "---\napiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: a}, ports: [{port: 8080}]}\n---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: front\n  annotations:\n    alb.ingress.kubernetes.io/target-type: ip\n    alb.ingress.kubernetes.io/healthcheck-path: /ping\n" +
			annotation + "spec: {ingressClassName: alb, defaultBackend: {service: {name: a, port: {number: 8080}}}}\n"
	}
	codes := func(s string) string { return "    alb.ingress.kubernetes.io/success-codes: \"" + s + "\"\n" }
	const at = "app.yaml:8 error"
	for annotation, want := range map[string]string{
		"": at, codes("200"): at, codes("200,400"): "", codes("200-499"): "", codes("200-399"): at, codes("400"): "", codes("401-499"): at,
	} {
		run(t, []test{{"a load balancer with " + annotation, official("0.12.0"), args, "tty: false", "", front(annotation), want}})
	}
}
