package models_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/linttest"
	"github.com/torchserve-lint/tslint/rules/models"
)

// found runs one rule on files for a release and returns what it finds, as LINE severity; empty
// release: it is not known, or the image says it.
func found(t *testing.T, rule, release string, files map[string]string) string {
	t.Helper()
	var out []string
	for _, f := range linttest.Findings(t, models.Rules, rule, release, files) {
		s := f.At.Place()
		line, _ := s.File.Line(s.Start)
		out = append(out, fmt.Sprintf("%d %s", line, f.Severity))
	}
	return strings.Join(out, ", ")
}

// TestProperties runs rules on config.properties alone.
func TestProperties(t *testing.T) {
	const one = `models={"a":{"1.0":{%s}}}`
	of := func(params string) string { return "load_models=a.mar\n" + fmt.Sprintf(one, params) }
	snapshot := func(count, params string) string {
		return fmt.Sprintf(`model_snapshot={"name":"s",%s"models":{"a":{"1.0":{"marName":"a.mar","minWorkers":1,"maxWorkers":1,"batchSize":1,"maxBatchDelay":100%s}}}}`, count, params)
	}
	const all = `,"defaultVersion":true,"responseTimeout":120`
	for _, c := range []struct{ rule, release, text, want string }{
		{"default-version-ignored", "0.4.0", "load_models=a.mar\n" + `models={"a":{"1.0":{},"2.0":{"defaultVersion":true}}}`, ""},
		{"default-version-ignored", "0.4.1", "load_models=a.mar\n" + `models={"a":{"1.0":{},"2.0":{"defaultVersion":true}}}`, "2 warning"},
		{"default-version-ignored", "0.9.0", of(`"defaultVersion":true`), ""},
		{"load-models-duplicate", "0.9.0", "load_models=a.mar,b.mar", ""},
		{"load-models-duplicate", "0.9.0", "load_models=a.mar,c=a.mar", ""},
		{"load-models-duplicate", "0.9.0", "load_models=a.mar,a.mar", "1 error"},
		{"load-models-duplicate", "0.9.0", "load_models=a=x.mar,a=y.mar", ""}, // their versions may differ
		{"load-models-duplicate", "0.9.0", "load_models=a.mar,a.mar\n" + snapshot(`"modelCount":1,`, all), ""},
		{"load-models-separator", "0.9.0", "load_models=a.mar,,b.mar", ""},
		{"load-models-separator", "0.9.0", "load_models=a.mar; b.mar", "1 error"},
		{"load-models-separator", "0.9.0", "load_models=all,a.mar", "1 error"},
		{"load-models-separator", "0.9.0", "load_models=ALL", ""},
		{"load-models-separator", "0.9.0", "load_models=a.mar, x=b.mar", "1 error"},
		{"model-store-missing", "0.9.0", "model_store: /m", "1 warning"},
		{"model-store-missing", "0.9.0", "model_store = /m", ""},
		{"model-store-missing", "0.9.0", "model_store=\\\n  /m", "1 warning"},
		{"model-store-missing", "0.9.0", "load_models=a.mar", ""}, // --model-store may name it
		{"model-value-nonpositive", "0.9.0", of(`"batchSize":0`), "2 warning"},
		{"model-value-nonpositive", "0.9.0", of(`"batchSize":1,"maxBatchDelay":0`), ""},
		{"model-value-nonpositive", "0.11.1", of(`"startupTimeout":0`), ""},
		{"model-value-nonpositive", "0.12.0", of(`"startupTimeout":0`), "2 warning"},
		{"models-json-ignored", "0.7.1", of(`"batchSize":4`), ""},
		{"models-json-ignored", "0.8.0", of(`"batchSize":4`), "2 info"},
		{"models-json-ignored", "0.8.0", of(`"minWorkers":4`), ""},
		{"models-json-ignored", "0.8.1", of(`"batchSize":4`), ""},
		{"models-not-loaded", "0.4.0", fmt.Sprintf(one, ""), ""},
		{"models-not-loaded", "0.4.1", fmt.Sprintf(one, ""), "1 warning"},
		{"models-not-loaded", "0.9.0", "load_models=all\n" + fmt.Sprintf(one, ""), ""},
		{"models-not-loaded", "0.9.0", "load_models=b.mar\n" + fmt.Sprintf(one, ""), ""}, // its manifest may say a
		{"models-not-loaded", "0.9.0", "load_models=b.mar\n" + `models={"a":{"1.0":{}},"b":{"1.0":{}}}`, "2 warning"},
		{"models-value-invalid", "0.9.0", of(`"minWorkers":"4"`), ""},
		{"models-value-invalid", "0.9.0", of(`"minWorkers":true`), "2 error"},
		{"models-value-invalid", "0.9.0", of(`"minWorkers":[1,2]`), ""},
		{"models-value-invalid", "0.9.0", of(`"minWorkers":99999999999`), "2 warning"},
		{"models-value-invalid", "0.9.0", `models={"b":{"1.0":{"minWorkers":"two"}}}`, "1 warning"},
		{"models-value-invalid", "0.11.1", of(`"startupTimeout":"soon"`), ""},
		{"models-value-invalid", "0.12.0", of(`"startupTimeout":"soon"`), "2 error"},
		{"snapshot-count-zero", "0.9.0", snapshot(`"modelCount":1,`, all), ""},
		{"snapshot-count-zero", "0.9.0", snapshot("", all), "1 error"},
		{"snapshot-missing-field", "0.1.0", snapshot(`"modelCount":1,`, `,"responseTimeout":120`), ""},
		{"snapshot-missing-field", "0.1.1", snapshot(`"modelCount":1,`, `,"responseTimeout":120`), "1 error"},
		{"snapshot-missing-field", "0.11.1", snapshot(`"modelCount":1,`, `,"defaultVersion":true`), "1 error"},
		{"snapshot-missing-field", "0.12.0", snapshot(`"modelCount":1,`, `,"defaultVersion":true`), ""},
		{"snapshot-missing-field", "", snapshot(`"modelCount":1,`, `,"defaultVersion":true`), "1 info"},
		{"snapshot-missing-field", "0.9.0", snapshot(`"modelCount":0,`, ""), ""},
		{"snapshot-shadows-load-models", "0.9.0", "load_models=a.mar\n" + snapshot(`"modelCount":1,`, all), ""},
		{"snapshot-shadows-load-models", "0.9.0", "load_models=a.mar,b.mar\n" + snapshot(`"modelCount":1,`, all), "1 info"},
		{"url-model-not-allowed", "0.2.0", "load_models=https://x.test/a.mar\nallowed_urls=https://y.test/.*", ""},
		{"url-model-not-allowed", "0.3.0", "load_models=https://x.test/a.mar\nallowed_urls=https://y.test/.*", "1 error"},
		{"url-model-not-allowed", "0.9.0", "load_models=HTTPS://X.test/a.mar\nallowed_urls=https://x.test/.*", ""},
		{"url-model-not-allowed", "0.9.0", "load_models=https://x.test/a.mar", ""},
		{"url-model-not-allowed", "0.9.0", "load_models=https://x.test/a.mar\nallowed_urls=https://y.test/(?>a).*", ""}, // only Java reads that
		{"yaml-only-key-in-models-json", "0.7.1", of(`"deviceType":"gpu"`), ""},
		{"yaml-only-key-in-models-json", "0.8.0", of(`"deviceType":"gpu"`), "2 warning"},
		{"yaml-only-key-in-models-json", "0.8.0", of(`"jobQueueSize":5`), ""}, // of no use in 0.8.0, wherever it stands
		{"yaml-only-key-in-models-json", "0.8.1", of(`"jobQueueSize":5`), "2 warning"},
		{"yaml-only-key-in-models-json", "0.12.0", of(`"startupTimeout":5,"runtimeType":"python"`), ""},
	} {
		if got := found(t, c.rule, c.release, map[string]string{"config.properties": c.text + "\n"}); got != c.want {
			t.Errorf("%s of %q in %q: %q, want %q", c.rule, c.text, c.release, got, c.want)
		}
	}
}

func TestModelConfig(t *testing.T) {
	for _, c := range []struct{ rule, release, text, want string }{
		{"model-config-key-unknown", "0.9.0", "batch_size: 4", "1 warning"},
		{"model-config-key-unknown", "0.9.0", "batchSize: 4\nbatch_size: 4", ""},
		{"model-config-key-unknown", "0.9.0", "handler:\n  batch_size: 4", ""},
		{"model-config-key-unknown", "0.11.1", "startup_timeout: 4", ""},
		{"model-config-key-unknown", "0.12.0", "startup_timeout: 4", "1 warning"},
		{"model-config-key-unknown", "0.9.0", "max_length: 4", ""},
		{"model-config-not-mapping", "0.7.1", "- minWorkers: 1", ""},
		{"model-config-not-mapping", "0.8.0", "- minWorkers: 1", "1 error"},
		{"model-config-not-mapping", "0.8.0", "minWorkers: 1\n010: x", "2 error"},
		{"model-config-not-mapping", "0.8.0", "minWorkers: 1\ntorchrun: {yes: 1}", "2 error"},
		{"model-config-not-mapping", "0.8.0", "minWorkers: 1\nhandler: {yes: 1}", ""},
		{"model-config-not-mapping", "0.8.0", "# {{ .Values.model }}", ""},
		{"model-config-type-ignored", "0.9.0", "minWorkers: 010", ""},
		{"model-config-type-ignored", "0.9.0", "minWorkers: 1.5", "1 error"},
		{"model-config-type-ignored", "0.9.0", "minWorkers: 3000000000", "1 error"},
		{"model-config-type-ignored", "0.9.0", "minWorkers:", "1 error"},
		{"model-config-type-ignored", "0.8.0", "useJobTicket: \"true\"", ""}, // not read before 0.8.1
		{"model-config-type-ignored", "0.8.1", "useJobTicket: \"true\"", "1 error"},
		{"model-config-type-ignored", "0.8.1", "useJobTicket: yes", ""},
		{"model-config-type-ignored", "0.9.0", "deviceType: GPU", ""},
		{"model-config-type-ignored", "0.9.0", "deviceIds: 0", "1 error"},
		{"model-config-type-ignored", "0.9.0", "torchrun:\n  nproc-per-node: gpu", "2 error"},
		{"model-config-type-ignored", "0.9.0", "handler: {size: \"1\"}", ""},
		{"model-config-unparseable", "0.9.0", "a: [1", "2 error"},
		{"model-config-unparseable", "0.9.0", "minWorkers: {{ .Values.workers }}", ""},
		{"model-value-nonpositive", "0.9.0", "responseTimeout: 0", "1 warning"},
		{"model-value-nonpositive", "0.9.0", "maxBatchDelay: 0", ""},
		{"model-value-nonpositive", "0.9.0", "batchSize: 2\nmaxBatchDelay: 0", "2 warning"},
	} {
		if got := found(t, c.rule, c.release, map[string]string{"model-config.yaml": c.text + "\n"}); got != c.want {
			t.Errorf("%s of %q in %s: %q, want %q", c.rule, c.text, c.release, got, c.want)
		}
	}
}

// TestArchives runs rules on a config.properties beside a model directory, whose manifest is one line.
func TestArchives(t *testing.T) {
	for _, c := range []struct{ rule, properties, manifest, other, want string }{
		{"load-models-duplicate", "load_models=a,x=a", `"modelName":"a"`, "", ""},
		{"load-models-duplicate", "load_models=a,a", `"modelName":"a","modelVersion":"2.0"`, "", "1 error"},
		{"mar-entry-missing", "load_models=a", `"modelName":"a","handler":"h.py:run"`, "h.py", ""},
		{"mar-entry-missing", "load_models=a", `"modelName":"a","handler":"h.py:run"`, "g.py", "1 error"},
		{"mar-entry-missing", "load_models=a", `"modelName":"a","handler":"image_classifier","serializedFile":"/mnt/a.pt"`, "", ""},
		{"mar-entry-missing", "load_models=a", `"modelName":"a",,`, "", "1 error"},
		{"model-archive-missing", "load_models=b", `"modelName":"b"`, "", "1 error"},
		{"model-archive-missing", "load_models=a", `"modelName":"b"`, "", ""},
		{"model-archive-missing", "load_models=https://x.test/b.mar", `"modelName":"b"`, "", ""},
		{"model-config-not-referenced", "load_models=a", `"modelName":"a"`, "model-config.yaml", "1 warning"},
		{"model-config-not-referenced", "load_models=a", `"modelName":"a","configFile":"model-config.yaml"`, "model-config.yaml", ""},
		{"models-version-mismatch", `load_models=a` + "\n" + `models={"a":{"1":{}}}`, `"modelName":"a","modelVersion":"1.0"`, "", "2 warning"},
		{"models-version-mismatch", `load_models=a` + "\n" + `models={"a":{"1.0":{}}}`, `"modelName":"a"`, "", ""},
		{"models-version-mismatch", `load_models=a` + "\n" + `models={"b":{"1.0":{"marName":"a"}}}`, `"modelName":"a"`, "", "2 warning"},
		{"models-version-mismatch", `load_models=b=a` + "\n" + `models={"b":{"1.0":{"marName":"a"}}}`, `"modelName":"a"`, "", ""},
		{"requirements-not-installed", "load_models=a", `"modelName":"a","requirementsFile":"r.txt"`, "r.txt", "1 warning"},
		{"requirements-not-installed", "load_models=a\ninstall_py_dep_per_model=TRUE", `"modelName":"a","requirementsFile":"r.txt"`, "r.txt", ""},
	} {
		files := map[string]string{
			"config.properties":             c.properties + "\nmodel_store=store\n",
			"store/a/MAR-INF/MANIFEST.json": `{"model":{` + c.manifest + `}}`,
		}
		if c.other != "" {
			files["store/a/"+c.other] = "minWorkers: 1\nmaxWorkers: 1\n"
		}
		if got := found(t, c.rule, "0.9.0", files); got != c.want {
			t.Errorf("%s of %q with %s and %s: %q, want %q", c.rule, c.properties, c.manifest, c.other, got, c.want)
		}
	}
}

// TestStores says where the launcher finds a store: the args are on line 8 of a Pod.
func TestStores(t *testing.T) {
	for _, c := range []struct{ rule, image, args, want string }{
		{"model-store-missing", "pytorch/torchserve:0.9.0-cpu", "[torchserve, --start]", "8 error"},
		{"model-store-missing", "pytorch/torchserve:0.9.0-cpu", "[serve]", ""},
		{"model-store-missing", "pytorch/torchserve:0.9.0-cpu", "[torchserve, --start, --model-store, /store/a]", ""},
		{"model-store-missing", "pytorch/torchserve:0.9.0-cpu", "[torchserve, --start, --model-store, /elsewhere]", "8 error"},
		{"model-store-missing", "pytorch/torchserve:0.9.0-cpu", "[torchserve, --start, --model-store, /tmp/x]", ""},
		{"model-store-missing", "example.test/shop/torchserve:0.9.0", "[torchserve, --start, --model-store, /elsewhere]", ""},
		{"model-store-missing", "pytorch/torchserve:0.9.0-cpu", "[sh, -c, \"mkdir /x && torchserve --start --model-store /x\"]", ""},
		{"model-store-missing", "pytorch/torchserve:0.9.0-cpu", "[torchserve, --start, --ts-config, /store/ts.properties]", ""},
		{"model-store-missing", "pytorch/torchserve:0.9.0-cpu", "[torchserve, --stop]", ""},
		{"startup-without-models", "pytorch/torchserve:0.11.0-cpu", "[serve]", ""},
		{"startup-without-models", "pytorch/torchserve:0.11.1-cpu", "[serve]", "8 error"},
		{"startup-without-models", "pytorch/torchserve:0.12.0-cpu", "[torchserve, --start, --model-store, /store, --models, all]", ""},
		{"startup-without-models", "pytorch/torchserve:0.12.0-cpu", "[torchserve, --start, --model-store, /store, --enable-model-api]", ""},
		{"startup-without-models", "pytorch/torchserve:0.12.0-cpu", "[torchserve, --start, --ts-config, /store/ts.properties]", ""},
		{"startup-without-models", "pytorch/torchserve-kfs:0.12.0", "[serve]", ""},
	} {
		pod := fmt.Sprintf("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: ts\n    image: %s\n    args: %s\n    volumeMounts: [{name: s, mountPath: /store}]\n  volumes: [{name: s, persistentVolumeClaim: {claimName: s}}]\n", c.image, c.args)
		if got := found(t, c.rule, "", map[string]string{"pod.yaml": pod}); got != c.want {
			t.Errorf("%s of %s in %s: %q, want %q", c.rule, c.args, c.image, got, c.want)
		}
	}
}

// TestCalls says which commands register models.
func TestCalls(t *testing.T) {
	for _, c := range []struct{ release, command, want string }{
		{"0.11.1", `[curl, -X, POST, "http://ts:8081/models?url=a.mar"]`, "9 warning"},
		{"0.11.0", `[curl, -X, POST, "http://ts:8081/models?url=a.mar"]`, ""},
		{"0.12.0", `[curl, -X, PUT, "http://ts:8081/models/a?min_worker=2"]`, ""},
		{"0.12.0", `[curl, "http://ts:8081/models"]`, ""},
		{"0.12.0", `[sh, -c, "curl http://ts:8081/models; curl -X POST http://ts:8080/predictions/a"]`, ""},
		{"0.12.0", `[sh, -c, "curl -XPOST 'http://ts:8081/models?url=a.mar'; sleep 1"]`, "9 warning"},
		{"0.12.0", `[curl, --request, DELETE, "http://ts:8081/models/a"]`, "9 warning"},
	} {
		job := "apiVersion: batch/v1\nkind: Job\nmetadata: {name: r}\nspec:\n  template:\n    spec:\n      containers:\n      - name: c\n        command: " + c.command + "\n        image: curl\n"
		files := map[string]string{"job.yaml": job, "config.properties": "model_store=/m\nload_models=b.mar\n"}
		if got := found(t, "model-api-disabled", c.release, files); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.command, c.release, got, c.want)
		}
	}
}

func TestSorted(t *testing.T) {
	fold := func(a, b *lint.Rule) int { return strings.Compare(a.ID, b.ID) }
	if !slices.IsSortedFunc(models.Rules, fold) {
		t.Error("the rules are not listed by ID")
	}
}
