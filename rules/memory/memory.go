// Package memory holds the rules about what has to fit into a container's memory.
package memory

import "github.com/torchserve-lint/tslint/lint"

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	LoadPeakExceedsMemory,
	WorkersExceedMemory,
}
