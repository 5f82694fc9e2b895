// Package models holds the rules about which models load, and with what settings.
package models

import "github.com/torchserve-lint/tslint/lint"

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	ModelsJSONInvalid,
}
