package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

const traefikNginxFlag = "providers.kubernetesingressnginx"

// Annotations of Ingress-NGINX as Traefik reads them, and the flag behind them.
var (
	traefikNginxRead    = timing{name: nginxPrefix + "proxy-read-timeout", on: "Ingress", kind: "gap_read", reads: atoiSeconds, def: time.Minute, zero: zeroNoLimit, beyond: unlimits}
	traefikNginxConnect = timing{name: nginxPrefix + "proxy-connect-timeout", on: "Ingress", kind: "connect", reads: atoiSeconds, def: time.Minute, zero: zeroNoLimit, beyond: unlimits}
	traefikNginxGlobal  = timing{name: "--providers.kubernetesIngressNGINX.proxyReadTimeout", kind: "gap_read", reads: atoiSeconds, def: time.Minute, zero: zeroNoLimit, beyond: unlimits}
	traefikNginxBody    = sizing{name: nginxPrefix + "proxy-body-size", on: "Ingress", reads: providerSize, def: mebibyte, zero: zeroNoLimit}
)

// traefikNginx is Traefik where it takes the place of Ingress-NGINX.
func traefikNginx() *controller {
	return &controller{
		id: "traefik-nginx-provider", title: "Traefik (provider kubernetesIngressNGINX)",
		class: classes{
			controllers: []string{"k8s.io/ingress-nginx"},
			names:       []string{"nginx"},
			legacy:      []string{"nginx"},
			present:     func(c *cluster) bool { return c.traefikStatic().has(traefikNginxFlag) },
		},
		prefixes: []string{nginxPrefix},
		timings:  []*timing{&traefikNginxRead, &traefikNginxConnect},
		sizings:  []*sizing{&traefikNginxBody},
		others:   map[string]string{nginxProtocol: "Ingress"},
		pods:     pods{images: []string{"traefik"}, labels: []string{"app.kubernetes.io/name=traefik", "app=traefik"}},
		ingress:  traefikNginxHop,
	}
}

func traefikNginxHop(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	static := c.traefikStatic()
	b.timer(&traefikNginxRead, annotated(p.ingress, &traefikNginxRead), static.word(traefikNginxFlag+".proxyreadtimeout", &traefikNginxGlobal))
	b.timer(&traefikNginxConnect, annotated(p.ingress, &traefikNginxConnect))
	b.body(&traefikNginxBody, annotated(p.ingress, &traefikNginxBody))
	b.traefikStaticTimers(static, nil)
	b.speaks(annotationOf(nginxProtocol, p.ingress), nginxProtocol)
	return b.finish(c, p.ingress, p.service)
}
