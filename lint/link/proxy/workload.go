package proxy

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/syntax"
)

// workloads returns the objects with pods.
func (c *cluster) workloads() []*Object {
	return memo(c, "workloads", func() (out []*Object) {
		for _, kind := range []string{"Deployment.apps", "DaemonSet.apps", "StatefulSet.apps", "Pod."} {
			out = append(out, c.kinds[kind]...)
		}
		return out
	})
}

// podOf returns the metadata and spec of a workload's pods.
func podOf(o *Object) syntax.Node {
	if o.Kind == "Pod" {
		return o.Node
	}
	return o.At("spec", "template")
}

// podsBehind returns the workloads whose pods a Service selects.
func (c *cluster) podsBehind(svc *Object) []*Object {
	byLabel := memo(c, "workloads by label", func() map[string][]*Object {
		out := map[string][]*Object{}
		for _, o := range c.workloads() {
			for key, value := range labels(podOf(o).At("metadata", "labels")) {
				out[key+"="+value] = append(out[key+"="+value], o)
			}
		}
		return out
	})
	selector := labels(svc.At("spec", "selector"))
	var likely []*Object // those with the rarest label
	for key, value := range selector {
		if list := byLabel[key+"="+value]; likely == nil || len(list) < len(likely) {
			likely = list
		}
	}
	var out []*Object
	for _, o := range likely {
		if sameNamespace(o, svc) && subset(selector, labels(podOf(o).At("metadata", "labels"))) {
			out = append(out, o)
		}
	}
	return out
}

// running returns the containers whose image has one of the names, with their workloads.
func (c *cluster) running(images []string) []container {
	var out []container
	for _, o := range c.workloads() {
		for _, n := range podOf(o).At("spec", "containers").Items() {
			if isImage(str(n.At("image")), images) {
				out = append(out, container{o, n})
			}
		}
	}
	return out
}

// A container is one of a workload.
type container struct {
	workload *Object
	syntax.Node
}

// words returns the command and arguments of the container.
func (n container) words() []syntax.Node {
	return append(n.At("command").Items(), n.At("args").Items()...)
}

// arg returns the value of a flag, written as --flag=value.
func (n container) arg(flag string) string {
	for _, w := range n.words() {
		if value, found := strings.CutPrefix(str(w), flag+"="); found {
			return value
		}
	}
	return ""
}

// isImage reports whether an image reference is that of one of the names, whatever its
// registry, tag and digest.
func isImage(ref string, names []string) bool {
	ref, _, _ = strings.Cut(ref, "@")
	if i := strings.LastIndexByte(ref, ':'); i > strings.LastIndexByte(ref, '/') {
		ref = ref[:i]
	}
	return slices.ContainsFunc(names, func(name string) bool { return ref == name || strings.HasSuffix(ref, "/"+name) })
}

// configMaps returns the ConfigMap of a controller: the one that a flag of its containers
// names, else all that look like it and hold one of the keys.
func (c *cluster) configMaps(ctl *controller, flag string, looks func(*Object) bool, keys string) []*Object {
	return memo(c, "ConfigMaps of "+ctl.id, func() []*Object {
		var out []*Object
		for _, n := range c.running(ctl.pods.images) {
			if o := c.get("ConfigMap.", n.workload.Namespace, after(n.arg(flag))); o != nil && !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
		if len(out) > 0 {
			return out
		}
		for _, o := range c.kinds["ConfigMap."] {
			if looks(o) && slices.ContainsFunc(strings.Fields(keys), func(key string) bool { return o.At("data", key).OK() }) {
				out = append(out, o)
			}
		}
		return out
	})
}

// injected reports whether a workload gets the sidecar of a mesh.
func injected(o *Object, key string) bool {
	meta := podOf(o).At("metadata")
	return has("enabled true", str(meta.At("annotations", key))) || has("enabled true", str(meta.At("labels", key)))
}

// anyInjected reports whether some workload gets the sidecar of a mesh.
func (c *cluster) anyInjected(key string) bool {
	return slices.ContainsFunc(c.workloads(), func(o *Object) bool { return injected(o, key) })
}
