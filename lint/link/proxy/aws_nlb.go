package proxy

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Attributes of a Network Load Balancer, in annotations of a Service.
var (
	nlbIdle  = timing{name: awsPrefix + "listener-attributes", on: "Service", kind: "gap_any", reads: digits, def: 350 * time.Second, min: time.Minute, max: 6000 * time.Second, zero: zeroInvalid, invalid: keepsDefault, beyond: keepsDefault}
	nlbDrain = timing{name: awsPrefix + "target-group-attributes", on: "Service", kind: "drain", reads: digits, def: 300 * time.Second, max: time.Hour, invalid: keepsDefault, beyond: keepsDefault}
)

func awsNLB() *controller {
	return &controller{
		id: "aws-nlb", title: "AWS NLB",
		prefixes: []string{"service.beta.kubernetes.io/", "service.kubernetes.io/"},
		timings:  []*timing{&nlbIdle, &nlbDrain},
		others: map[string]string{
			awsPrefix + "healthcheck-path": "Service", awsPrefix + "healthcheck-port": "Service", awsPrefix + "healthcheck-protocol": "Service",
		},
		mistaken: map[string]string{awsPrefix + "connection-idle-timeout": nlbIdle.name},
		balancer: nlbHop,
	}
}

func nlbHop(c *cluster, ctl *controller, o *Object, port syntax.Node) *model.Hop {
	b := portHop(ctl, o)
	b.nlbRefused(o)
	set := nlbIdle
	if nlbEncrypted(o, port) {
		set.name = "tcp.idle_timeout.seconds"
		b.timer(&set).Set = nil // a TLS listener keeps it
	} else {
		protocol := "TCP"
		if str(port.At("protocol")) == "UDP" {
			protocol = "UDP"
		}
		set.name = awsPrefix + "listener-attributes." + protocol + "-" + str(port.At("port"))
		b.attribute(&set, "tcp.idle_timeout.seconds", b.attributes(o, set.name))
	}
	b.attribute(&nlbDrain, "deregistration_delay.timeout_seconds", b.attributes(o, nlbDrain.name))
	if protocol := strings.ToLower(o.annotationText(awsPrefix + "healthcheck-protocol")); has("http https", protocol) {
		b.checks(annotationOf(awsPrefix+"healthcheck-path", o), "/", awsPrefix+"healthcheck-path", annotationOf(awsPrefix+"healthcheck-port", o), "200-399")
		b.traffic(c.targetPort(backend(o.Namespace, o.Name, str(port.At("port"))), o.nameAt()))
	}
	hop := b.finish(c, o)
	for _, f := range hop.Faults {
		if f.Ignored && f.Right == nlbIdle.name {
			f.Right = set.name
		}
	}
	return hop
}

// nlbEncrypted reports whether the listener of a port ends TLS.
func nlbEncrypted(o *Object, port syntax.Node) bool {
	if o.annotationText(awsPrefix+"ssl-cert") == "" {
		return false
	}
	ports := strings.ReplaceAll(o.annotationText(awsPrefix+"ssl-ports"), ",", " ")
	return strings.TrimSpace(ports) == "" || ports == "*" || has(ports, str(port.At("port"))) || has(ports, str(port.At("name")))
}

// nlbRefused looks for the attribute of an Application Load Balancer, which the API refuses.
func (b *builder) nlbRefused(o *Object) {
	list, _ := attributesOf(o, awsPrefix+"attributes")
	for _, a := range list {
		if a.key == "idle_timeout.timeout_seconds" {
			b.fail(reconcile, a.key+" is an attribute of an Application Load Balancer; the cloud refuses it", a.value.Span(), false)
			b.Faults = append(b.Faults, &model.SettingFault{
				At:          model.Known(a.value.String(), model.Origin{Key: awsPrefix + "attributes", Span: a.value.Span()}),
				Name:        awsPrefix + "attributes " + a.key,
				Grammar:     "an attribute of a Network Load Balancer",
				Consequence: "the cloud refuses it; 350 s (the default) hold",
				Effective:   "350 s",
			})
		}
	}
}
