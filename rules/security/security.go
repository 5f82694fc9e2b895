// Package security holds the rules about who may reach and use the server.
package security

import "github.com/torchserve-lint/tslint/lint"

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	TokenAuthBlocks,
}
