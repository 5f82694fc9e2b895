package link

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
)

// mar returns an archive of model m, version 1.0, with a model-config.yaml; empty: without one.
func mar(t *testing.T, yaml string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	manifest := `{"model": {"modelName": "m", "modelVersion": "1.0", "handler": "h.py"%s}}`
	files := map[string]string{"h.py": "", "MAR-INF/MANIFEST.json": fmt.Sprintf(manifest, "")}
	if yaml != "" {
		files["model-config.yaml"] = yaml
		files["MAR-INF/MANIFEST.json"] = fmt.Sprintf(manifest, `, "configFile": "model-config.yaml"`)
	}
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// linked reads files and links them for a release; empty: it is not known, or images say it.
func linked(t *testing.T, release string, files fstest.MapFS) *model.Deployment {
	t.Helper()
	in, err := load.Load(t.Context(), load.Options{FS: files})
	if err != nil {
		t.Fatal(err)
	}
	var o Options
	if release != "" {
		r, ok := model.ParseRelease(release)
		if !ok {
			t.Fatalf("there is no TorchServe %s", release)
		}
		v := model.Known(r, model.Origin{Why: "from the test"})
		o.Release = &v
	}
	l := New(t.Context(), in, o)
	d := l.All()
	if len(l.Failures()) > 0 {
		t.Fatal(l.Failures()[0].Value, string(l.Failures()[0].Stack))
	}
	return d
}

// model loads m.mar by a config.properties and returns it as a release runs it.
func loaded(t *testing.T, release, properties, yaml string) *model.Model {
	t.Helper()
	d := linked(t, release, fstest.MapFS{
		"config.properties": {Data: []byte("model_store=.\nload_models=m.mar\n" + properties)},
		"m.mar":             {Data: mar(t, yaml)},
	})
	if len(d.Servers) != 1 || len(d.Servers[0].Models) != 1 {
		t.Fatalf("%s: %d servers", release, len(d.Servers))
	}
	return d.Servers[0].Models[0]
}

// setting returns a setting of a model in the words of a finding, and the key that won.
func setting(m *model.Model, key string) (text, by string) {
	var v model.Cited
	switch key {
	case "minWorkers":
		v = m.MinWorkers
	case "maxWorkers":
		v = m.MaxWorkers
	case "batchSize":
		v = m.BatchSize
	case "maxBatchDelay":
		v = m.MaxBatchDelay
	case "responseTimeout":
		v = m.ResponseTimeout
	case "startupTimeout":
		v = m.StartupTimeout
	case "jobQueueSize":
		v = m.JobQueueSize
	}
	c := v.Cite()
	return c.Text, c.Key
}

// TestPrecedence has every cell of the table of precedence.md, section 3, that a start decides, for every release
// from the first to the last that is named.
func TestPrecedence(t *testing.T) {
	const (
		json    = `models={"m": {"1.0": {"minWorkers": 3, "maxWorkers": 4, "batchSize": 5, "maxBatchDelay": 60, "responseTimeout": 70, "startupTimeout": 80}}}` + "\n"
		cfg     = "default_workers_per_model=2\ndefault_response_timeout=90\ndefault_startup_timeout=91\njob_queue_size=92\n"
		yaml    = "minWorkers: 6\nmaxWorkers: 7\nbatchSize: 8\nmaxBatchDelay: 9\nresponseTimeout: 10\nstartupTimeout: 11\njobQueueSize: 12\n"
		other   = "handler: {}\n" // present, and sets none of them
		nothing = ""
	)
	for _, c := range []struct{ key, releases, properties, yaml, want string }{
		// batchSize, maxBatchDelay
		{"batchSize", "0.1.0 0.4.0", cfg + json, yaml, "1"},
		{"batchSize", "0.4.1 0.7.1", cfg + json, yaml, "5"},
		{"batchSize", "0.4.1 0.7.1", cfg, yaml, "1"},
		{"batchSize", "0.8.0 0.8.1 0.9.0 0.10.0 0.12.0", cfg + json, yaml, "8"},
		{"batchSize", "0.8.0 0.8.1 0.9.0 0.10.0 0.12.0", cfg + json, other, "5"},
		{"batchSize", "0.8.0", cfg + json, nothing, "1"}, // the JSON is ignored
		{"batchSize", "0.8.1 0.9.0 0.10.0 0.12.0", cfg + json, nothing, "5"},
		{"batchSize", "0.8.0 0.8.1 0.12.0", cfg, nothing, "1"},
		{"maxBatchDelay", "0.1.0 0.4.0", cfg + json, yaml, "100 ms"},
		{"maxBatchDelay", "0.4.1 0.7.1", cfg + json, yaml, "60 ms"},
		{"maxBatchDelay", "0.4.1 0.7.1", cfg, yaml, "100 ms"},
		{"maxBatchDelay", "0.8.0 0.8.1 0.9.0 0.10.0 0.12.0", cfg + json, yaml, "9 ms"},
		{"maxBatchDelay", "0.8.0 0.8.1 0.9.0 0.10.0 0.12.0", cfg + json, other, "60 ms"},
		{"maxBatchDelay", "0.8.0 0.8.1 0.12.0", cfg + json, "maxBatchDelay: 0\n", "60 ms"}, // counts as absent
		{"maxBatchDelay", "0.8.0", cfg + json, nothing, "100 ms"},
		{"maxBatchDelay", "0.8.1 0.12.0", cfg + json, nothing, "60 ms"},
		// responseTimeout
		{"responseTimeout", "0.1.0 0.4.0", cfg + json, yaml, "90 s"},
		{"responseTimeout", "0.1.0 0.12.0", nothing, nothing, "120 s"},
		{"responseTimeout", "0.4.1 0.7.1", cfg + json, yaml, "70 s"},
		{"responseTimeout", "0.4.1 0.7.1", cfg, yaml, "90 s"},
		{"responseTimeout", "0.8.0 0.8.1 0.12.0", cfg + json, yaml, "10 s"},
		{"responseTimeout", "0.8.0 0.8.1 0.12.0", cfg + json, other, "120 s"},
		{"responseTimeout", "0.8.0", cfg + json, nothing, "90 s"}, // the JSON is ignored
		{"responseTimeout", "0.8.1 0.12.0", cfg + json, nothing, "70 s"},
		{"responseTimeout", "0.8.1 0.12.0", cfg, nothing, "90 s"},
		// startupTimeout
		{"startupTimeout", "0.8.0 0.11.1", cfg + json, yaml, "10 s"}, // responseTimeout bounds loading, too
		{"startupTimeout", "0.12.0", cfg + json, yaml, "11 s"},
		{"startupTimeout", "0.12.0", cfg + json, other, "120 s"},
		{"startupTimeout", "0.12.0", cfg + json, nothing, "80 s"},
		{"startupTimeout", "0.12.0", cfg, nothing, "91 s"},
		{"startupTimeout", "0.12.0", nothing, nothing, "120 s"},
		// workers at start
		{"minWorkers", "0.1.0 0.4.0", cfg + json, yaml, "2"},
		{"minWorkers", "0.4.1 0.7.1", cfg + json, yaml, "3"},
		{"minWorkers", "0.8.0 0.8.1 0.9.0 0.10.0 0.12.0", cfg + json, yaml, "6"},
		{"minWorkers", "0.8.0 0.8.1 0.9.0 0.10.0 0.12.0", cfg + json, other, "3"},
		{"minWorkers", "0.8.0 0.12.0", cfg + json, nothing, "3"}, // other than batches, also in 0.8.0
		{"minWorkers", "0.8.0 0.12.0", cfg, other, "2"},
		{"minWorkers", "0.8.0 0.12.0", cfg + json, "minWorkers: 6\n", "3"}, // no pair
		{"minWorkers", "0.8.0 0.12.0", cfg + json, "minWorkers: 6\nmaxWorkers: 5\n", "3"},
		{"maxWorkers", "0.1.0 0.4.0", cfg + json, yaml, "2"},
		{"maxWorkers", "0.4.1 0.7.1", cfg + json, yaml, "4"},
		{"maxWorkers", "0.8.0 0.12.0", cfg + json, yaml, "7"},
		{"maxWorkers", "0.8.0 0.12.0", cfg + json, "minWorkers: 6\nmaxWorkers: 5\n", "4"},
		{"minWorkers", "0.8.0 0.9.0", cfg, "minWorkers: 0\nmaxWorkers: 5\n", "2"},   // 0 is unset
		{"minWorkers", "0.10.0 0.12.0", cfg, "minWorkers: 0\nmaxWorkers: 5\n", "1"}, // raised to 1
		// job queue
		{"jobQueueSize", "0.1.0 0.8.0", cfg + json, yaml, "92"},
		{"jobQueueSize", "0.8.1 0.9.0 0.10.0 0.12.0", cfg + json, yaml, "12"},
		{"jobQueueSize", "0.8.1 0.12.0", cfg + json, other, "92"},
		{"jobQueueSize", "0.8.1 0.12.0", cfg + json, "jobQueueSize: 0\n", "92"},
		{"jobQueueSize", "0.1.0 0.12.0", nothing, nothing, "100"},
		// JSON values that count as absent, or are converted
		{"batchSize", "0.4.1 0.12.0", `models={"m": {"1.0": {"batchSize": 0}}}`, nothing, "1"},
		{"batchSize", "0.4.1 0.12.0", `models={"m": {"1.0": {"batchSize": -3}}}`, nothing, "1"},
		{"batchSize", "0.4.1 0.7.1", `models={"m": {"1.0": {"batchSize": "7"}}}`, nothing, "7"},
		{"batchSize", "0.8.1 0.12.0", `models={"m": {"1.0": {"batchSize": "7"}}}`, nothing, "7"},
		{"batchSize", "0.4.1 0.7.1", `models={"m": {"1.0": {"batchSize": 4.9}}}`, nothing, "4"},
		{"batchSize", "0.8.1 0.12.0", `models={"m": {"1.0": {"batchSize": 4.9}}}`, nothing, "4"},
		{"batchSize", "0.4.1 0.7.1", `models={"m": {"1.0": {"batchSize": [6]}}}`, nothing, "6"},
		{"batchSize", "0.8.1 0.12.0", `models={"m": {"1.0": {"batchSize": [6]}}}`, nothing, "6"},
		{"batchSize", "0.4.1 0.12.0", `models={"m": {"1": {"batchSize": 7}}}`, nothing, "1"}, // another version
		{"batchSize", "0.4.1 0.12.0", `models={"M": {"1.0": {"batchSize": 7}}}`, nothing, "1"},
		// a server that is debugged keeps to nothing
		{"responseTimeout", "0.1.0 0.12.0", "debug=true\n" + cfg, nothing, "unknown"},
		{"minWorkers", "0.1.0 0.12.0", "debug=TRUE\n" + cfg, nothing, "unknown"},
		{"minWorkers", "0.1.0 0.12.0", "debug=yes\n" + cfg, nothing, "2"},
		// YAML of wrong types counts as absent
		{"batchSize", "0.8.1 0.12.0", json, "batchSize: \"8\"\n", "5"},
		{"batchSize", "0.8.1 0.12.0", json, "batchSize: 8.0\n", "5"},
		{"batchSize", "0.8.1 0.12.0", json, "batchSize: ~\n", "5"},
		{"batchSize", "0.8.1 0.12.0", json, "batchSize: 4294967297\n", "5"},
		{"batchSize", "0.8.1 0.12.0", json, "batch_size: 8\n", "5"},
		{"batchSize", "0.8.1 0.12.0", json, "batchSize: 010\n", "8"},   // octal in YAML 1.1
		{"batchSize", "0.8.1 0.12.0", json, "batchSize: 1_0\n", "10"},  // likewise
		{"batchSize", "0.8.1 0.12.0", json, "batchSize: 1:30\n", "90"}, // base 60
		{"responseTimeout", "0.8.0 0.12.0", cfg, "responseTimeout: 0\n", "120 s"},
		{"responseTimeout", "0.8.0 0.12.0", cfg, "responseTimeout: -1\n", "120 s"},
	} {
		for _, release := range from(t, c.releases) {
			if got, by := setting(loaded(t, release, c.properties, c.yaml), c.key); got != c.want {
				t.Errorf("%s in %s with %q and %q: %s by %s, want %s", c.key, release, c.properties, c.yaml, got, by, c.want)
			}
		}
	}
}

// from lists the releases from the first to the last that a text names.
func from(t *testing.T, text string) (out []string) {
	t.Helper()
	named := strings.Fields(text)
	last, ok := model.ParseRelease(named[len(named)-1])
	for _, r := range model.Releases() {
		if r.AtLeast(named[0]) && r <= last {
			out = append(out, r.String())
		}
	}
	if !ok || len(out) == 0 {
		t.Fatalf("no releases %s", text)
	}
	return out
}
