package proxy

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// haproxyMax is the largest time that HAProxy takes.
const haproxyMax = 2147483647 * time.Millisecond

// Annotations, and keys of the ConfigMap, of HAProxy Technologies' controller.
var (
	haproxyServer  = timing{name: "haproxy.org/timeout-server", on: "Service Ingress", kind: "gap_read", reads: haproxyTech, def: 50 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks}
	haproxyKeyRead = timing{name: "timeout-server", kind: "gap_read", reads: haproxyTech, def: 50 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks}
	haproxyKeys    = []timing{
		{name: "timeout-client", kind: "request_receive", reads: haproxyTech, def: 50 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks},
		{name: "timeout-connect", kind: "connect", reads: haproxyTech, def: 5 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks},
		{name: "timeout-http-request", kind: "request_receive", reads: haproxyTech, def: 5 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks},
		{name: "timeout-queue", kind: "queue", reads: haproxyTech, def: 5 * time.Second, max: haproxyMax, zero: zeroNoLimit, beyond: breaks},
	}
)

func haproxyTechnologies() *controller {
	images := []string{"haproxytech/kubernetes-ingress"}
	return &controller{
		id: "haproxytech", title: "HAProxy Kubernetes Ingress Controller",
		class: classes{
			controllers: []string{"haproxy.org/ingress-controller"},
			names:       []string{"haproxy"},
			order:       specOnly,
			present:     func(c *cluster) bool { return len(c.running(images)) > 0 },
		},
		prefixes: []string{"haproxy.org/", "haproxy.com/", sharedPrefix},
		timings:  []*timing{&haproxyServer},
		others:   map[string]string{"haproxy.org/check-http": "Service Ingress", "haproxy.org/server-proto": "Service Ingress", "haproxy.org/server-ssl": "Service Ingress"},
		pods:     pods{images: images, labels: []string{"app.kubernetes.io/name=kubernetes-ingress", "run=haproxy-ingress"}},
		ingress:  haproxyTechnologiesHop,
	}
}

func haproxyTechnologiesHop(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	cm := c.configMaps(ctl, "--configmap", func(o *Object) bool {
		return o.Name == "haproxy-configmap" || strings.HasSuffix(o.Name, "kubernetes-ingress") || str(o.At("metadata", "labels", "app.kubernetes.io/name")) == "kubernetes-ingress"
	}, "timeout-server timeout-client timeout-connect timeout-http-request timeout-queue")
	var words []word[time.Duration]
	for _, o := range []*Object{p.service, p.ingress} {
		for _, prefix := range ctl.prefixes {
			set := haproxyServer
			set.name = prefix + "timeout-server"
			words = append(words, annotated(o, &set))
		}
	}
	b.timer(&haproxyServer, foremost(words...), keyed(cm, &haproxyKeyRead))
	for i := range haproxyKeys {
		b.timer(&haproxyKeys[i], keyed(cm, &haproxyKeys[i]))
	}
	b.speaksAs(annotationOf("haproxy.org/server-proto", p.service, p.ingress), "haproxy.org/server-proto", map[string]string{"h2": "GRPC"})
	if path := annotationOf("haproxy.org/check-http", p.service, p.ingress); isScalar(path) {
		b.checks(path, "", "haproxy.org/check-http", syntax.Node{}, "200-399")
		b.traffic(c.targetPort(p.backend, p.ref.Span()))
	}
	return b.finish(c, p.ingress, p.service)
}
