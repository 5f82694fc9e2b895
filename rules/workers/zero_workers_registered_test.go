package workers_test

import (
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/rules/workers"
)

func TestZeroWorkersRegistered(t *testing.T) {
	const url = "http://localhost:8081/models"
	for _, c := range []struct {
		release, command, property string
		want                       int
	}{
		{"0.9.0", "curl -X POST '" + url + "?url=a.mar'", "", 1},
		{"0.9.0", "curl -X POST '" + url + "?url=a.mar&initial_workers=0'", "", 1},
		{"0.9.0", "curl -X POST '" + url + "?initial_workers=1&url=a.mar'", "", 0},
		{"0.9.0", "curl -X POST '" + url + "?url=a.mar'", "default_workers_per_model=2", 0},
		{"0.9.0", "curl -X POST '" + url + "?url=a.mar'", "default_workers_per_model=0", 1},
		{"0.9.0", "curl -X POST '" + url + "?url=a.mar' && curl -X PUT '" + url + "/a?min_worker=2'", "", 0},
		{"0.9.0", "curl -X POST '" + url + "?url=a.mar&initial_workers=$N'", "", 0},
		{"0.9.0", "curl -X POST '" + url + "?url=a.mar&$MORE'", "", 0},
		{"0.9.0", "curl -X POST '" + url + "?url=a.mar' -d initial_workers=1", "", 0},
		{"0.9.0", "curl -X POST '" + url + "/a'", "", 0},
		{"0.11.0", "curl -X POST '" + url + "?url=a.mar'", "", 1},
		{"0.11.1", "curl -X POST '" + url + "?url=a.mar'", "", 0}, // the model API is off: 405
		{"0.11.1", "curl -X POST '" + url + "?url=a.mar'", "enable_model_api=true", 1},
	} {
		app := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config.properties: |\n    model_store=/m\n    " + c.property + `
---
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
  - name: ts
    image: pytorch/torchserve:` + c.release + `-cpu
    args: [torchserve, --start, --ts-config, /etc/ts/config.properties]
    volumeMounts: [{name: c, mountPath: /etc/ts}]
    lifecycle: {postStart: {exec: {command: [sh, -c, "` + c.command + `"]}}}
  volumes: [{name: c, configMap: {name: c}}]
`
		config := lint.NewConfig()
		config.Only = []string{"zero-workers-registered"}
		res, err := lint.Run(t.Context(), workers.Rules, lint.Options{FS: fstest.MapFS{"app.yaml": {Data: []byte(app)}}, Config: config})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Findings) != c.want {
			t.Errorf("%s, %s, %q: %d findings, want %d", c.release, c.command, c.property, len(res.Findings), c.want)
		}
	}
}
