// Package timeouts holds the rules about how long TorchServe waits.
package timeouts

import "github.com/torchserve-lint/tslint/lint"

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	YAMLShadowsTimeout,
}
