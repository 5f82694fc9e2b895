package proxy

import (
	"strings"
	"testing"
	"time"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// patched applies the edits that let a hop wait 305 s.
func patched(t *testing.T, h *model.Hop) string {
	t.Helper()
	for _, timer := range h.Timers {
		if !timer.Bounds || timer.Add == nil {
			continue
		}
		edits := timer.Add(305 * time.Second)
		if len(edits) == 0 {
			return ""
		}
		out, err := source.Apply(edits[0].Span.File, edits)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	return ""
}

// TestAddTimeout writes a timeout where there is none, as what stands around is written.
func TestAddTimeout(t *testing.T) {
	const read = "nginx.ingress.kubernetes.io/proxy-read-timeout"
	bare := strings.Replace(ingress("nginx"), "  annotations:\n    a: b\n    \n", "", 1)
	for name, c := range map[string]struct{ manifests, controller, old, new string }{
		"an annotation":        {ingress("nginx"), "ingress-nginx", "    a: b\n", "    " + read + ": \"305\"\n    a: b\n"},
		"the first annotation": {bare, "ingress-nginx", "  name: models\nspec", "  annotations:\n    " + read + ": \"305\"\n  name: models\nspec"},
		"in braces": {strings.Replace(bare, "  name: models", "  {name: models}", 1), "ingress-nginx",
			"{name: models}", "{annotations: {" + read + ": \"305\"}, name: models}"},
		"in JSON": {strings.Replace(bare, "  name: models", "  {\n    \"name\": \"models\", \"annotations\": {\"a\": \"b\"}}", 1), "ingress-nginx",
			"{\"a\": \"b\"}", "{\"" + read + "\": \"305\", \"a\": \"b\"}"},
		"with carriage returns": {strings.ReplaceAll(bare, "\n", "\r\n"), "ingress-nginx",
			"  name: models\r\nspec", "  annotations:\r\n    " + read + ": \"305\"\r\n  name: models\r\nspec"},
		"an attribute": {ingress("alb"), "aws-alb", "    a: b\n", "    " + albAttributes + ": idle_timeout.timeout_seconds=305\n    a: b\n"},
		"an attribute among others": {ingress("alb", albAttributes+": 'routing.http2.enabled=true'"), "aws-alb",
			"'routing.http2.enabled=true'", "'routing.http2.enabled=true,idle_timeout.timeout_seconds=305'"},
		"a field with a unit": {contourRouteOf(""), "contour", "services:", "timeoutPolicy: {response: 305s}, services:"},
		"a rule of a route":   {egRoute(""), "envoy-gateway", "rules: [{name", "rules: [{timeouts: {request: 305s}, name"},
		"empty braces": {strings.Replace(ingress("nginx"), "annotations:\n    a: b\n    \n", "annotations: {}\n", 1), "ingress-nginx",
			"annotations: {}", "annotations: {" + read + ": \"305\"}"},
		"nothing below": {strings.Replace(ingress("nginx"), "annotations:\n    a: b\n    \n", "annotations:\n", 1), "ingress-nginx",
			"annotations:\nspec", "annotations: {" + read + ": \"305\"}\nspec"},
		"a comment behind": {strings.Replace(ingress("nginx"), "annotations:\n    a: b\n    \n", "annotations: # none\n", 1), "ingress-nginx", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			c1 := clusterOf(t, torchserve+c.manifests)
			got := patched(t, hopOf(t, c1, c.controller))
			want := ""
			if c.old != "" {
				want = strings.Replace(torchserve+c.manifests, c.old, c.new, 1)
			}
			if got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestAddDirective writes directives above the pass.
func TestAddDirective(t *testing.T) {
	const conf = "http {\n  server {\n    location / {\n      proxy_pass http://torchserve;\n    }\n  }\n}\n"
	c := clusterOf(t, torchserve)
	c.Files = []*load.File{nginxFileOf(conf)}
	h := hopOf(t, c, "nginx-conf")
	if got, want := patched(t, h), strings.Replace(conf, "      proxy_pass", "      proxy_read_timeout 305s;\n      proxy_pass", 1); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	edits := h.AddBody(20 << 20)
	got, err := source.Apply(edits[0].Span.File, edits)
	if want := strings.Replace(conf, "      proxy_pass", "      client_max_body_size 20m;\n      proxy_pass", 1); got != want || err != nil {
		t.Errorf("got:\n%s\n%v\nwant:\n%s", got, err, want)
	}
}

// TestSpelling keeps within the range and the grammar of a setting.
func TestSpelling(t *testing.T) {
	for _, c := range []struct {
		set  *timing
		want string
	}{
		{&nginxRead, "305"}, {&clbIdle, "305"}, {&agicRequest, "305"}, {&istioTotal, "305s"}, {&openshiftTimeout, "305s"},
		{&timing{reads: digits, max: 300 * time.Second}, ""},
		{&timing{reads: minutes, max: time.Hour}, "6"},
	} {
		if got := c.set.spell(305 * time.Second); got != c.want {
			t.Errorf("%s: got %q, want %q", c.set.name, got, c.want)
		}
	}
	for _, c := range []struct {
		set  *sizing
		size model.Bytes
		want string
	}{
		{&nginxBody, 20 << 20, "20m"}, {&nginxBody, 20000000, "20000000"}, {&sizing{reads: quantitySize}, 20 << 20, "20971520"},
	} {
		if got := c.set.spell(c.size); got != c.want {
			t.Errorf("%s: got %q, want %q", c.set.name, got, c.want)
		}
	}
}
