package proxy

import (
	"cmp"
	"fmt"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

const (
	albPrefix     = "alb.ingress.kubernetes.io/"
	albAttributes = albPrefix + "load-balancer-attributes"
	albGroup      = albPrefix + "group.name"
	albTargets    = albPrefix + "target-group-attributes"
)

// Attributes of an Application Load Balancer, in the annotation of that name.
var (
	albIdle        = timing{name: albAttributes, on: "Ingress", kind: "gap_any", reads: digits, def: time.Minute, min: time.Second, max: 4000 * time.Second, zero: zeroInvalid, invalid: keepsDefault, beyond: keepsDefault}
	albAlive       = timing{name: albAttributes, kind: "idle_keepalive", reads: digits, def: time.Hour, min: time.Minute, max: 604800 * time.Second, zero: zeroInvalid, invalid: keepsDefault, beyond: keepsDefault}
	albGatewayIdle = timing{name: "spec.loadBalancerAttributes", kind: "gap_any", reads: digits, def: time.Minute, min: time.Second, max: 4000 * time.Second, zero: zeroInvalid, invalid: keepsDefault, beyond: keepsDefault}
	albDrain       = timing{name: albTargets, on: "Ingress Service", kind: "drain", reads: digits, def: 300 * time.Second, max: time.Hour, invalid: keepsDefault, beyond: keepsDefault}
)

func awsALB() *controller {
	return &controller{
		id: "aws-alb", title: "AWS ALB",
		class: classes{
			controllers: []string{"ingress.k8s.aws/alb"},
			names:       []string{"alb"},
			legacy:      []string{"alb"},
			order:       annotationFirst,
		},
		gateways: []string{"gateway.k8s.aws/alb"},
		prefixes: []string{albPrefix},
		timings:  []*timing{&albIdle, &albDrain},
		others: map[string]string{
			albPrefix + "healthcheck-path": "Ingress Service", albPrefix + "healthcheck-port": "Ingress Service",
			albPrefix + "success-codes": "Ingress Service", albPrefix + "backend-protocol": "Ingress Service",
			albPrefix + "backend-protocol-version": "Ingress Service",
		},
		mistaken: map[string]string{
			albPrefix + "connection-idle-timeout": albAttributes,
			albPrefix + "idle-timeout":            albAttributes,
			albPrefix + "idle-timeout-seconds":    albAttributes,
		},
		ingress: albIngress,
		gateway: albGateway,
	}
}

func albIngress(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	own := b.attributes(p.ingress, albAttributes)
	group := c.albShared(p.ingress)
	b.attribute(&albIdle, "idle_timeout.timeout_seconds", append([][]attribute{c.albParams(p.ingress), own}, group...)...)
	b.attribute(&albAlive, "client_keep_alive.seconds", append([][]attribute{c.albParams(p.ingress), own}, group...)...)
	b.albConflict(p.ingress, own, group)
	b.attribute(&albDrain, "deregistration_delay.timeout_seconds", b.attributes(p.service, albTargets), b.attributes(p.ingress, albTargets))
	b.speaks(annotationOf(albPrefix+"backend-protocol", p.service, p.ingress), albPrefix+"backend-protocol")
	version := annotationOf(albPrefix+"backend-protocol-version", p.service, p.ingress)
	path, codes := "/", "200"
	if str(version) == "GRPC" {
		path, codes = "/AWS.ALB/healthcheck", "12"
		b.speaks(version, albPrefix+"backend-protocol-version")
	}
	b.checks(annotationOf(albPrefix+"healthcheck-path", p.service, p.ingress), path, albPrefix+"healthcheck-path", annotationOf(albPrefix+"healthcheck-port", p.service, p.ingress), codes)
	b.codes(annotationOf(albPrefix+"success-codes", p.service, p.ingress), albPrefix+"success-codes")
	b.traffic(c.targetPort(p.backend, p.ref.Span()))
	hop := b.finish(c, p.ingress, p.service)
	for _, f := range hop.Faults {
		if f.Ignored && f.Right == albAttributes && f.Name != albAttributes {
			f.Right += ": idle_timeout.timeout_seconds=" + str(annotationOf(f.Name, p.ingress, p.service))
		}
	}
	return hop
}

// albGroup returns the attributes that other Ingresses of the same IngressGroup set: they
// share one load balancer.
func (c *cluster) albShared(o *Object) [][]attribute {
	groups := memo(c, "IngressGroups with attributes", func() map[string][]*Object {
		out := map[string][]*Object{}
		for _, other := range c.ingresses() {
			if group := other.annotationText(albGroup); group != "" && other.annotation(albAttributes).OK() {
				out[group] = append(out[group], other)
			}
		}
		return out
	})
	var out [][]attribute
	for _, other := range groups[o.annotationText(albGroup)] {
		if other != o {
			list, _ := attributesOf(other, albAttributes)
			out = append(out, list)
		}
	}
	return out
}

// albConflict refuses attributes that differ within an IngressGroup.
func (b *builder) albConflict(o *Object, own []attribute, group [][]attribute) {
	for _, mine := range own {
		for _, others := range group {
			for _, a := range others {
				if a.key == mine.key && a.value.String() != mine.value.String() {
					b.fail(reconcile, fmt.Sprintf("%s is %s here and %s in another Ingress of the group %s", a.key, mine.value, a.value, o.annotationText(albGroup)), mine.value.Span(), true)
				}
			}
		}
	}
}

// albParams returns the attributes of the IngressClassParams, which beat annotations; they are
// not loaded for the legacy annotation of the class.
func (c *cluster) albParams(o *Object) []attribute {
	if o.annotationText(legacyClass) != "" {
		return nil
	}
	class := c.named[name("IngressClass.networking.k8s.io", "", str(o.At("spec", "ingressClassName")))]
	if class == nil {
		return nil
	}
	params := c.named[name("IngressClassParams.elbv2.k8s.aws", "", str(class.At("spec", "parameters", "name")))]
	if params == nil {
		return nil
	}
	return listedAttributes(params)
}

// albGateway reads the LoadBalancerConfiguration; the timeouts of routes are not read.
func albGateway(c *cluster, ctl *controller, g *gatewayRule) *model.Hop {
	b := newGatewayHop(ctl, g)
	var list []attribute
	if g.gateway == nil {
		return unknownHop(g.route, "gateway")
	}
	for _, ref := range []syntax.Node{g.gateway.at("spec.infrastructure.parametersRef"), g.class.at("spec.parametersRef")} {
		o := c.get("LoadBalancerConfiguration.gateway.k8s.aws", cmp.Or(str(at(ref, "namespace")), g.gateway.Namespace), str(at(ref, "name")))
		if o != nil && list == nil {
			list = listedAttributes(o)
		}
	}
	b.attribute(&albGatewayIdle, "idle_timeout.timeout_seconds", list)
	b.unread(g, "request", "backendRequest")
	return b.finish(c, g.route, g.service)
}
