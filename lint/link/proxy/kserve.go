package proxy

import (
	"cmp"
	"encoding/json"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

const kserveMode = "serving.kserve.io/deploymentMode"

// Fields of InferenceServices and InferenceGraphs.
var (
	kservePredictor   = timing{name: "spec.predictor.timeout", kind: "total", reads: digits, def: time.Minute, invalid: apiRefuses, zero: zeroDefaultMeant, yaml: "integer"}
	kserveTransformer = timing{name: "spec.transformer.timeout", kind: "total", reads: digits, def: time.Minute, optional: true, invalid: apiRefuses, zero: zeroDefaultMeant, yaml: "integer"}

	kserveWrite  = timing{name: "spec.routerTimeouts.serverWrite", kind: "write_deadline", reads: digits, def: time.Minute, zero: zeroNoLimit, invalid: apiRefuses, yaml: "integer"}
	kserveRead   = timing{name: "spec.routerTimeouts.serverRead", kind: "request_receive", reads: digits, def: time.Minute, zero: zeroNoLimit, invalid: apiRefuses, yaml: "integer"}
	kserveClient = timing{name: "spec.routerTimeouts.serviceClient", kind: "per_try", reads: digits, def: noLimit, optional: true, zero: zeroNoLimit, invalid: apiRefuses, yaml: "integer"}
)

func kserve() *controller {
	return &controller{
		id: "kserve", title: "KServe",
		ways: kserveWays,
	}
}

func kserveWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, o := range c.kinds["InferenceService.serving.kserve.io"] {
		hop := kserveHop(c, ctl, o)
		out = append(out, c.newWay(o, hop, source.Text{}, source.Text{}, backend(o.Namespace, o.Name+"-predictor", ""), o.At("metadata", "name").Text()))
	}
	for _, o := range c.kinds["InferenceGraph.serving.kserve.io"] {
		b := newHop(ctl, o)
		b.timer(&kserveWrite, fieldOf(o, &kserveWrite))
		b.timer(&kserveRead, fieldOf(o, &kserveRead))
		b.timer(&kserveClient, fieldOf(o, &kserveClient))
		b.bodyOf("the gateway")
		out = append(out, c.newWay(o, b.finish(c), source.Text{}, source.Text{}, backend(o.Namespace, o.Name, ""), o.At("metadata", "name").Text()))
	}
	return out
}

// bodyOf leaves the limit of bodies to another program.
func (b *builder) bodyOf(program string) {
	b.BodyLimit = model.Unknown[model.Bytes](model.Origin{Kind: model.Absent, Key: "body size", On: b.on, Why: "up to " + program})
}

func kserveHop(c *cluster, ctl *controller, o *Object) *model.Hop {
	b := newHop(ctl, o)
	b.bodyOf("the gateway")
	config := memo(c, "configuration of KServe", c.findKServeConfig)
	predictor, transformer, unknown := kservePredictor, kserveTransformer, ""
	mode := cmp.Or(o.annotationText(kserveMode), config.DefaultDeploymentMode)
	switch {
	case mode == "Knative" || mode == "Serverless":
		for _, set := range []*timing{&predictor, &transformer} {
			set.def, set.max, set.beyond = 300*time.Second, 600*time.Second, blocks // by Knative's webhook
		}
	case mode != "Standard" && mode != "RawDeployment":
		unknown = "the mode of deployment is not among the files given"
	case !config.EnableGatewayAPI || config.DisableHTTPRouteTimeout: // nothing is made of it
		unknown = "up to the gateway"
	}
	t := b.timer(&predictor, fieldOf(o, &predictor))
	b.timer(&transformer, fieldOf(o, &transformer))
	asked := mode == "" && t.Limit.Origin.Kind == model.Written // whatever the mode is, it is meant to hold
	if unknown != "" && !asked {
		t.Limit = model.Unknown[time.Duration](model.Origin{Kind: model.Absent, Key: predictor.name, On: b.on, Why: unknown})
	}
	return b.finish(c)
}

// A kserveConfig is what matters of the ConfigMap inferenceservice-config.
type kserveConfig struct {
	DefaultDeploymentMode   string `json:"defaultDeploymentMode"`
	EnableGatewayAPI        bool   `json:"enableGatewayApi"`
	DisableHTTPRouteTimeout bool   `json:"disableHTTPRouteTimeout"`
}

// findKServeConfig returns the installation's configuration; without one among the inputs,
// HTTPRoutes are taken to be made.
func (c *cluster) findKServeConfig() kserveConfig {
	config := kserveConfig{EnableGatewayAPI: true}
	for _, cm := range c.kinds["ConfigMap."] {
		if cm.Name != "inferenceservice-config" {
			continue
		}
		config.EnableGatewayAPI = false
		for _, key := range []string{"deploy", "ingress"} {
			if err := json.Unmarshal([]byte(str(cm.At("data", key))), &config); err != nil {
				continue // KServe does not read it either
			}
		}
	}
	return config
}
