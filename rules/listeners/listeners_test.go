package listeners_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/rules/listeners"
)

// A test says what one rule finds in a config.properties, and in manifests beside it: wants
// are parts of the findings, in order; none is silent.
type test struct {
	name, release, config, manifests string
	wants                            []string
}

func found(t *testing.T, rule *lint.Rule, c test) []*lint.Finding {
	t.Helper()
	fs := fstest.MapFS{"config.properties": {Data: []byte(c.config)}}
	if c.manifests != "" {
		fs["app.yaml"] = &fstest.MapFile{Data: []byte(c.manifests)}
	}
	return check(t, rule, c.release, fs)
}

// check runs one rule on files.
func check(t *testing.T, rule *lint.Rule, release string, fs fstest.MapFS) []*lint.Finding {
	t.Helper()
	config := lint.NewConfig()
	config.Only = []string{rule.ID}
	if r, ok := model.ParseRelease(release); ok {
		v := model.Known(r, model.Origin{Why: "from --torchserve-version"})
		config.Release = &v
	}
	res, err := lint.Run(t.Context(), listeners.Rules, lint.Options{FS: fs, Config: config})
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

// fix applies the fix of the only finding.
func fix(t *testing.T, rule *lint.Rule, c test) string {
	t.Helper()
	list := found(t, rule, c)
	if len(list) != 1 || list[0].Fix == nil {
		t.Fatalf("%s: %d findings, want one with a fix", c.config, len(list))
	}
	out, err := source.Apply(list[0].Fix.Edits[0].Span.File, list[0].Fix.Edits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// pod writes a pod that mounts the config; security is what its spec begins with.
func pod(image, security string, containers ...string) string {
	return "apiVersion: v1\nkind: Pod\nmetadata: {name: wren, labels: {app: wren}}\nspec:\n" + security + "  containers:\n  - name: server\n    image: " + image +
		"\n    args: [torchserve, --foreground, --ts-config, /c/config.properties]\n" + strings.Join(containers, "")
}

const (
	stock = "pytorch/torchserve:0.9.0-cpu"
	open  = "inference_address=http://0.0.0.0:8080\nmanagement_address=http://0.0.0.0:8081\nmetrics_address=http://0.0.0.0:8082\n"
)

func service(port string) string {
	return "---\napiVersion: v1\nkind: Service\nmetadata: {name: wren}\nspec:\n  selector: {app: wren}\n  ports: [{port: 80, targetPort: " + port + "}]\n"
}

func TestPortClash(t *testing.T) {
	second := "  - name: second\n    image: " + stock + "\n    args: [torchserve, --foreground, --ts-config, /c/config.properties]\n"
	run(t, listeners.PortClash, []test{
		{"metrics", "0.9.0", "management_address=http://0.0.0.0:8081\nmetrics_address=http://0.0.0.0:8081\n", "", []string{"config.properties:2 error: management_address and metrics_address both want port 8081"}},
		{"metrics are off", "0.9.0", "management_address=http://0.0.0.0:8081\nmetrics_address=http://0.0.0.0:8081\nenable_metrics_api=false\n", "", nil},
		{"before there were metrics", "0.1.1", "management_address=http://0.0.0.0:8081\nmetrics_address=http://0.0.0.0:8081\n", "", nil},
		{"one address for both", "0.9.0", "inference_address=http://0.0.0.0:8085\nmanagement_address=http://0.0.0.0:8085\n", "", nil},
		{"one address, two schemes", "0.9.0", "inference_address=https://0.0.0.0:8085\nmanagement_address=http://0.0.0.0:8085\n", "", nil},
		{"two hosts", "0.9.0", "inference_address=http://0.0.0.0:8085\nmanagement_address=http://127.0.0.1:8085\n", "", []string{"config.properties:2 error: inference_address and management_address both want port 8085"}},
		{"two hosts that are apart", "0.9.0", "inference_address=http://10.0.0.5:8085\nmanagement_address=http://127.0.0.1:8085\n", "", nil},
		{"a default is in the way", "0.9.0", "inference_address=http://127.0.0.1:8081\n", "", nil},
		{"on all interfaces", "0.9.0", "inference_address=http://0.0.0.0:8081\n", "", []string{"config.properties:1 error: inference_address and management_address both want port 8081"}},
		{"gRPC", "0.9.0", "metrics_address=http://0.0.0.0:7071\n", "", []string{"config.properties:1 error: metrics_address and grpc_management_port both want port 7071"}},
		{"before there was gRPC", "0.2.0", "metrics_address=http://0.0.0.0:7071\n", "", nil},
		{"gRPC on the loopback", "0.11.0", "metrics_address=http://10.0.0.5:7071\n", "", nil},
		{"any free port", "0.9.0", "grpc_inference_port=0\ngrpc_management_port=0\n", "", nil},
		{"sockets", "0.9.0", "inference_address=unix:/tmp/a\nmanagement_address=unix:/tmp/a\n", "", nil},
		{"two servers of a pod", "0.9.0", open, pod(stock, "", second), []string{"containers server and second share the network of their pod and both want "}},
		{"two pods", "0.9.0", open, pod(stock, "") + "---\n" + strings.Replace(pod(stock, ""), "name: wren", "name: heron", 1), nil},
	})
}

func TestGRPCLoopback(t *testing.T) {
	run(t, listeners.GRPCLoopback, []test{
		{"from 0.11.0", "0.11.0", open + "grpc_inference_port=7070\n", service("7070"), []string{"config.properties:4 error: Service wren reaches for gRPC port 7070, which TorchServe 0.11.0 binds to 127.0.0.1"}},
		{"before 0.11.0", "0.10.0", open + "grpc_inference_port=7070\n", service("7070"), nil},
		{"nothing is written", "0.12.0", open, service("7070"), []string{"app.yaml:7 error"}},
		{"written", "0.12.0", open + "grpc_inference_address=localhost\n", service("7070"), []string{"config.properties:4 error: Service wren reaches for gRPC port 7070, which TorchServe 0.12.0 binds to localhost"}},
		{"open", "0.12.0", open + "grpc_inference_address=0.0.0.0\n", service("7070"), nil},
		{"management", "0.12.0", open + "grpc_inference_address=0.0.0.0\n", service("7071"), []string{"(grpc_management_address)"}},
		{"nobody reaches for it", "0.12.0", open, service("8080"), nil},
		{"the image's own config", "0.12.0", "", strings.Replace(pod("pytorch/torchserve:0.12.0-cpu", ""), "[torchserve, --foreground, --ts-config, /c/config.properties]", "[serve]", 1) + service("7070"), nil},
		{"a wrapper talks to it", "0.12.0", open, pod("pytorch/torchserve-kfs:0.12.0", "") + service("7070"), nil},
	})
	grpcPass := func(host string) fstest.MapFS {
		return fstest.MapFS{
			"config.properties": {Data: []byte(open)},
			"nginx.conf":        {Data: []byte("events {}\nhttp { server { location / { grpc_pass grpc://" + host + ":7070; } } }\n")},
		}
	}
	for host, want := range map[string]int{"wren": 1, "127.0.0.1": 0, "localhost": 0} {
		if got := len(check(t, listeners.GRPCLoopback, "0.12.0", grpcPass(host))); got != want {
			t.Errorf("%s: %d findings, want %d", host, got, want)
		}
	}
	for _, c := range []struct{ config, want string }{
		{open, open + "grpc_inference_address=0.0.0.0\n"},
		{open + "grpc_inference_address=127.0.0.1\n", open + "grpc_inference_address=0.0.0.0\n"},
	} {
		if got := fix(t, listeners.GRPCLoopback, test{release: "0.12.0", config: c.config, manifests: service("7070")}); got != c.want {
			t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
		}
	}
}

func TestBindPrivilegedPort(t *testing.T) {
	user := func(id string) string { return "  securityContext: {runAsUser: " + id + "}\n" }
	const portless = "inference_address=http://0.0.0.0\n"
	run(t, listeners.BindPrivilegedPort, []test{
		{"no port", "0.9.0", portless, pod(stock, user("1000")), []string{"config.properties:1 warning: inference_address=http://0.0.0.0 means port 80, which user 1000 may not bind"}},
		{"https", "0.9.0", "inference_address=https://0.0.0.0\n", pod(stock, user("1000")), []string{"means port 443"}},
		{"the image's user", "0.9.0", portless, pod(stock, ""), []string{"which user model-server may not bind"}},
		{"the image of somebody", "0.9.0", portless, pod("registry.example.test/torchserve:1", ""), nil},
		{"root", "0.9.0", portless, pod(stock, user("0")), nil},
		{"the highest", "0.9.0", "inference_address=http://0.0.0.0:1023\n", pod(stock, user("1000")), []string{"means port 1023"}},
		{"the first free one", "0.9.0", "inference_address=http://0.0.0.0:1024\n", pod(stock, user("1000")), nil},
		{"management has a port of its own", "0.9.0", "management_address=http://0.0.0.0\n", pod(stock, user("1000")), nil},
		{"a capability", "0.9.0", portless, pod(stock, user("1000"), "    securityContext: {capabilities: {add: [NET_BIND_SERVICE]}}\n"), nil},
		{"a sysctl", "0.9.0", portless, pod(stock, "  securityContext: {runAsUser: 1000, sysctls: [{name: net.ipv4.ip_unprivileged_port_start, value: \"0\"}]}\n"), nil},
		{"a socket", "0.9.0", "inference_address=unix:/tmp/a\n", pod(stock, user("1000")), nil},
		{"no container", "0.9.0", portless, "", nil},
	})
	c := test{release: "0.9.0", config: portless, manifests: pod(stock, user("1000"))}
	if got, want := fix(t, listeners.BindPrivilegedPort, c), "inference_address=http://0.0.0.0:8080\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPortMismatchFix(t *testing.T) {
	named := func(name string) string {
		return strings.Replace(service("9999"), "{port: 80,", "{name: "+name+", port: 80,", 1)
	}
	for name, port := range map[string]string{"http": "8080", "grpc": "7070", "metrics": "8082", "admin": ""} {
		c := test{release: "0.9.0", config: open, manifests: pod(stock, "") + named(name)}
		list := found(t, listeners.PortMismatch, c)
		if len(list) != 1 || (list[0].Fix != nil) != (port != "") {
			t.Fatalf("%s: %d findings, or not the fix that is wanted", name, len(list))
		}
		if port == "" {
			continue
		}
		if got, want := fix(t, listeners.PortMismatch, c), strings.Replace(c.manifests, "9999", port, 1); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
	c := test{release: "0.9.0", config: open, manifests: pod(stock, "", "    livenessProbe: {httpGet: {path: /ping, port: 9999}}\n")}
	if got, want := fix(t, listeners.PortMismatch, c), strings.Replace(c.manifests, "9999", "8080", 1); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
