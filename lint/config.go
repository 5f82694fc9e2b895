package lint

import (
	"io/fs"

	"github.com/torchserve-lint/tslint/lint/source"
)

// ConfigName is the name of a configuration file.
const ConfigName = ".tslint.yaml"

// LoadConfig reads a configuration file. The rules are those that it may speak of.
func LoadConfig(fsys fs.FS, name string, rules []*Rule) (*Config, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	return ParseConfig(source.NewFile(name, string(data)), rules)
}

// ParseConfig reads a configuration file. The error is a ConfigError that holds every
// fault of it.
func ParseConfig(f *source.File, rules []*Rule) (*Config, error) {
	return NewConfig(), nil
}
