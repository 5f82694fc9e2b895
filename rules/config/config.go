// Package config holds the rules about keys and values of config.properties.
package config

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	BoolValueMalformed,
	ConfigKeyUnknown,
	IntValueMalformed,
	ModelKeyAtServerLevel,
}

// entries calls f for each entry of each config.properties that somebody wrote, with its server.
func entries(p *lint.Pass, f func(*model.Server, *model.Entry)) error {
	for _, s := range p.Servers {
		if s.Config == nil || s.Config.Bundled {
			continue
		}
		for _, e := range s.Config.Entries {
			f(s, e)
		}
	}
	return nil
}
