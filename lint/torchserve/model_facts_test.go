package torchserve

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/model"
)

// A span of releases in the facts: "v0.8.0..v0.9.0: <= 0 ignored. v0.10.0+: Math.max(0,v)".
var spans = regexp.MustCompile(`v([\d.]+)(\.\.v[\d.]+|\+): `)

// clamp is what the facts say that a release does with a number that is too low.
func (f fact) clamp(r model.Release) string {
	at := spans.FindAllStringSubmatchIndex(f.Clamp, -1)
	text := f.Clamp
	for i, m := range at {
		end := len(f.Clamp)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		if r.AtLeast(f.Clamp[m[2]:m[3]]) {
			text = f.Clamp[m[1]:end]
		}
	}
	return text
}

// inForce is the number that holds by the facts where v is written.
func (f fact) inForce(t *testing.T, v int64, r model.Release) int64 {
	t.Helper()
	unset, err := strconv.ParseInt(f.plainDefault(), 10, 64)
	if err != nil {
		t.Fatalf("%s: default %q", f.Key, *f.Default)
	}
	switch clamp := f.clamp(r); {
	case strings.HasPrefix(clamp, "Math.max(1,v)"):
		return max(1, v)
	case strings.HasPrefix(clamp, "Math.max(0,v)"):
		return max(0, v)
	case strings.HasPrefix(clamp, "<= 0"), strings.HasPrefix(clamp, "< 1"):
		if v <= 0 {
			return unset
		}
	case strings.HasPrefix(clamp, "< 0"):
		if v < 0 {
			return unset
		}
	default:
		t.Fatalf("%s: the facts say %q of low numbers", f.Key, clamp)
	}
	return v
}

// modelTypes is the type of a key in the words of the facts.
var modelTypes = map[string][]string{"int": {"int"}, "bool": {"bool"}, "string": {"string", "enum"}, "list": {"list of int"}, "map": {"map"}}

// TestModelKeys compares every key of model-config.yaml, in every release, with the facts.
func TestModelKeys(t *testing.T) {
	var facts struct {
		Frontend []fact `yaml:"frontend_keys"`
		Torchrun []fact `yaml:"torchrun_keys"`
	}
	readFacts(t, "model-config-keys.yaml", &facts)
	for i := range facts.Torchrun {
		facts.Torchrun[i].Key = "torchrun." + facts.Torchrun[i].Key
	}
	all := slices.Concat(facts.Frontend, facts.Torchrun)
	if len(all) != len(ModelKeys()) || len(all) != 32 {
		t.Errorf("%d facts, %d keys, want 32", len(all), len(ModelKeys()))
	}
	for _, f := range all {
		k, ok := LookupModelKey(f.Key)
		if !ok {
			t.Errorf("%s: not in the table", f.Key)
			continue
		}
		if !slices.Contains(modelTypes[k.Type], f.Type) {
			t.Errorf("%s: type %s, the facts say %s", f.Key, k.Type, f.Type)
		}
		if want := strings.Trim(f.plainDefault(), "'"); k.Default != want {
			t.Errorf("%s: default %q, the facts say %q", f.Key, k.Default, want)
		}
		for _, r := range model.Releases() {
			if k.In(r) != f.in(r) {
				t.Errorf("%s in %s: read %t, the facts say %t", f.Key, r, k.In(r), f.in(r))
			}
			if k.Type == "int" && f.in(r) {
				lowNumbers(t, f, k, r)
			}
		}
	}
}

func lowNumbers(t *testing.T, f fact, k ModelKey, r model.Release) {
	t.Helper()
	for _, v := range []int64{-1, 0, 1, 5} {
		got, ok := k.Effective(v, r)
		if !ok {
			got, _ = strconv.ParseInt(k.Default, 10, 64)
		}
		if want := f.inForce(t, v, r); got != want {
			t.Errorf("%s: %d in %s: %d holds, the facts say %d", f.Key, v, r, got, want)
		}
	}
}

// TestModelWords has the words that count, as the facts list them with their releases.
func TestModelWords(t *testing.T) {
	for _, c := range []struct {
		key, release string
		want         []string
	}{
		{"deviceType", "0.8.0", []string{"cpu", "gpu"}},
		{"deviceType", "0.12.0", []string{"cpu", "gpu"}},
		{"parallelType", "0.8.0", []string{"pp", "tp", "pptp"}},
		{"parallelType", "0.11.0", []string{"pp", "tp", "pptp"}},
		{"parallelType", "0.11.1", []string{"pp", "tp", "pptp", "custom"}},
	} {
		k, _ := LookupModelKey(c.key)
		r, _ := model.ParseRelease(c.release)
		if got := k.Accepts(r); !slices.Equal(got, c.want) {
			t.Errorf("%s in %s: %v, want %v", c.key, c.release, got, c.want)
		}
	}
}

// A member is one of an entry of models or model_snapshot.
type member struct {
	Key      string
	Since    *string
	Required any
}

// neededBy reports whether the facts say that a release ends without it. 0.1.0 read a typed class,
// in which a missing number is 0.
func (m member) neededBy(r model.Release) bool {
	text, _ := m.Required.(string)
	return r.AtLeast("0.1.1") && (m.Required == true || strings.HasPrefix(text, "up to v0.11.1") && r.Before("0.12.0"))
}

// TestJSONKeys compares the members of models and model_snapshot with the facts.
func TestJSONKeys(t *testing.T) {
	var facts struct {
		Models   struct{ Keys []member } `yaml:"models_property"`
		Snapshot struct{ Keys []member } `yaml:"snapshot_json"`
	}
	readFacts(t, "models-json.yaml", &facts)
	if len(facts.Models.Keys) != len(JSONKeys()) {
		t.Errorf("%d facts, %d members", len(facts.Models.Keys), len(JSONKeys()))
	}
	for _, f := range facts.Models.Keys {
		k, ok := LookupJSONKey(f.Key)
		want := ""
		if f.Since != nil {
			want = release(*f.Since)
		}
		if !ok || k.Since != want {
			t.Errorf("%s: read in models since %q, the facts say %q", f.Key, k.Since, want)
		}
	}
	for _, f := range facts.Snapshot.Keys {
		for _, key := range strings.Split(f.Key, ", ") {
			if k, ok := LookupJSONKey(key); ok { // else of the snapshot as a whole
				compareSnapshot(t, f, k)
			}
		}
	}
}

func compareSnapshot(t *testing.T, f member, k JSONKey) {
	t.Helper()
	if f.Since != nil && k.Snapshot != release(*f.Since) {
		t.Errorf("%s: read in model_snapshot since %q, the facts say %q", k.Key, k.Snapshot, release(*f.Since))
	}
	for _, r := range model.Releases() {
		if got := k.NeededBy(r); got != f.neededBy(r) {
			t.Errorf("%s in %s: needed %t, the facts say %t", k.Key, r, got, f.neededBy(r))
		}
	}
}

// TestHandlerKeys compares the keys for handlers with the facts: each is named there, since the same release.
func TestHandlerKeys(t *testing.T) {
	var facts struct {
		Backend []struct{ Section, Since string } `yaml:"backend_keys"`
	}
	readFacts(t, "model-config-keys.yaml", &facts)
	since := map[string]string{}
	for _, f := range facts.Backend {
		for key := range strings.SplitSeq(strings.ReplaceAll(f.Section, ".{preprocess,inference,postprocess}", ""), ", ") {
			if !strings.Contains(key, "{") && f.Since != "" {
				since[key] = release(f.Since)
			}
		}
	}
	for _, k := range HandlerKeys() {
		if since[k.Key] != k.Since {
			t.Errorf("%s: since %q, the facts say %q", k.Key, k.Since, since[k.Key])
		}
		delete(since, k.Key)
	}
	delete(since, "tp") // which nothing reads
	if len(since) > 0 {
		t.Errorf("not in the table: %v", since)
	}
}
