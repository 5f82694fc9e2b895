package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

const agicPrefix = "appgw.ingress.kubernetes.io/"

// Annotations of the Application Gateway Ingress Controller.
var (
	agicRequest = timing{name: agicPrefix + "request-timeout", on: "Ingress", kind: "ttfb", reads: atoiSeconds, def: 30 * time.Second, min: time.Second, max: 86400 * time.Second, zero: zeroInvalid, beyond: keepsDefault}
	agicDrain   = timing{name: agicPrefix + "connection-draining-timeout", on: "Ingress", kind: "drain", reads: atoiSeconds, optional: true, beyond: keepsDefault}
)

func agic() *controller {
	return &controller{
		id: "azure-agic", title: "Azure Application Gateway",
		class: classes{
			controllers: []string{"azure/application-gateway"},
			names:       []string{"azure-application-gateway"},
			legacy:      []string{"azure/application-gateway"},
			order:       annotationFirst,
		},
		prefixes: []string{agicPrefix},
		timings:  []*timing{&agicRequest, &agicDrain},
		others: map[string]string{
			agicPrefix + "health-probe-path": "Ingress", agicPrefix + "health-probe-port": "Ingress",
			agicPrefix + "health-probe-status-codes": "Ingress", agicPrefix + "backend-protocol": "Ingress",
			agicPrefix + "connection-draining": "Ingress",
		},
		ingress: agicHop,
	}
}

func agicHop(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	b.timer(&agicRequest, annotated(p.ingress, &agicRequest))
	if p.ingress.annotationText(agicPrefix+"connection-draining") == "true" {
		b.timer(&agicDrain, annotated(p.ingress, &agicDrain))
	}
	b.speaks(annotationOf(agicPrefix+"backend-protocol", p.ingress), agicPrefix+"backend-protocol")
	// Without the annotation the path is that of the pod's probe, or of the rule.
	if path := annotationOf(agicPrefix+"health-probe-path", p.ingress); isScalar(path) {
		b.checks(path, "", agicPrefix+"health-probe-path", annotationOf(agicPrefix+"health-probe-port", p.ingress), "200-399")
		b.codes(annotationOf(agicPrefix+"health-probe-status-codes", p.ingress), agicPrefix+"health-probe-status-codes")
		b.traffic(c.targetPort(p.backend, p.ref.Span()))
	}
	return b.finish(c, p.ingress, p.service)
}
