package proxy

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// maxHops is how many proxies stand in one chain, at most.
const maxHops = 5

// chain puts the ways together that lead from one proxy to the next. A way from outside that
// goes on from another one does not stand alone any more.
func (c *cluster) chain(ways []*way) []*way {
	l := &links{cluster: c, starting: map[string][]*way{}, used: map[*way]bool{}, entries: map[*Object][]*way{}}
	for _, w := range ways {
		id := w.Hops[0].Controller
		switch {
		case !w.External:
			id = meshed + id
		case w.file != nil || w.gateway != nil:
			id = placed
		}
		l.starting[id] = append(l.starting[id], w)
	}
	var out []*way
	made := make([][]*way, len(ways))
	for i, w := range ways {
		made[i] = l.extend(w, []*way{w})
	}
	for i, w := range ways {
		if !l.used[w] || !w.External {
			out = append(out, made[i]...)
		}
	}
	return out
}

// Ways whose pods a ConfigMap or a Gateway tells, and those within a mesh, are kept apart.
const (
	placed = "placed"
	meshed = "meshed "
)

type links struct {
	*cluster
	starting map[string][]*way // by controller of the first hop; placed; meshed and a controller
	used     map[*way]bool     // ways that another one goes on with
	entries  map[*Object][]*way
}

// extend returns the ways that w makes with those that begin where it ends, itself if there
// are none.
func (l *links) extend(w *way, seen []*way) []*way {
	if len(w.Hops) >= maxHops {
		return []*way{w}
	}
	var out []*way
	for _, next := range l.behind(w) {
		if slices.Contains(seen, next) || !fits(w, next) {
			continue
		}
		l.used[next] = true
		out = append(out, l.extend(join(w, next), append(slices.Clip(seen), next))...)
	}
	if out == nil {
		return []*way{w}
	}
	return out
}

// behind returns the ways that may begin at the Service that w ends in.
func (l *links) behind(w *way) []*way {
	svc := l.service(w.Backend.Namespace, w.Backend.Service)
	if svc == nil {
		return nil
	}
	out := slices.Clip(l.entered(svc))
	if !w.byName { // a mesh that is not told of the Service does not see its rules
		return out
	}
	last := w.Hops[len(w.Hops)-1].Controller
	for _, mesh := range [][2]string{{"istio", "sidecar.istio.io/inject"}, {"linkerd", "linkerd.io/inject"}} {
		if last == mesh[0] || !l.sidecar(last, mesh[1]) {
			continue
		}
		for _, next := range l.starting[meshed+mesh[0]] {
			if next.host == svc {
				out = append(out, next)
			}
		}
	}
	return out
}

// entered returns the ways from outside that begin at the pods behind a Service.
func (l *links) entered(svc *Object) []*way {
	if out, ok := l.entries[svc]; ok {
		return out
	}
	var out []*way
	selector, pods := labels(svc.At("spec", "selector")), l.podsBehind(svc)
	for _, ctl := range l.controllers {
		if ctl.runs(selector, pods) {
			out = append(out, l.starting[ctl.id]...)
		}
	}
	for _, next := range l.starting[placed] {
		if next.gateway != nil && next.gateway.Group == istioGroup && lets(next.gateway, selector, pods) ||
			next.file != nil && slices.ContainsFunc(pods, func(o *Object) bool { return mounts(o, next.file) }) {
			out = append(out, next)
		}
	}
	l.entries[svc] = out
	return out
}

// lets reports whether a Gateway of Istio is for the pods behind a Service.
func lets(gateway *Object, selector map[string]string, pods []*Object) bool {
	wanted := labels(gateway.At("spec", "selector"))
	return subset(wanted, selector) || slices.ContainsFunc(pods, func(o *Object) bool { return subset(wanted, labels(podOf(o).At("metadata", "labels"))) })
}

// runs reports whether the pods behind a Service are the controller's own.
func (ctl *controller) runs(selector map[string]string, pods []*Object) bool {
	for _, sign := range ctl.pods.labels {
		if key, value, _ := strings.Cut(sign, "="); selector[key] == value {
			return true
		}
	}
	return slices.ContainsFunc(pods, ctl.owns)
}

// owns reports whether a workload is the controller's own, by its images.
func (ctl *controller) owns(o *Object) bool {
	for _, n := range podOf(o).At("spec", "containers").Items() {
		if isImage(str(n.At("image")), ctl.pods.images) {
			return true
		}
	}
	return false
}

// sidecar reports whether the pods of a controller are seen to get the sidecar of a mesh.
func (c *cluster) sidecar(id, key string) bool {
	ctl := c.controller(id)
	if ctl == nil {
		return false
	}
	for _, o := range c.workloads() {
		if injected(o, key) && (ctl.owns(o) || ctl.labelled(o)) {
			return true
		}
	}
	return false
}

// labelled reports whether a workload's pods have a label of the controller's own pods.
func (ctl *controller) labelled(o *Object) bool {
	own := labels(podOf(o).At("metadata", "labels"))
	return slices.ContainsFunc(ctl.pods.labels, func(sign string) bool {
		key, value, _ := strings.Cut(sign, "=")
		return own[key] == value
	})
}

// mounts reports whether a workload's pods mount a ConfigMap.
func mounts(o, cm *Object) bool {
	for _, v := range podOf(o).At("spec", "volumes").Items() {
		if str(v.At("configMap", "name")) == cm.Name {
			return true
		}
	}
	return false
}

// subset reports whether all of a non-empty selector is among labels.
func subset(selector, labels map[string]string) bool {
	for key, value := range selector {
		if labels[key] != value {
			return false
		}
	}
	return len(selector) > 0
}

// fits reports whether a request may take both ways.
func fits(w, next *way) bool {
	if next.host == nil && w.Host != nil && next.Host != nil && !sameHost(w.Host.Or(""), next.Host.Or("")) {
		return false
	}
	a, b := w.Path.Or("/"), next.Path.Or("/")
	plain := func(s string) bool { return !strings.ContainsAny(s, "*()[]^$\\") }
	return !plain(a) || !plain(b) || strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// sameHost reports whether two hosts, which may begin with *., have one in common.
func sameHost(a, b string) bool {
	match := func(pattern, host string) bool {
		suffix, wild := strings.CutPrefix(pattern, "*")
		return pattern == host || wild && strings.HasSuffix(host, suffix)
	}
	return match(a, b) || match(b, a)
}

// join returns the way that goes through w and then next.
func join(w, next *way) *way {
	r := *w.Route.Route
	r.Hops = append(slices.Clone(w.Hops), next.Hops...)
	r.Service, r.Port = next.Service, next.Port
	if next.host == nil && (r.Host == nil || next.Host != nil && strings.HasPrefix(r.Host.Or(""), "*")) {
		r.Host = next.Host
	}
	if len(next.Path.Or("")) > len(r.Path.Or("")) || r.Path.Origin.Kind == model.Default {
		r.Path = next.Path
	}
	return &way{Route: &Route{Route: &r, Backend: next.Backend}, at: w.at, file: w.file, gateway: w.gateway, byName: next.byName}
}
