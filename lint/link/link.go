// Package link finds out what files mean together: which containers run TorchServe, which
// config they get, what each setting of it comes to, and which ways lead there. All that
// tslint knows of Kubernetes is here.
package link

import (
	"context"
	"slices"

	"github.com/torchserve-lint/tslint/lint/link/proxy"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Options say what the inputs cannot.
type Options struct {
	Release   *model.Value[model.Release] // of every server; nil: each by its image
	Models    map[string]model.Declared   // by name
	GPUMemory *model.Value[model.Bytes]   // of one device
}

// Link reads the files of a deployment and links them. Problems are files, or documents in
// them, that do not parse and that no rule says more of. The deployment is nil only when the
// context ends.
func Link(ctx context.Context, in *load.Inputs, o Options) (*model.Deployment, []syntax.Problem) {
	x := newIndex(in, o)
	x.read(ctx)
	if ctx.Err() != nil {
		return nil, nil
	}
	d := &model.Deployment{Kinds: x.kinds()}
	ways := proxy.Routes(&proxy.Cluster{Objects: x.objects, Files: x.proxyFiles()})
	for _, r := range ways {
		d.Routes = append(d.Routes, r.Route)
	}
	reach := newReach(x, ways)
	var servers []*model.Server
	for _, p := range x.pods {
		for _, c := range p.containers {
			if c.serves() {
				servers = append(servers, x.outcomes(c, reach.of(c))...)
			}
		}
	}
	for _, l := range x.looseConfigs() {
		servers = append(servers, x.looseOutcomes(l, reach.near(l))...)
	}
	for _, l := range x.looseModelFiles() {
		servers = append(servers, x.looseOutcomes(l, way{})...)
	}
	slices.SortStableFunc(servers, func(a, b *model.Server) int { return a.Name.Origin.Place().Compare(b.Name.Origin.Place()) })
	d.Servers = servers
	return d, x.problems
}

// proxyFiles returns the configuration files of proxies.
func (x *index) proxyFiles() (out []*load.File) {
	for _, f := range x.files {
		if f.Kind == load.NginxConf || f.Kind == load.EnvoyConf || f.Kind == load.TraefikConf {
			out = append(out, f)
		}
	}
	return out
}

// kinds says what is among the inputs, in the words of lint.Meta.Needs.
func (x *index) kinds() []string {
	has := map[string]bool{
		"manifest": len(x.pods) > 0 || len(x.services) > 0, "config": len(x.configs) > 0,
		"model-config": len(x.modelFiles) > 0, "mar": len(x.archives) > 0,
		"kserve": x.seen["InferenceService"], "autoscaler": x.seen["HorizontalPodAutoscaler"] || x.seen["ScaledObject"],
		"proxy": len(x.proxyFiles()) > 0,
	}
	for _, o := range x.objects {
		has["proxy"] = has["proxy"] || o.Group != "" && o.Group != "apps" || o.Kind == "Service"
	}
	for _, p := range x.pods {
		for _, c := range p.containers {
			if c.serves() {
				has["image"], has["config"] = true, true // an image brings a config of its own
			}
		}
	}
	for _, a := range x.archives {
		has["model-config"] = has["model-config"] || a.config != nil
	}
	var out []string
	for k, ok := range has {
		if ok {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}
