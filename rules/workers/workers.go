// Package workers holds the rules about how many workers start.
package workers

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	AsyncWorkersMultiple,
	WorkersMinGTMax,
	WorkersUnpinned,
	WorkersYAMLPairIgnored,
	ZeroWorkersRegistered,
}

// name is how a message calls a model whose name may not be known.
func name(m *model.Model) string { return m.Name.Or("the model") }
