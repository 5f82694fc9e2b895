package link

import (
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// launcherKeys are those that the launcher looks for.
var launcherKeys = [...]string{"model_store", "vmargs", "plugins_path"}

// asLaunched returns what the launcher reads of the file.
func (f *configFile) asLaunched() []syntax.Property {
	if f.launcher == nil {
		f.launcher = syntax.Launcher(f.text, launcherKeys[:]...)
	}
	return f.launcher
}

// launched returns the keys that the launcher looks for, the last of each, as rules see them.
func (f *configFile) launched() (out []*model.Entry) {
	props := f.asLaunched()
	for _, key := range launcherKeys {
		var last *model.Entry
		for _, p := range props {
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
