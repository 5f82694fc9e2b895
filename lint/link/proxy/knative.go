package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// Fields of a revision template, and keys of the ConfigMap config-defaults.
var (
	knativeTimeout  = timing{name: "spec.template.spec.timeoutSeconds", kind: "total", reads: digits, def: 300 * time.Second, max: 600 * time.Second, zero: zeroDefaultMeant, invalid: apiRefuses, beyond: webhookRefuses, yaml: "integer"}
	knativeResponse = timing{name: "spec.template.spec.responseStartTimeoutSeconds", kind: "ttfb", reads: digits, def: 300 * time.Second, zero: zeroDefaultMeant, invalid: apiRefuses, beyond: webhookRefuses, yaml: "integer"}
	knativeIdle     = timing{name: "spec.template.spec.idleTimeoutSeconds", kind: "gap_any", reads: digits, def: noLimit, zero: zeroNoLimit, invalid: apiRefuses, beyond: webhookRefuses, yaml: "integer"}

	knativeKeyTimeout  = timing{name: "revision-timeout-seconds", kind: "total", reads: digits, def: 300 * time.Second, invalid: falls}
	knativeKeyMax      = timing{name: "max-revision-timeout-seconds", kind: "total", reads: digits, def: 600 * time.Second, invalid: falls}
	knativeKeyResponse = timing{name: "revision-response-start-timeout-seconds", kind: "ttfb", reads: digits, def: 300 * time.Second, invalid: falls}
	knativeKeyIdle     = timing{name: "revision-idle-timeout-seconds", kind: "gap_any", reads: digits, def: noLimit, zero: zeroNoLimit, invalid: falls}
)

func knative() *controller {
	return &controller{
		id: "knative", title: "Knative",
		ways: knativeWays,
	}
}

func knativeWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, kind := range []string{"Service", "Configuration"} {
		for _, o := range c.kinds[kind+".serving.knative.dev"] {
			hop := knativeHop(c, ctl, o)
			out = append(out, c.newWay(o, hop, source.Text{}, source.Text{}, backend(o.Namespace, o.Name, ""), o.At("metadata", "name").Text()))
		}
	}
	return out
}

func knativeHop(c *cluster, ctl *controller, o *Object) *model.Hop {
	b := newHop(ctl, o)
	cm := c.knativeDefaults()
	limit := knativeTimeout
	limit.max, _ = resolve(b, &knativeKeyMax, []word[time.Duration]{keyed(cm, &knativeKeyMax)}).Get()
	total := b.timer(&limit, fieldOf(o, &limit), keyed(cm, &knativeKeyTimeout))
	// Where nothing is written, the cluster's default holds if it is below the whole time.
	first := knativeResponse
	first.def, _ = resolve(b, &knativeKeyResponse, []word[time.Duration]{keyed(cm, &knativeKeyResponse)}).Get()
	if whole, known := total.Limit.Get(); known {
		first.max, first.optional = whole, first.def >= whole
	}
	b.timer(&first, fieldOf(o, &first))
	b.timer(&knativeIdle, fieldOf(o, &knativeIdle), keyed(cm, &knativeKeyIdle))
	return b.finish(c)
}

// knativeDefaults returns the ConfigMap of the installation's defaults, if it is among the inputs.
func (c *cluster) knativeDefaults() []*Object {
	if o := c.get("ConfigMap.", "knative-serving", "config-defaults"); o != nil {
		return []*Object{o}
	}
	return nil
}
