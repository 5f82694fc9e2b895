package link

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// lacking says that a mounted ConfigMap, which is among the inputs, does not hold a file; nil where it
// does, or where that cannot be told.
func (x *index) lacking(c *container, m *mount, v *volume, name string, from model.Value[string]) *model.Lacking {
	if v.kind != "configMap" || m.subPath.String() != "" {
		return nil
	}
	cm := x.configMaps[refTo(c.pod.namespace, v.object.String())]
	if cm == nil {
		return nil
	}
	for _, f := range x.configs { // another variant of the ConfigMap, as of an overlay, may hold it
		if f.configMap != nil && f.configMap != cm && f.configMap.name == cm.name && f.name == path.Base(name) {
			return nil
		}
	}
	at := path.Clean(m.path.String())
	names, configs := mounted(v, cm, at)
	if slices.Contains(names, strings.TrimPrefix(strings.TrimPrefix(name, at), "/")) {
		return nil
	}
	why := fmt.Sprintf("the ConfigMap %s, mounted at %s, holds %s", v.object, at, strings.Join(names, ", "))
	if len(names) == 0 {
		why = fmt.Sprintf("the ConfigMap %s, mounted at %s, is empty", v.object, at)
	}
	return &model.Lacking{Path: name, From: from, Why: why, Other: configs}
}

// mounted returns the files that a volume shows of a ConfigMap, and where those are that hold a
// config.properties.
func mounted(v *volume, cm *configMap, at string) (names, configs []string) {
	for _, key := range sortedKeys(cm.data) {
		file := key
		if v.items != nil {
			file = ""
			for p, k := range v.items {
				if k == key {
					file = p
				}
			}
		}
		if file == "" {
			continue
		}
		names = append(names, file)
		if slices.ContainsFunc(cm.configs, func(f *configFile) bool { return f.name == key }) {
			configs = append(configs, path.Join(at, file))
		}
	}
	return names, configs
}

// imageLacks says that the official image has no file of a name, where nothing is mounted there and no
// script runs that might write it.
func (c *container) imageLacks(name string, from model.Value[string]) *model.Lacking {
	if c.ref == nil || !c.ref.Official || wraps(c.ref) || name == torchserve.BundledAt || from.Origin.Kind == model.Default {
		return nil
	}
	for i, w := range c.words() {
		if w.ends || i == 0 && path.Base(w.String()) != "torchserve" {
			return nil
		}
	}
	return &model.Lacking{Path: name, From: from, Why: "nothing is mounted there, and the image does not bring it"}
}
