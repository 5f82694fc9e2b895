package link

import (
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// asLaunched returns what the launcher reads of the file.
func (f *configFile) asLaunched() []syntax.Property {
	if f.launcher == nil {
		f.launcher = syntax.Launcher(f.text)
	}
	return f.launcher
}

// launched returns the keys that the launcher looks for, the last of each, as rules see them.
func (f *configFile) launched() (out []*model.Entry) {
	for _, key := range []string{"model_store", "vmargs", "plugins_path"} {
		var last *model.Entry
		for _, p := range f.asLaunched() {
			if p.Key.String() == key {
				last = &model.Entry{Key: key, KeyAt: written(key, p.Key), Raw: written(key, p.Value), Lines: 1, Wins: true, Separator: "="}
			}
		}
		if last != nil {
			out = append(out, last)
		}
	}
	return out
}
