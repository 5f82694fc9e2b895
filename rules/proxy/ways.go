package proxy

import (
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// predicts reports whether predictions of a model can take a route.
func predicts(r *model.Route, m *model.Model) bool {
	return torchserve.Predicts(r.Role, r.Path.Or("/"), m.Name.Or(""))
}

// ends reports whether a route leads to a port where TorchServe is known not to listen: to
// something else beside it, then.
func ends(s *model.Server, r *model.Route) bool {
	port, known := r.Port.Get()
	if !known || r.Role != "" || s.Wrapper.Or(false) {
		return false
	}
	for _, l := range s.Listeners {
		n, ok := l.Port.Get()
		if !ok && l.Scheme.Or("") != "unix" || n == port {
			return false
		}
	}
	return len(s.Listeners) > 0
}

// streams reports whether a route is for answers that come in parts only.
func streams(r *model.Route) bool { return torchserve.Streams(r.Path.Or("/")) }

// online reports whether clients wait for the answers of a model.
func online(m *model.Model) bool {
	return m.Declared.Mode == nil || m.Declared.Mode.Or("") != "offline"
}

// takesBodies reports whether requests with large bodies may take a route: predictions of any
// of the models.
func takesBodies(s *model.Server, r *model.Route) bool {
	if ends(s, r) {
		return false
	}
	for _, m := range s.Models {
		if predicts(r, m) {
			return true
		}
	}
	return len(s.Models) == 0 && torchserve.Predicts(r.Role, r.Path.Or("/"), "")
}
