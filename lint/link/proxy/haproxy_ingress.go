package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

const jcmPrefix = "haproxy-ingress.github.io/"

// Annotations of HAProxy Ingress, which are keys of its ConfigMap as well.
var (
	jcmServer  = timing{name: jcmPrefix + "timeout-server", on: "Service Ingress", kind: "gap_read", reads: haproxyJCM, def: 50 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks}
	jcmQueue   = timing{name: jcmPrefix + "timeout-queue", on: "Service Ingress", kind: "queue", reads: haproxyJCM, def: 5 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks}
	jcmConnect = timing{name: jcmPrefix + "timeout-connect", on: "Service Ingress", kind: "connect", reads: haproxyJCM, def: 5 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks}
	jcmClient  = timing{name: "timeout-client", kind: "request_receive", reads: haproxyJCM, def: 50 * time.Second, max: haproxyMax, zero: zeroNoLimit, invalid: breaks, beyond: breaks}
	jcmStop    = timing{name: "timeout-stop", kind: "drain", reads: goTime, def: 10 * time.Minute}
	jcmBody    = sizing{name: jcmPrefix + "proxy-body-size", on: "Service Ingress", reads: jcmSize, def: noLimit, zero: zeroNoLimit, invalid: unlimits}
)

func haproxyIngress() *controller {
	images := []string{"jcmoraisjr/haproxy-ingress"}
	return &controller{
		id: "haproxy-ingress", title: "HAProxy Ingress",
		class: classes{
			controllers: []string{"haproxy-ingress.github.io/controller"},
			names:       []string{"haproxy"},
			legacy:      []string{"haproxy"},
			order:       annotationFirst,
			present:     func(c *cluster) bool { return len(c.running(images)) > 0 },
		},
		prefixes: []string{jcmPrefix, sharedPrefix},
		timings:  []*timing{&jcmServer, &jcmQueue, &jcmConnect},
		sizings:  []*sizing{&jcmBody},
		others:   map[string]string{jcmPrefix + "health-check-uri": "Service Ingress", jcmPrefix + "backend-protocol": "Service Ingress"},
		pods:     pods{images: images, labels: []string{"app.kubernetes.io/name=haproxy-ingress", "run=haproxy-ingress"}},
		ingress:  haproxyIngressHop,
	}
}

func haproxyIngressHop(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	cm := c.configMaps(ctl, "--configmap", func(o *Object) bool { return o.Name == "haproxy-ingress" }, "timeout-server timeout-queue timeout-connect timeout-client timeout-stop proxy-body-size")
	for _, set := range []*timing{&jcmServer, &jcmQueue, &jcmConnect} {
		b.timer(set, jcmWords(set, breaks, p.service, p.ingress, cm)...)
	}
	b.timer(&jcmClient, keyed(cm, &jcmClient))
	b.timer(&jcmStop, keyed(cm, &jcmStop))
	b.body(&jcmBody, jcmWords(&jcmBody, unlimits, p.service, p.ingress, cm)...)
	protocol := annotationOf(jcmPrefix+"backend-protocol", p.service, p.ingress)
	b.speaksAs(protocol, jcmPrefix+"backend-protocol", map[string]string{"h1": "HTTP", "h1-ssl": "HTTPS", "https": "HTTPS", "h2": "GRPC", "grpc": "GRPC", "h2-ssl": "GRPCS", "grpcs": "GRPCS"})
	if path := annotationOf(jcmPrefix+"health-check-uri", p.service, p.ingress); isScalar(path) {
		b.checks(path, "", jcmPrefix+"health-check-uri", annotationOf(jcmPrefix+"health-check-port", p.service, p.ingress), "200-399")
		b.traffic(c.targetPort(p.backend, p.ref.Span()))
	}
	return b.finish(c, p.ingress, p.service)
}

// jcmWords returns what is written for a setting: on the Service, on the Ingress, under each
// prefix, and as a key of the ConfigMap, where an invalid value has another outcome.
func jcmWords[T amount](set *setting[T], global outcome, svc, ingress *Object, configs []*Object) []word[T] {
	var out []word[T]
	local := after(set.name)
	for _, o := range []*Object{svc, ingress} {
		for _, prefix := range []string{jcmPrefix, sharedPrefix} {
			own := *set
			own.name = prefix + local
			out = append(out, annotated(o, &own))
		}
	}
	key := *set
	key.name, key.invalid = local, global
	return []word[T]{foremost(out...), keyed(configs, &key)}
}
