package proxy

import (
	"path"
	"strings"

	"github.com/torchserve-lint/tslint/lint/load"
)

// An nginxHome is what include finds files in: a ConfigMap, or all files that stand alone.
type nginxHome struct {
	files    []configFile
	parsed   map[string][]directive
	included map[string]bool // files that another one includes
}

// nginxHomes returns the files of nginx by where they are found from.
func (c *cluster) nginxHomes() []*nginxHome {
	var out []*nginxHome
	homes := map[*Object]*nginxHome{}
	for _, f := range c.configFiles(load.NginxConf, looksLikeNginx) {
		if homes[f.in] == nil {
			homes[f.in] = &nginxHome{parsed: map[string][]directive{}, included: map[string]bool{}}
			out = append(out, homes[f.in])
		}
	}
	for _, f := range c.configFiles(load.NginxConf, looksLikePart) {
		home := homes[f.in]
		if home == nil {
			continue
		}
		if list, ok := nginxDirectives(f.text); ok {
			home.files = append(home.files, f)
			home.parsed[f.key] = list
		}
	}
	for _, home := range out {
		for _, f := range home.files {
			home.includes(f, home.parsed[f.key])
		}
	}
	return out
}

// looksLikeNginx reports whether a text is an nginx.conf that passes requests on, or a part of one.
func looksLikeNginx(s string) bool {
	return strings.Contains(s, "{") && (strings.Contains(s, "proxy_pass ") || strings.Contains(s, "grpc_pass "))
}

// looksLikePart reports whether a text may be one that such a file includes.
func looksLikePart(s string) bool { return strings.Contains(s, ";") }

// includes notes the files that a list of directives includes.
func (h *nginxHome) includes(from configFile, list []directive) {
	for _, d := range list {
		if d.is("include") {
			for _, f := range h.matching(from, d) {
				h.included[f.key] = true
			}
		}
		h.includes(from, d.block)
	}
}

// matching returns the other files that an include names, by their last part.
func (h *nginxHome) matching(from configFile, d directive) []configFile {
	var out []configFile
	for _, f := range h.files {
		ok, err := path.Match(after(d.last().String()), after(f.key))
		if ok && err == nil && f.key != from.key && (from.in != nil || beneath(from.key, d.last().String(), f.key)) {
			out = append(out, f)
		}
	}
	return out
}

// beneath reports whether a file that stands alone lies where an include of another one looks:
// in its folder or below, and in a folder of the name that the include gives.
func beneath(from, include, file string) bool {
	folder, base := path.Dir(file), path.Base(path.Dir(include))
	above := path.Dir(from)
	return (above == "." || folder == above || strings.HasPrefix(folder, above+"/")) && (has(". / nginx", base) || path.Base(folder) == base)
}

// Bounds on the includes of one file: all in all, and one in another.
const (
	maxIncludes     = 1000
	maxIncludeDepth = 8
)

// inline puts what is included in the place of its include; left is how many more may be.
func (h *nginxHome) inline(from configFile, list []directive, left *int, depth int) []directive {
	var out []directive
	for _, d := range list {
		found := []configFile(nil)
		if d.is("include") && *left > 0 && depth < maxIncludeDepth {
			found = h.matching(from, d)
			*left -= len(found)
		}
		for _, f := range found {
			out = append(out, h.inline(f, h.parsed[f.key], left, depth+1)...)
		}
		if len(found) == 0 {
			d.block = h.inline(from, d.block, left, depth)
			out = append(out, d)
		}
	}
	return out
}

// maySetLimits reports whether a file that is not among the inputs may set timers or sizes;
// those that come with nginx do not, and patterns are for servers.
func maySetLimits(file string) bool {
	return !strings.Contains(file, "*") && !has("mime.types fastcgi_params uwsgi_params scgi_params proxy_params", after(file))
}
