package proxy

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

const gkeBackendConfig = "cloud.google.com/backend-config"

// Fields of a BackendConfig.
var (
	gkeTimeout = timing{name: "spec.timeoutSec", kind: "total", reads: digits, def: 30 * time.Second, min: time.Second, max: 2147483647 * time.Second, zero: zeroInvalid, invalid: apiRefuses, beyond: keepsDefault, yaml: "integer"}
	gkeDrain   = timing{name: "spec.connectionDraining.drainingTimeoutSec", kind: "drain", reads: digits, max: time.Hour, invalid: apiRefuses, beyond: keepsDefault, yaml: "integer"}
)

func gkeIngress() *controller {
	return &controller{
		id: "gke-ingress", title: "GKE Ingress",
		class:    classes{legacy: []string{"gce", "gce-internal", "gce-regional-external"}, order: annotationOnly},
		prefixes: []string{"cloud.google.com/", "networking.gke.io/"},
		ingress:  gkeIngressHop,
	}
}

func gkeIngressHop(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	config, missing := c.backendConfig(b, p)
	if config != nil {
		b.kind = config.Kind
	}
	t := b.timer(&gkeTimeout, fieldOf(config, &gkeTimeout))
	b.timer(&gkeDrain, fieldOf(config, &gkeDrain))
	if missing != "" {
		t.Limit = model.Unknown[time.Duration](model.Origin{Kind: model.Absent, Key: gkeTimeout.name, On: b.on, Why: "BackendConfig " + missing + " is not among the files given"})
	}
	check := config.at("spec.healthCheck")
	b.checks(at(check, "requestPath"), "/", "spec.healthCheck.requestPath", at(check, "port"), "200")
	b.Health.FromProbe = !check.OK()
	b.traffic(c.targetPort(p.backend, p.ref.Span()))
	b.looseBackendConfigs(c, p)
	return b.finish(c, p.ingress, p.service)
}

// backendConfig returns the BackendConfig that the Service names for the port, or the name of
// one that is not among the inputs.
func (c *cluster) backendConfig(b *builder, p *ingressPath) (o *Object, missing string) {
	if p.service == nil {
		return nil, ""
	}
	n := annotationOf(gkeBackendConfig, p.service)
	if !isScalar(n) {
		n = annotationOf("beta."+gkeBackendConfig, p.service)
	}
	if !isScalar(n) || !isString(n) {
		return nil, ""
	}
	var refs struct {
		Default string            `json:"default"`
		Ports   map[string]string `json:"ports"`
	}
	if err := json.Unmarshal([]byte(str(n)), &refs); err != nil {
		consequence := b.Title + " reports an error and sets nothing up"
		b.wrong(gkeBackendConfig, n, `JSON of the form {"default": "NAME"} or {"ports": {"PORT": "NAME"}}`, consequence, notApplied, "")
		b.fail(reconcile, gkeBackendConfig+" is not valid JSON; "+consequence, n.Text().Span(), true)
		return nil, ""
	}
	config := refs.Default
	port := servicePort(p.service, p.backend)
	for _, key := range []string{strconv.Itoa(p.backend.Port), p.backend.PortName, str(at(port, "name")), str(at(port, "port"))} {
		if named := refs.Ports[key]; named != "" {
			config = named
		}
	}
	if config == "" {
		return nil, ""
	}
	o = c.get("BackendConfig.cloud.google.com", p.service.Namespace, config)
	if o == nil {
		return nil, config
	}
	return o, ""
}

// looseBackendConfigs records timeouts of BackendConfigs that no Service names.
func (b *builder) looseBackendConfigs(c *cluster, p *ingressPath) {
	if p.service == nil {
		return
	}
	if p.service.annotation(gkeBackendConfig).OK() {
		return
	}
	o := c.get("BackendConfig.cloud.google.com", p.service.Namespace, p.service.Name)
	if o == nil {
		return
	}
	if key := o.at("spec.timeoutSec").KeyText(); key.String() != "" {
		b.Faults = append(b.Faults, &model.SettingFault{
			At:          model.Known(key.String(), model.Origin{Key: gkeTimeout.name, Span: key.Span()}),
			Name:        gkeTimeout.name + " of BackendConfig " + o.Name,
			Ignored:     true,
			Consequence: "Service " + p.service.Name + " does not name the BackendConfig",
			Effective:   b.shortest().Cite().Text,
			Right:       fmt.Sprintf(`%s: '{"default": %q}' on the Service`, gkeBackendConfig, o.Name),
		})
	}
}
