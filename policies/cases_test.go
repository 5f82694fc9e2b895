package policies_test

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/lint/rego"
	"github.com/torchserve-lint/tslint/policies"
)

const (
	cpu       = "pytorch/torchserve:0.9.0-cpu"
	addresses = "inference_address=http://0.0.0.0:8080\nmanagement_address=http://0.0.0.0:8081\nmodel_store=/m\nload_models=a=a.mar\n"
)

// pod is a Pod, the name of whose container is on line 6 and whose image is on line 7.
func pod(image, container, more string) string {
	return "apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: {app: a}}\nspec:\n  containers:\n  - name: ts\n    image: " + image +
		"\n    args: [torchserve, --foreground, --ncs, --ts-config, /c/config.properties]\n    " + container + "\n" + more
}

func service(typ, port string) string {
	return "---\napiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  type: " + typ + "\n  selector: {app: a}\n  ports:\n  - {port: 80, targetPort: " + port + "}\n"
}

// A test is a Pod and its config.properties, which has four lines already.
type test struct{ rule, image, container, more, config, settings, want string }

func TestPolicies(t *testing.T) {
	rules, err := rego.Rules(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, tests := range [][]test{images(), limits(), readiness(), management(), scaling()} {
		for _, c := range tests {
			files := map[string]string{"app.yaml": pod(c.image, c.container, c.more), "config.properties": addresses + c.config}
			if c.settings != "" {
				files[lint.ConfigName] = "version: 1\n" + c.settings
			}
			if got := linttest.Found(t, rules, c.rule, "", files); got != c.want {
				t.Errorf("%s of %s, %q, %q, %q, %q: %q, want %q", c.rule, c.image, c.container, c.more, c.config, c.settings, got, c.want)
			}
		}
	}
}

const plain = "tty: false"

func images() (out []test) {
	const moving, digest = "app.yaml:7 warning", "@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	const strict = "rules: {image-floating-tag: {require-digest: true}}\n"
	for image, want := range map[string]string{
		"pytorch/torchserve":                         moving,
		"pytorch/torchserve:latest":                  moving,
		"pytorch/torchserve:latest-cpu":              moving,
		"pytorch/torchserve:latest-gpu":              moving,
		"pytorch/torchserve-nightly:cpu-2024.05.01":  "",
		"pytorch/torchserve:0.12.0-cpu":              "",
		"pytorch/torchserve:latest" + digest:         "",
		"pytorch/torchserve" + digest:                "",
		"example.test:5000/ml/torchserve":            moving, // the colon is the port's
		"example.test:5000/ml/torchserve:2024-05":    "",
		"example.test/pytorch/torchserve:latest-gpu": moving,
	} {
		out = append(out, test{"image-floating-tag", image, plain, "", "", "", want})
	}
	only := func(s string) string { return "rules: {image-registry-not-allowed: {registries: [" + s + "]}}\n" }
	const foreign = "image-registry-not-allowed"
	return append(out,
		test{"image-floating-tag", cpu, plain, "", "", strict, moving},
		test{"image-floating-tag", cpu + digest, plain, "", "", strict, ""},
		test{"image-floating-tag", "pytorch/torchserve:latest", plain, "", "", strict, moving},
		test{foreign, cpu, plain, "", "", "", ""}, // no list
		test{foreign, cpu, plain, "", "", only("docker.io/pytorch"), ""},
		test{foreign, cpu, plain, "", "", only("docker.io/pytorch/"), ""},
		test{foreign, cpu, plain, "", "", only("docker.io/pyto"), moving}, // whole parts of the name
		test{foreign, cpu, plain, "", "", only("example.test"), moving},
		test{foreign, "example.test/torchserve:1", plain, "", "", only("example.test"), ""},
		test{foreign, "example.test:5000/torchserve:1", plain, "", "", only("example.test"), moving},
		test{foreign, "localhost/torchserve:1", plain, "", "", only("docker.io"), moving},
		test{foreign, "example.test.evil.test/torchserve:1", plain, "", "", only("example.test"), moving},
	)
}

func limits() []test {
	const rule, at = "memory-limit-missing", "app.yaml:6 warning"
	inSpace := func(kind, what string) string {
		return "---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec:\n  limits:\n  - type: " + kind + "\n    " + what + ": {memory: 4Gi}\n"
	}
	return []test{
		{rule, cpu, plain, "", "", "", at},
		{rule, cpu, "resources: {limits: {cpu: 4}, requests: {memory: 4Gi}}", "", "", "", at},
		{rule, cpu, "resources: {limits: {memory: 4Gi}}", "", "", "", ""},
		{rule, cpu, "resources: {limits: {memory: \"{{ .Values.memory }}\"}}", "", "", "", ""}, // there is one, whatever it is
		{rule, cpu, plain, "  - name: side\n    image: envoyproxy/envoy:v1.30.0\n    resources: {limits: {memory: 1Gi}}\n", "", "", at},
		{rule, cpu, "resources: {limits: {memory: 4Gi}}", "  - name: side\n    image: envoyproxy/envoy:v1.30.0\n", "", "", ""},
		{rule, cpu, plain, inSpace("Container", "default"), "", "", ""},
		{rule, cpu, plain, inSpace("Container", "defaultRequest"), "", "", at},
		{rule, cpu, plain, inSpace("Pod", "max"), "", "", at},
		{rule, cpu, plain, strings.Replace(inSpace("Container", "default"), "{name: l}", "{name: l, namespace: other}", 1), "", "", at},
	}
}

func readiness() []test {
	const rule, at = "readiness-missing", "app.yaml:6 warning"
	const probe = "{httpGet: {path: /ping, port: 8080}}"
	return []test{
		{rule, cpu, plain, service("ClusterIP", "8080"), "", "", at},
		{rule, cpu, "readinessProbe: " + probe, service("ClusterIP", "8080"), "", "", ""},
		{rule, cpu, "livenessProbe: " + probe, service("ClusterIP", "8080"), "", "", at},
		{rule, cpu, plain, "", "", "", ""},
		{rule, cpu, plain, strings.Replace(service("ClusterIP", "8080"), "{app: a}", "{app: b}", 1), "", "", ""},
		{rule, cpu, plain, strings.Replace(service("ClusterIP", "8080"), "{name: a}", "{name: a, namespace: b}", 1), "", "", ""},
		{rule, cpu, "startupProbe: {exec: {command: [sh, -c, \"curl localhost:8081/models/a | grep READY\"]}}\n    livenessProbe: " + probe, service("ClusterIP", "8080"), "", "", ""},
		{rule, cpu, "startupProbe: {exec: {command: [sh, -c, \"curl localhost:8081/models/a | grep READY\"]}}", service("ClusterIP", "8080"), "", "", at},
		{rule, cpu, "startupProbe: " + probe + "\n    livenessProbe: " + probe, service("ClusterIP", "8080"), "", "", at},
		{rule, cpu, plain, "  - name: side\n    image: envoyproxy/envoy:v1.30.0\n    ports: [{containerPort: 9000}]\n" + service("ClusterIP", "9000"), "", "", ""},
	}
}

func management() []test {
	const rule, at = "management-api-exposed", "app.yaml:18 warning"
	const ingress = "---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: i}\nspec: {ingressClassName: nginx, rules: [{http: {paths: [{path: /models, pathType: Prefix, backend: {service: {name: a, port: {number: 80}}}}]}}]}\n"
	return []test{
		{rule, cpu, plain, service("LoadBalancer", "8081"), "", "", at},
		{rule, cpu, plain, service("NodePort", "8081"), "", "", at},
		{rule, cpu, plain, service("ClusterIP", "8081"), "", "", ""},
		{rule, cpu, plain, service("LoadBalancer", "8080"), "", "", ""},
		{rule, cpu, plain, service("LoadBalancer", "7071"), "", "", at},
		{rule, cpu, plain, service("LoadBalancer", "7070"), "", "", ""},
		{rule, "pytorch/torchserve:0.11.0-cpu", plain, service("LoadBalancer", "7071"), "", "", ""}, // only the loopback by default
		{rule, "pytorch/torchserve:0.12.0-cpu", plain, service("LoadBalancer", "8081"), "", "", ""}, // tokens
		{rule, "pytorch/torchserve:0.12.0-cpu", plain, service("LoadBalancer", "8081"), "disable_token_authorization=true\n", "", at},
		{rule, cpu, plain, service("LoadBalancer", "8081"), "management_address=http://127.0.0.1:8081\n", "", ""},
		{rule, cpu, plain, service("LoadBalancer", "8081"), "management_address=http://0.0.0.0:9081\n", "", ""},
		{rule, cpu, plain, service("LoadBalancer", "9081"), "management_address=http://0.0.0.0:9081\n", "", at},
		{rule, cpu, plain, service("LoadBalancer", "8085"), "inference_address=http://0.0.0.0:8085\nmanagement_address=http://0.0.0.0:8085\n", "", ""}, // merged on purpose
		{rule, cpu, "ports: [{containerPort: 8081, hostPort: 8081}]", "", "", "", "app.yaml:9 warning"},
		{rule, cpu, "ports: [{containerPort: 8081}]", "", "", "", ""},
		{rule, cpu, "ports: [{containerPort: 8080, hostPort: 8080}]", "", "", "", ""},
		{rule, cpu, plain, service("ClusterIP", "8081") + ingress, "", "", "app.yaml:23 warning"},
		{rule, cpu, plain, service("ClusterIP", "8080") + ingress, "", "", ""},
	}
}

func scaling() []test {
	const rule, at = "max-workers-no-autoscale", "config.properties:5 info"
	of := func(s string) string { return `models={"a":{"1.0":{` + s + "}}}\n" }
	return []test{
		{rule, cpu, plain, "", of(`"minWorkers":1,"maxWorkers":2`), "", at},
		{rule, cpu, plain, "", of(`"minWorkers":2,"maxWorkers":2`), "", ""},
		{rule, cpu, plain, "", of(`"minWorkers":3,"maxWorkers":2`), "", ""},
		{rule, cpu, plain, "", of(`"maxWorkers":2`) + "default_workers_per_model=1\n", "", at},
		{rule, cpu, plain, "", of(`"maxWorkers":2`), "", ""},                                           // as many as the node has: not known
		{rule, cpu, plain, "", of(`"minWorkers":1`) + "default_workers_per_model=4\n", "", ""},         // nobody wrote it for the model
		{rule, "pytorch/torchserve:0.4.0-cpu", plain, "", of(`"minWorkers":1,"maxWorkers":2`), "", ""}, // not read before 0.4.1
	}
}
