package torchserve

import (
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// Statuses of paths that a listener does not serve (facts: runtime.md A3).
const (
	StatusNotFound   = 404
	StatusNotAllowed = 405
)

// Unserved returns the status with which a GET of a path is refused on a listener, whatever
// the server's state. Roles are inference, management and metrics; shared says that inference
// and management are one listener; oip that the open inference protocol is on. It is not ok
// where the path is served, or where that cannot be told.
func Unserved(role, path string, r model.Release, oip, shared bool) (status int, ok bool) {
	path, _, _ = strings.Cut(path, "?")
	if path == "" || path == "/" {
		return StatusNotAllowed, true
	}
	on := owner(path, r)
	if on == "" {
		return 0, false
	}
	if on == "oip" {
		if oip && r.AtLeast("0.10.0") {
			on = "inference"
		} else {
			return StatusNotFound, true
		}
	}
	if on == "any" || on == role || shared && on != "metrics" && role != "metrics" {
		return 0, false
	}
	return StatusNotFound, true
}

// Unclaimed reports whether a path is one plain word that no listener of any release serves, such as
// /healthz: the answer is 404, unless a plug-in adds it.
func Unclaimed(path string, r model.Release) bool {
	path, _, _ = strings.Cut(path, "?")
	return word.MatchString(path) && path != "/token" && path != "/v1" && owner(path, r) == ""
}

var word = regexp.MustCompile(`^/[a-z][a-z0-9-]*$`)

// Owner returns the role of the one listener that serves a path; empty where several do, none
// does, or it cannot be told.
func Owner(path string, r model.Release) string {
	path, _, _ = strings.Cut(path, "?")
	switch on := owner(path, r); on {
	case "inference", "management", "metrics":
		return on
	}
	return ""
}

// owner says who serves a path: a role, any, oip, none; empty where it cannot be told, as
// plug-ins add paths.
func owner(path string, r model.Release) string {
	under := func(prefix string) bool { return path == prefix || strings.HasPrefix(path, prefix+"/") }
	switch {
	case path == "/api-description":
		return "any"
	case path == "/ping":
		return "inference"
	case path == "/metrics":
		return "metrics"
	case under("/predictions"), under("/explanations"), path == "/invocations", under("/wfpredict"):
		return "inference"
	case strings.HasPrefix(path, "/models/") && strings.HasSuffix(path, "/invoke"):
		return "inference"
	case under("/models"), under("/workflows"):
		return "management"
	case strings.HasPrefix(path, "/v1/models/") && strings.Contains(path, ":"):
		return "inference"
	case strings.HasPrefix(path, "/v1/models/"):
		if r.Before("0.3.0") {
			return "none"
		}
		return "management"
	case path == "/v2", path == "/v2/health/live", path == "/v2/health/ready":
		return "oip"
	case strings.HasPrefix(path, "/v2/models/") && strings.HasSuffix(path, "/ready"):
		return "none"
	case strings.HasPrefix(path, "/v2/models/") && strings.HasSuffix(path, "/infer"):
		return "inference"
	}
	return ""
}
