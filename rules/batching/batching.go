// Package batching holds the rules about batches and the job queue.
package batching

import "github.com/torchserve-lint/tslint/lint"

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	BatchDelayHigh,
}
