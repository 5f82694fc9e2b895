package link

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint/model"
)

// A podOf is a Pod that runs TorchServe, beside ConfigMaps a and b, which say each their own queue size.
type podOf struct{ image, command, args, env, envFrom string }

const configMaps = `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  config.properties: |
    job_queue_size=11
    default_response_timeout=$$LIMIT$$
    load_models=a.mar
  on.properties: |
    enable_envvars_config=TRUE
    job_queue_size=12
    load_models=a.mar
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
data:
  config.properties: |
    job_queue_size=21
---
`

func (p podOf) yaml() string {
	if p.image == "" {
		p.image = "pytorch/torchserve:0.12.0-cpu"
	}
	out := "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: ts\n    image: " + p.image + "\n"
	for key, v := range map[string]string{"command": p.command, "args": p.args, "env": p.env, "envFrom": p.envFrom} {
		if v != "" {
			out += "    " + key + ": " + v + "\n"
		}
	}
	return configMaps + out + `    volumeMounts: [{name: a, mountPath: /a}, {name: b, mountPath: /b}, {name: s, mountPath: /models}]
  volumes:
  - {name: a, configMap: {name: a}}
  - {name: b, configMap: {name: b}}
  - {name: s, persistentVolumeClaim: {claimName: s}}
`
}

// server returns the one server of a pod, or nil.
func (p podOf) server(t *testing.T) *model.Server {
	t.Helper()
	d := linked(t, "", fstest.MapFS{"pod.yaml": {Data: []byte(p.yaml())}})
	for _, s := range d.Servers {
		if s.Workload != nil {
			return s
		}
	}
	return nil
}

// in writes what a key comes to; ? where that is not known, - where it is unset.
func in(s *model.Server, key string) string {
	if s == nil {
		return "no server"
	}
	if s.Settings == nil {
		return "?"
	}
	v := s.Settings.Get(key)
	if v == nil {
		return "-"
	}
	text, ok := v.Get()
	if !ok {
		return "?"
	}
	return text
}

// TestConfigFile has the order in which the config file is found (precedence.md, section 1), and the ways to
// say it.
func TestConfigFile(t *testing.T) {
	const start = "torchserve, --start, --ncs, --model-store, /models"
	for _, c := range []struct {
		name string
		pod  podOf
		want string // job_queue_size
	}{
		{"bundled", podOf{}, "1000"},
		{"bundled, serve", podOf{args: "[serve]"}, "1000"},
		{"bundled, no file named", podOf{args: "[" + start + "]"}, "1000"}, // ./config.properties of the image
		{"--ts-config", podOf{args: "[" + start + ", --ts-config, /a/config.properties]"}, "11"},
		{"--ts-config=", podOf{args: "[" + start + ", --ts-config=/a/config.properties]"}, "11"},
		{"a beginning of the flag", podOf{args: "[" + start + ", --ts-c, /a/config.properties]"}, "11"},
		{"the last flag", podOf{args: "[" + start + ", --ts-config, /a/config.properties, --ts-config, /b/config.properties]"}, "21"},
		{"the variable", podOf{env: "[{name: TS_CONFIG_FILE, value: /b/config.properties}]"}, "21"},
		{"the variable beats the flag", podOf{args: "[" + start + ", --ts-config, /a/config.properties]", env: "[{name: TS_CONFIG_FILE, value: /b/config.properties}]"}, "21"},
		{"likewise in 0.4.2", podOf{image: "pytorch/torchserve:0.4.2-cpu", args: "[" + start + ", --ts-config, /a/config.properties]", env: "[{name: TS_CONFIG_FILE, value: /b/config.properties}]"}, "21"},
		{"a variable from elsewhere", podOf{args: "[" + start + ", --ts-config, /a/config.properties]", env: "[{name: TS_CONFIG_FILE, valueFrom: {configMapKeyRef: {name: gone, key: x}}}]"}, "?"},
		{"command", podOf{command: "[torchserve]", args: "[--start, --ncs, --ts-config, /a/config.properties]"}, "11"},
		{"sh -c", podOf{command: "[sh, -c]", args: `["exec torchserve --start --ncs --ts-config /a/config.properties && sleep inf"]`}, "11"},
		{"bash -c, quotes", podOf{command: "[/bin/bash, -c, 'set -e; torchserve --start --foreground --ts-config \"/a/config.properties\"']"}, "11"},
		{"a variable of the pod", podOf{args: "[" + start + ", --ts-config, $(DIR)/config.properties]", env: "[{name: DIR, value: /b}]"}, "21"},
		{"a variable of the shell", podOf{command: "[sh, -c, 'torchserve --start --ncs --ts-config $DIR/config.properties']", env: "[{name: DIR, value: /b}]"}, "21"},
		{"an unknown variable of the shell", podOf{command: "[sh, -c, 'torchserve --start --ncs --ts-config $(cat /x)/config.properties']"}, "?"},
		{"a path that no volume holds", podOf{args: "[" + start + ", --ts-config, /elsewhere/config.properties]"}, "?"},
		{"another program", podOf{image: "curlimages/curl:8", command: "[curl, 'http://ts:8080/ping']"}, "no server"},
		{"only calls torchserve", podOf{image: "busybox", command: "[sh, -c, 'echo torchserve is up']"}, "no server"},
	} {
		if got := in(c.pod.server(t), "job_queue_size"); got != c.want {
			t.Errorf("%s: job_queue_size %s, want %s", c.name, got, c.want)
		}
	}
}

// TestEnvironment has the order of precedence.md, section 2: variable, flag, file, default.
func TestEnvironment(t *testing.T) {
	const off, on = "[torchserve, --start, --ts-config, /a/config.properties]", "[torchserve, --start, --ts-config, /a/on.properties]"
	queue := "[{name: TS_JOB_QUEUE_SIZE, value: \"31\"}]"
	for _, c := range []struct {
		name      string
		pod       podOf
		key, want string
	}{
		{"not enabled", podOf{args: off, env: queue}, "job_queue_size", "11"},
		{"enabled", podOf{args: on, env: queue}, "job_queue_size", "31"},
		{"enabled, empty", podOf{args: on, env: "[{name: TS_JOB_QUEUE_SIZE, value: \"\"}]"}, "job_queue_size", ""},
		{"enabled, not set", podOf{args: on}, "job_queue_size", "12"},
		{"the last one", podOf{args: on, env: "[{name: TS_JOB_QUEUE_SIZE, value: \"31\"}, {name: TS_JOB_QUEUE_SIZE, value: \"32\"}]"}, "job_queue_size", "32"},
		{"from elsewhere", podOf{args: on, env: "[{name: TS_JOB_QUEUE_SIZE, valueFrom: {secretKeyRef: {name: x, key: y}}}]"}, "job_queue_size", "?"},
		{"anything from elsewhere", podOf{args: on, envFrom: "[{configMapRef: {name: gone}}]"}, "job_queue_size", "?"},
		{"anything, not enabled", podOf{args: off, envFrom: "[{configMapRef: {name: gone}}]"}, "job_queue_size", "11"},
		{"no such variable", podOf{args: on, env: "[{name: TS_MODELS, value: x}]"}, "models", "-"},
		{"beats --models", podOf{args: on[:len(on)-1] + ", --models, b.mar]", env: "[{name: TS_LOAD_MODELS, value: c.mar}]"}, "load_models", "c.mar"},
		{"--models beats the file", podOf{args: on[:len(on)-1] + ", --models, b.mar]"}, "load_models", "b.mar"},
		{"several models", podOf{args: on[:len(on)-1] + ", --models, b=b.mar, c.mar]"}, "load_models", "b=b.mar,c.mar"},
		{"a placeholder", podOf{args: off, env: "[{name: LIMIT, value: \"45\"}]"}, "default_response_timeout", "45"},
		{"a placeholder from elsewhere", podOf{args: off, env: "[{name: LIMIT, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]"}, "default_response_timeout", "?"},
	} {
		if got := in(c.pod.server(t), c.key); got != c.want {
			t.Errorf("%s: %s %q, want %q", c.name, c.key, got, c.want)
		}
	}
}

// TestRelease has the grammar of references to images (runtime.md H).
func TestRelease(t *testing.T) {
	digest := "@sha256:" + strings.Repeat("0", 64)
	for image, want := range map[string]string{
		"pytorch/torchserve:0.9.0-cpu":                                 "0.9.0",
		"pytorch/torchserve:0.11.1-gpu":                                "0.11.1",
		"docker.io/pytorch/torchserve:0.8.2-gpu":                       "0.8.2",
		"mirror.example.test:5000/pytorch/torchserve:0.7.1-cpu":        "0.7.1",
		"mirror.example.test/x/torchserve:v0.6.0":                      "0.6.0",
		"pytorch/torchserve:latest":                                    "0.12.0",
		"pytorch/torchserve:latest-gpu":                                "0.12.0",
		"pytorch/torchserve":                                           "0.12.0",
		"pytorch/torchserve:0.1-cpu":                                   "0.1.0",
		"pytorch/torchserve:0.1.1-cuda10.1-cudnn7-runtime":             "0.1.1",
		"pytorch/torchserve:0.11.0-cpp-dev-cpu":                        "0.11.0",
		"pytorch/torchserve:0.9.0-cpu" + digest:                        "0.9.0",
		"pytorch/torchserve" + digest:                                  "?",
		"pytorch/torchserve:dev-cpu":                                   "?",
		"pytorch/torchserve:0.13.0-cpu":                                "?",
		"pytorch/torchserve:1.0.0-cpu":                                 "?",
		"pytorch/torchserve-nightly:cpu-2024.06.13":                    "?",
		"pytorch/torchserve-nightly:latest-cpu":                        "?",
		"pytorch/torchserve-kfs:0.10.0":                                "0.10.0",
		"kserve/torchserve-kfs:0.5.3-gpu":                              "0.5.3",
		"1.dkr.ecr.example.test/pytorch-inference:2.1.0-gpu-py310-ec2": "?",
		"example.test/team/app:0.9.0":                                  "?",
	} {
		d := linked(t, "", fstest.MapFS{"pod.yaml": {Data: []byte(podOf{image: image, command: "[torchserve, --start]"}.yaml())}})
		releases := map[string]bool{}
		for _, s := range d.Servers {
			if s.Workload == nil {
				continue
			}
			if s.Release.Origin.Kind == model.Absent {
				releases["?"] = true
			} else {
				releases[s.Release.Or(model.Release(0)).String()] = true
			}
		}
		if len(releases) != 1 || !releases[want] {
			t.Errorf("%s: %v, want %s", image, releases, want)
		}
	}
}

// TestNamespaces has two deployments of the same names side by side.
func TestNamespaces(t *testing.T) {
	of := func(namespace, queue string) string {
		return strings.NewReplacer("NS", namespace, "QUEUE", queue).Replace(`apiVersion: v1
kind: ConfigMap
metadata: {name: c, namespace: NS}
data: {config.properties: "job_queue_size=QUEUE"}
---
apiVersion: v1
kind: Service
metadata: {name: s, namespace: NS}
spec: {selector: {app: ts}, ports: [{port: QUEUE, targetPort: 8080}]}
---
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: NS, labels: {app: ts}}
spec:
  containers: [{name: ts, image: "pytorch/torchserve:0.9.0-cpu", args: [torchserve, --start, --ts-config, /c/config.properties], volumeMounts: [{name: c, mountPath: /c}]}]
  volumes: [{name: c, configMap: {name: c}}]
---
`)
	}
	d := linked(t, "", fstest.MapFS{"app.yaml": {Data: []byte(of("one", "1") + of("two", "2"))}})
	if len(d.Servers) != 2 {
		t.Fatalf("%d servers, want 2", len(d.Servers))
	}
	for i, want := range []string{"1", "2"} {
		s := d.Servers[i]
		if got := in(s, "job_queue_size"); got != want {
			t.Errorf("%s: job_queue_size %s, want %s", s.Workload.Namespace, got, want)
		}
		if len(s.Services) != 1 || fmt.Sprint(s.Services[0].Ports[0].Port.Or(0)) != want {
			t.Errorf("%s: %d Services", s.Workload.Namespace, len(s.Services))
		}
	}
}

// TestUnreadableArchive has an archive that is no zip: what will be packed counts, as without one.
func TestUnreadableArchive(t *testing.T) {
	d := linked(t, "0.12.0", fstest.MapFS{
		"config.properties": {Data: []byte("model_store=.\nload_models=m.mar\n")},
		"m.mar":             {Data: []byte("no zip")},
		"model-config.yaml": {Data: []byte("minWorkers: 2\nmaxWorkers: 2\nresponseTimeout: 33\n")},
	})
	if len(d.Servers) != 1 || len(d.Servers[0].Models) != 1 {
		t.Fatalf("%d servers", len(d.Servers))
	}
	m := d.Servers[0].Models[0]
	if got, _ := setting(m, "responseTimeout"); m.Archive != nil || got != "33 s" {
		t.Errorf("archive %v, responseTimeout %s", m.Archive, got)
	}
}
