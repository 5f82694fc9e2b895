package link

import (
	"context"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Options say what the user declares of the deployment.
type Options struct {
	Release   *model.Value[model.Release] // of every server; nil: as the inputs say
	Models    map[string]model.Declared   // by name of the model
	GPUMemory *model.Value[model.Bytes]   // of one device; nil: not declared
}

// Link joins what was loaded into a deployment, and says what of it does not parse.
func Link(ctx context.Context, in *load.Inputs, o Options) (*model.Deployment, []syntax.Problem) {
	panic("not built")
}
