package proxy

import (
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// A configFile is a file that configures a proxy, alone or in a ConfigMap.
type configFile struct {
	text source.Text
	name model.Value[string]
	key  string  // in the ConfigMap, else the file's name
	in   *Object // ConfigMap; nil: it stands alone
}

// configFiles returns the files of a kind, and the values in ConfigMaps that look like one.
func (c *cluster) configFiles(kind load.Kind, looks func(string) bool) []configFile {
	var out []configFile
	for _, o := range c.kinds["ConfigMap."] {
		for key, v := range o.At("data").Pairs() {
			if isScalar(v) && looks(str(v)) {
				out = append(out, configFile{v.Text(), model.Known(o.Name, model.Origin{Key: "metadata.name", Span: o.nameAt()}), key, o})
			}
		}
	}
	for _, f := range c.Files {
		if f.Kind == kind {
			t := f.Text()
			out = append(out, configFile{t, model.Known(after(f.Name), model.Origin{Key: "file", Span: t.SpanOf(0, 0)}), f.Name, nil})
		}
	}
	return out
}

// namespace returns the namespace that names in the file are looked up in.
func (f configFile) namespace() string {
	if f.in == nil {
		return ""
	}
	return f.in.Namespace
}
