package link

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint/model"
)

// told writes a value with where it stands, and what it won over.
func told(v model.Cited) string {
	c := v.Cite()
	place := func(o model.Origin) string {
		if o.Span.File == nil {
			return "not written"
		}
		line, _ := o.Span.File.Line(o.Span.Start)
		return fmt.Sprintf("%s:%d", o.Span.File.Name, line)
	}
	out := []string{c.Text + " " + place(c.Origin)}
	for _, o := range c.Over {
		out = append(out, o.Key+" "+o.Text+" "+place(o.Origin))
	}
	return strings.Join(out, "; ")
}

// TestOrigins has where the winner of each layer stands, and what it won over, nearest first.
func TestOrigins(t *testing.T) {
	const (
		json = `models={"m": {"1.0": {"minWorkers": 3, "maxWorkers": 4, "batchSize": 5, "responseTimeout": 70}}}` + "\n" // line 3
		cfg  = "default_workers_per_model=2\ndefault_response_timeout=90\n"                                              // lines 4 and 5
		yaml = "minWorkers: 6\nmaxWorkers: 7\nbatchSize: 8\nresponseTimeout: 10\n"
	)
	all := loaded(t, "0.12.0", json+cfg, yaml)
	other := loaded(t, "0.12.0", json+cfg, "handler: {}\n")
	none := loaded(t, "0.12.0", json+cfg, "")
	bare := loaded(t, "0.12.0", "", "")
	for name, c := range map[string]struct {
		v    model.Cited
		want string
	}{
		"batchSize, all":           {all.BatchSize, "8 m.mar!model-config.yaml:3; batchSize 5 config.properties:3; batchSize 1 not written"},
		"batchSize, JSON":          {none.BatchSize, "5 config.properties:3; batchSize 1 not written"},
		"batchSize, nothing":       {bare.BatchSize, "1 not written"},
		"responseTimeout, all":     {all.ResponseTimeout, "10 s m.mar!model-config.yaml:4; responseTimeout 120 not written; responseTimeout 70 config.properties:3; default_response_timeout 90 config.properties:5"},
		"responseTimeout, a file":  {other.ResponseTimeout, "120 s not written; responseTimeout 70 config.properties:3; default_response_timeout 90 config.properties:5"},
		"responseTimeout, no file": {none.ResponseTimeout, "70 s config.properties:3; default_response_timeout 90 config.properties:5; responseTimeout 120 not written"},
		"minWorkers, all":          {all.MinWorkers, "6 m.mar!model-config.yaml:1; minWorkers 3 config.properties:3; default_workers_per_model 2 config.properties:4"},
	} {
		if got := told(c.v); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}

// TestSnapshot has what a restored model runs with: the numbers of the snapshot alone (precedence.md 3, models-json.yaml).
func TestSnapshot(t *testing.T) {
	const entry = `"minWorkers": 2, "maxWorkers": 3, "batchSize": 4, "maxBatchDelay": 5, "marName": "m.mar", "defaultVersion": true`
	of := func(count, params string) string {
		return `model_snapshot={"name": "s", ` + count + `"models": {"m": {"1.0": {` + params + `}}}}` + "\n"
	}
	for name, c := range map[string]struct{ release, text, want string }{
		"whole":                     {"0.11.1", of(`"modelCount": 1, `, entry+`, "responseTimeout": 6`), "m 2 3 4 5 ms 6 s"},
		"without a timeout":         {"0.12.0", of(`"modelCount": 1, `, entry), "m 2 3 4 5 ms 120 s"},
		"workers below 1":           {"0.12.0", of(`"modelCount": 1, `, strings.Replace(entry, `"minWorkers": 2`, `"minWorkers": -1`, 1)), "m -1 3 4 5 ms 120 s"},
		"without a number":          {"0.12.0", of(`"modelCount": 1, `, strings.Replace(entry, `"batchSize": 4, `, "", 1)), "m 2 3 unknown 5 ms 120 s"},
		"without a count":           {"0.12.0", of("", entry), ""},
		"no models":                 {"0.12.0", of(`"modelCount": 0, `, entry), ""},
		"a list":                    {"0.12.0", "model_snapshot=[]\n", ""},
		"cut":                       {"0.12.0", `model_snapshot={"modelCount": 1, "models": {"m": ` + "\n", ""},
		"a snapshot beats the file": {"0.12.0", "load_models=x.mar\n" + of(`"modelCount": 1, `, entry), "m 2 3 4 5 ms 120 s"},
	} {
		d := linked(t, c.release, fstest.MapFS{
			"config.properties": {Data: []byte("model_store=.\ndefault_response_timeout=90\n" + c.text)},
			"m.mar":             {Data: mar(t, "minWorkers: 9\nmaxWorkers: 9\nbatchSize: 9\nresponseTimeout: 9\n")},
		})
		var got []string
		for _, m := range d.Servers[0].Models {
			got = append(got, m.Name.Or("?"))
			for _, v := range []model.Cited{m.MinWorkers, m.MaxWorkers, m.BatchSize, m.MaxBatchDelay, m.ResponseTimeout} {
				got = append(got, v.Cite().Text)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", name, s, c.want)
		}
	}
}

// TestPins has pins of pip, which go before nothing but an image's tag (design, decision 6).
func TestPins(t *testing.T) {
	for requirement, want := range map[string]string{
		"torchserve==0.8.2":         "0.8.2",
		"torchserve == 0.7.1 # why": "0.7.1",
		"TorchServe[x]==0.6.0":      "0.6.0",
		"torchserve>=0.8.2":         "?",
		"torchserve-plugin==0.8.2":  "?",
		"# torchserve==0.8.2":       "?",
	} {
		d := linked(t, "", fstest.MapFS{
			"config.properties": {Data: []byte("load_models=m.mar\n")},
			"requirements.txt":  {Data: []byte("torch==2.1.0\n" + requirement + "\n")},
		})
		got := map[string]bool{}
		for _, s := range d.Servers {
			if s.Release.Origin.Kind == model.Absent {
				got["?"] = true
			} else {
				got[s.Release.Or(0).String()] = true
			}
		}
		if len(got) != 1 || !got[want] {
			t.Errorf("%s: %v, want %s", requirement, got, want)
		}
	}
}

// TestOutcomes covers each release once where nothing says which one it is.
func TestOutcomes(t *testing.T) {
	d := linked(t, "", fstest.MapFS{"config.properties": {Data: []byte("load_models=m.mar\n")}})
	seen := map[model.Release]int{}
	for _, s := range d.Servers {
		for _, r := range s.Releases {
			seen[r]++
		}
	}
	for _, r := range model.Releases() {
		if seen[r] != 1 {
			t.Errorf("%s stands %d times", r, seen[r])
		}
	}
}

// TestSecret never shows what a Secret among the files holds.
func TestSecret(t *testing.T) {
	pod := podOf{args: "[torchserve, --start, --ts-config, /a/on.properties]", env: "[{name: TS_JOB_QUEUE_SIZE, valueFrom: {secretKeyRef: {name: x, key: y}}}]"}
	d := linked(t, "", fstest.MapFS{
		"pod.yaml":    {Data: []byte(pod.yaml())},
		"secret.yaml": {Data: []byte("apiVersion: v1\nkind: Secret\nmetadata: {name: x}\nstringData: {y: \"77\"}\n")},
	})
	for _, s := range d.Servers {
		if s.Workload != nil && in(s, "job_queue_size") != "?" {
			t.Errorf("job_queue_size %s", in(s, "job_queue_size"))
		}
	}
}
