package proxy

import "github.com/torchserve-lint/tslint/lint/model"

// A controller is what one kind of proxy makes of its settings.
type controller struct {
	id, title string
	class     classes   // which Ingresses are its own
	prefixes  []string  // of its annotations
	timings   []*timing // those with a kind of object are annotations
	sizings   []*sizing
	others    map[string]string // further annotations that matter: the kinds of object that they are read on
	mistaken  map[string]string // annotations that people write and nobody reads: the one that they mean

	ingress func(*cluster, *controller, *ingressPath) *model.Hop // nil: it reads no Ingress
}

// all returns every controller.
func all() []*controller {
	return []*controller{
		ingressNginx(),
	}
}
