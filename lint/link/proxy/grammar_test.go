package proxy

import (
	"io/fs"
	"regexp"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"gopkg.in/yaml.v3"
)

// durations are the grammars by their names in the facts.
var durations = map[string]*grammar[time.Duration]{
	"int_atoi": atoiSeconds, "int_base0": base0, "nginx_time_msec": nginxTime, "f5_time": f5Time,
	"haproxytech_time": haproxyTech, "jcm_time": haproxyJCM, "openshift_time": openshift,
	"go_duration": goTime, "contour_duration": contourTime, "gep2257": gep2257, "protojson_sec": protoJSON,
	"linkerd_duration": linkerdTime, "apisix_ann": apisixTime, "ngf_duration": ngfTime,
}

var sizes = map[string]*grammar[model.Bytes]{
	"nginx_size": nginxSize, "ngf_size": ngfSize, "k8s_quantity": quantitySize,
}

// amounts are what people write, and what they should not.
var amounts = []string{
	"", " ", "0", "00", "1", "-1", "+1", "-0", "300", "0300", "+300", "-5", "300s", "5m", "5m30", "5m30s", "30s5m", "1h30m", "1h 30m", "1m1m",
	" 300", "300 ", "300.0", "3e2", "0x12c", "0b1", "0o17", "0.5s", "1.5m", ".5s", "5.s", "1.s", "1..s", "s", "ms", "180000ms", "10us", "10µs", "10ns",
	"1d", "2w", "1M", "1y", "1d2h", "2h1d", "1w1d", "300sec", "3min", "3 m", "infinity", "infinite", "Infinity", "12345s", "123456s", "1h1m1s1ms",
	"1h1m1s1ms1ms", "1s500ms", "500ms1s", "9999s", "10000s", "99999", "-0.5s", "+5m", "1.1234567891s", "1.123456789s", "1.s5", "8m", "8M", "8k", "8g",
	"8 m", "8mb", "10MB", "10b", "6.25m", "8Mi", "08Mi", "8Gi", "8E", "6553500", "7t", "unlimited", "5s30", "10s10s", "1m30", "1ms30", "99999h", "1800m0ms",
}

// TestGrammars compares what is taken with the patterns of the facts.
func TestGrammars(t *testing.T) {
	var doc struct{ Grammars map[string]string }
	b, err := fs.ReadFile(facts, "proxies.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	// The patterns are looser here than the programs that they describe.
	beside := map[string]map[string]bool{
		"nginx_time_msec":  {"": true},            // no directive is without an argument
		"f5_time":          {"": true, " ": true}, // must not be blank
		"contour_duration": {".5s": true, "s": true, "ms": true, "5.s": true, "1.s": true},
	}
	for name, pattern := range doc.Grammars {
		re, err := regexp.Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range amounts {
			var got bool
			switch {
			case durations[name] != nil:
				_, got = durations[name].read(s)
			case sizes[name] != nil:
				_, got = sizes[name].read(s)
			default:
				continue
			}
			if want := re.MatchString(s); got != want && !beside[name][s] {
				t.Errorf("%s takes %q: %t, the facts say %t", name, s, got, want)
			}
		}
	}
}

// TestExamples reads the examples of valid and invalid values in the facts.
func TestExamples(t *testing.T) {
	type row struct {
		Name, Grammar string
		Valid         []string `yaml:"examples_valid"`
		Invalid       []string `yaml:"examples_invalid"`
	}
	var doc struct{ Controllers []struct{ Timeouts []row } }
	b, err := fs.ReadFile(facts, "proxies.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, c := range doc.Controllers {
		for _, r := range c.Timeouts {
			for want, list := range map[bool][]string{true: r.Valid, false: r.Invalid} {
				for _, s := range list {
					seen++
					if _, got := durations[r.Grammar].read(s); got != want {
						t.Errorf("%s takes %q: %t, want %t", r.Name, s, got, want)
					}
				}
			}
		}
	}
	if seen < 9 {
		t.Errorf("%d examples, want 9 or more", seen)
	}
}

// TestDurations reads values whose meaning is the trap.
func TestDurations(t *testing.T) {
	for _, c := range []struct {
		grammar *grammar[time.Duration]
		text    string
		want    time.Duration
	}{
		{atoiSeconds, "0300", 300 * time.Second},
		{base0, "0300", 192 * time.Second},
		{base0, "0x12c", 300 * time.Second},
		{atoiMillis, "180", 180 * time.Millisecond},
		{minutes, "10", 10 * time.Minute},
		{nginxTime, "1m30", 90 * time.Second},
		{nginxTime, "1d2h", 26 * time.Hour},
		{f5Time, "1h 30m", 90 * time.Minute},
		{haproxyTech, "300", 300 * time.Millisecond},
		{haproxyTech, "3m", 3 * time.Minute},
		{haproxyJCM, "1d", 24 * time.Hour},
		{openshift, "180", 180 * time.Millisecond},
		{linkerdTime, "0", 0},
		{apisixTime, "180s", 180 * time.Second},
		{ngfTime, "180", 180 * time.Second},
		{contourTime, "infinity", model.Forever},
		{gep2257, "1h1m1s1ms", time.Hour + time.Minute + time.Second + time.Millisecond},
		{traefikTime, "180", 180 * time.Second},
		{traefikTime, "3m", 3 * time.Minute},
		{protoJSON, "1.5s", 1500 * time.Millisecond},
		{atoiSeconds, "9223372036854775807", model.Forever},
		{nginxTime, "99999999999999999999w", model.Forever},
	} {
		if got, ok := c.grammar.read(c.text); !ok || got != c.want {
			t.Errorf("%q is %v %t, want %v", c.text, got, ok, c.want)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		grammar *grammar[model.Bytes]
		text    string
		want    model.Bytes
	}{
		{nginxSize, "8m", 8 << 20}, {nginxSize, "6400K", 6400 << 10}, {nginxSize, "1g", 1 << 30}, {nginxSize, "6553500", 6553500},
		{jcmSize, "unlimited", model.Unlimited}, {jcmSize, "4m", 4 << 20},
		{providerSize, "10b", 10}, {providerSize, "8 m", 8 << 20},
		{ngfSize, "7m", 7 << 20}, {quantitySize, "8Mi", 8 << 20}, {quantitySize, "8M", 8e6},
		{nginxSize, "99999999999999999999g", model.Unlimited},
	} {
		if got, ok := c.grammar.read(c.text); !ok || got != c.want {
			t.Errorf("%q is %v %t, want %v", c.text, got, ok, c.want)
		}
	}
}

// TestWrite spells durations as each controller reads them.
func TestWrite(t *testing.T) {
	for name, g := range durations {
		for _, d := range []time.Duration{time.Second, 185 * time.Second, 6000 * time.Second, 3 * time.Hour} {
			got, ok := g.read(g.write(d))
			if !ok || got < d {
				t.Errorf("%s writes %v as %q, which reads as %v %t", name, d, g.write(d), got, ok)
			}
		}
	}
}

// FuzzGrammars reads anything without a panic, and reads again what it writes.
func FuzzGrammars(f *testing.F) {
	for _, s := range amounts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, g := range durations {
			d, ok := g.read(s)
			if !ok || d <= 0 || d > 100*time.Hour {
				continue
			}
			if back, ok := g.read(g.write(d)); !ok || back < d || back >= d+time.Minute+time.Second {
				t.Errorf("%s reads %q as %v and writes %q", name, s, d, g.write(d))
			}
		}
		for _, g := range sizes {
			g.read(s)
		}
		traefikTime.read(s)
		minutes.read(s)
		_, _, _ = guess[time.Duration](s)
		_, _, _ = guess[model.Bytes](s)
	})
}
