package proxy

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/syntax"
)

// workloads are the kinds of objects with pods.
var workloads = []string{"Deployment.apps", "DaemonSet.apps", "StatefulSet.apps", "Pod."}

// podOf returns the metadata and spec of a workload's pods.
func podOf(o *Object) syntax.Node {
	if o.Kind == "Pod" {
		return o.Node
	}
	return o.At("spec", "template")
}

// running returns the containers whose image has one of the names, with their workloads.
func (c *cluster) running(images ...string) []container {
	var out []container
	for _, kind := range workloads {
		for _, o := range c.kinds[kind] {
			for _, n := range podOf(o).At("spec", "containers").Items() {
				image := imageName(str(n.At("image")))
				if slices.ContainsFunc(images, func(name string) bool { return image == name || strings.HasSuffix(image, "/"+name) }) {
					out = append(out, container{o, n})
				}
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
func (c container) words() []syntax.Node {
	return append(c.At("command").Items(), c.At("args").Items()...)
}

// arg returns the value of a flag, written as --flag=value.
func (c container) arg(flag string) string {
	for _, w := range c.words() {
		if value, found := strings.CutPrefix(str(w), flag+"="); found {
			return value
		}
	}
	return ""
}

// imageName returns an image reference without tag and digest.
func imageName(ref string) string {
	ref, _, _ = strings.Cut(ref, "@")
	if i := strings.LastIndexByte(ref, ':'); i > strings.LastIndexByte(ref, '/') {
		ref = ref[:i]
	}
	return ref
}

// configMap returns the ConfigMap of a controller: the one that a flag of its containers
// names, else the only one that looks like it. It is nil where there is none, or several.
func (c *cluster) configMap(flag string, looks func(*Object) bool, images ...string) *Object {
	for _, n := range c.running(images...) {
		if ref := n.arg(flag); ref != "" {
			if o := c.get("ConfigMap.", n.workload.Namespace, after(ref)); o != nil {
				return o
			}
		}
	}
	var found *Object
	for _, o := range c.kinds["ConfigMap."] {
		if !looks(o) {
			continue
		}
		if found != nil {
			return nil
		}
		found = o
	}
	return found
}

// injected reports whether some workload gets the sidecar of a mesh.
func (c *cluster) injected(key string) bool {
	for _, kind := range workloads {
		for _, o := range c.kinds[kind] {
			meta := podOf(o).At("metadata")
			for _, in := range []string{"annotations", "labels"} {
				if has("enabled true", str(meta.At(in, key))) {
					return true
				}
			}
		}
	}
	return false
}
