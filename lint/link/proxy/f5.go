package proxy

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Annotations, keys and fields of the F5 NGINX Ingress Controller.
var (
	f5Read    = timing{name: "nginx.org/proxy-read-timeout", on: "Ingress", kind: "gap_read", reads: f5Time, def: time.Minute, invalid: refuses}
	f5Send    = timing{name: "nginx.org/proxy-send-timeout", on: "Ingress", kind: "gap_write", reads: f5Time, def: time.Minute, invalid: refuses}
	f5Connect = timing{name: "nginx.org/proxy-connect-timeout", on: "Ingress", kind: "connect", reads: f5Time, def: time.Minute, invalid: refuses}

	f5KeyRead    = timing{name: "proxy-read-timeout", kind: "gap_read", reads: nginxTime, def: time.Minute, invalid: breaks}
	f5KeySend    = timing{name: "proxy-send-timeout", kind: "gap_write", reads: nginxTime, def: time.Minute, invalid: breaks}
	f5KeyConnect = timing{name: "proxy-connect-timeout", kind: "connect", reads: nginxTime, def: time.Minute, invalid: breaks}

	f5FieldRead    = timing{name: "read-timeout", kind: "gap_read", reads: f5Time, def: time.Minute, invalid: refuses}
	f5FieldSend    = timing{name: "send-timeout", kind: "gap_write", reads: f5Time, def: time.Minute, invalid: refuses}
	f5FieldConnect = timing{name: "connect-timeout", kind: "connect", reads: f5Time, def: time.Minute, invalid: refuses}

	f5Body      = sizing{name: "nginx.org/client-max-body-size", on: "Ingress", reads: nginxSize, def: mebibyte, zero: zeroNoLimit, invalid: refuses}
	f5KeyBody   = sizing{name: "client-max-body-size", reads: nginxSize, def: mebibyte, zero: zeroNoLimit, invalid: breaks}
	f5FieldBody = sizing{name: "client-max-body-size", reads: nginxSize, def: mebibyte, zero: zeroNoLimit, invalid: refuses}
)

func f5() *controller {
	images := []string{"nginx/nginx-ingress", "nginx-ic/nginx-plus-ingress"}
	return &controller{
		id: "f5-nginx-ingress", title: "F5 NGINX Ingress Controller",
		class: classes{
			controllers: []string{"nginx.org/ingress-controller"},
			names:       []string{"nginx"},
			legacy:      []string{"nginx"},
			order:       annotationFirst,
			present: func(c *cluster) bool {
				return len(c.kinds["VirtualServer.k8s.nginx.org"])+len(c.running(images)) > 0
			},
		},
		prefixes: []string{"nginx.org/"},
		timings:  []*timing{&f5Read, &f5Send, &f5Connect},
		sizings:  []*sizing{&f5Body},
		others:   map[string]string{"nginx.org/grpc-services": "Ingress", "nginx.org/ssl-services": "Ingress"},
		pods:     pods{images: images, labels: []string{"app.kubernetes.io/name=nginx-ingress", "app=nginx-ingress"}},
		ingress:  f5Ingress,
		ways:     f5Ways,
	}
}

func f5ConfigMaps(c *cluster, ctl *controller) []*Object {
	return c.configMaps(ctl, "-nginx-configmaps", func(o *Object) bool {
		return o.Name == "nginx-config" || strings.HasSuffix(o.Name, "-nginx-ingress") || str(o.At("metadata", "labels", "app.kubernetes.io/name")) == "nginx-ingress"
	}, "proxy-read-timeout proxy-send-timeout proxy-connect-timeout client-max-body-size")
}

func f5Ingress(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	cm := f5ConfigMaps(c, ctl)
	b.timer(&f5Read, f5Word(annotated(p.ingress, &f5Read)), keyed(cm, &f5KeyRead))
	b.timer(&f5Send, f5Word(annotated(p.ingress, &f5Send)), keyed(cm, &f5KeySend))
	b.timer(&f5Connect, f5Word(annotated(p.ingress, &f5Connect)), keyed(cm, &f5KeyConnect))
	b.body(&f5Body, annotated(p.ingress, &f5Body), keyed(cm, &f5KeyBody))
	for _, of := range [][2]string{{"nginx.org/ssl-services", "HTTPS"}, {"nginx.org/grpc-services", "GRPC"}} {
		services := text(p.ingress.annotation(of[0]))
		if !has(strings.ReplaceAll(services.String(), ",", " "), p.backend.Service) {
			continue
		}
		b.Protocol = model.Known(of[1], model.Origin{Key: of[0], Span: services.Span()})
		if of[1] == "GRPC" { // these locations have no body size of their own
			b.BodyLimit = model.Known[model.Bytes](mebibyte, model.Origin{Kind: model.Default, Key: f5Body.name, On: b.on, Why: "default of NGINX for gRPC"})
		}
	}
	return b.finish(c, p.ingress, p.service)
}

// f5Word takes months and years for what they are: the controller lets them pass, and NGINX
// does not load them.
func f5Word(w word[time.Duration]) word[time.Duration] {
	if w.ok() && !w.typed && strings.ContainsAny(w.text.String(), "My") {
		months := *w.set
		months.reads, months.invalid = nginxTime, breaks
		w.set = &months
	}
	return w
}

// f5Ways returns the ways of VirtualServers and VirtualServerRoutes.
func f5Ways(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, kind := range []string{"VirtualServer", "VirtualServerRoute"} {
		for _, o := range c.kinds[kind+".k8s.nginx.org"] {
			for _, key := range []string{"routes", "subroutes"} {
				for _, r := range o.At("spec", key).Items() {
					for _, name := range f5Upstreams(r) {
						out = append(out, f5Way(c, ctl, o, r, name)...)
					}
				}
			}
		}
	}
	return out
}

// f5Upstreams returns the upstreams that a route names.
func f5Upstreams(n syntax.Node) []string {
	var out []string
	for _, path := range []string{"action.pass", "action.proxy.upstream"} {
		if u := at(n, path); isScalar(u) {
			out = append(out, str(u))
		}
	}
	for _, key := range []string{"splits", "matches"} {
		for _, m := range n.At(key).Items() {
			out = append(out, f5Upstreams(m)...)
		}
	}
	return out
}

func f5Way(c *cluster, ctl *controller, o *Object, route syntax.Node, name string) []*way {
	for _, u := range o.At("spec", "upstreams").Items() {
		if str(u.At("name")) != name {
			continue
		}
		back := backend(o.Namespace, str(u.At("service")), str(u.At("port")))
		hop := f5Upstream(c, ctl, o, u, c.service(o.Namespace, back.Service))
		return []*way{c.newWay(o, hop, o.At("spec", "host").Text(), route.At("path").Text(), back, u.At("service").Text())}
	}
	unknown := backend(o.Namespace, "", "")
	return []*way{c.newWay(o, unknownHop(o, "upstream"), o.At("spec", "host").Text(), route.At("path").Text(), unknown, source.Text{})}
}

func f5Upstream(c *cluster, ctl *controller, o *Object, u syntax.Node, svc *Object) *model.Hop {
	b := newHop(ctl, o)
	cm := f5ConfigMaps(c, ctl)
	b.timer(&f5FieldRead, f5Word(field(u, &f5FieldRead)), keyed(cm, &f5KeyRead))
	b.timer(&f5FieldSend, f5Word(field(u, &f5FieldSend)), keyed(cm, &f5KeySend))
	b.timer(&f5FieldConnect, f5Word(field(u, &f5FieldConnect)), keyed(cm, &f5KeyConnect))
	b.body(&f5FieldBody, field(u, &f5FieldBody), keyed(cm, &f5KeyBody))
	b.speaksAs(u.At("tls", "enable"), "tls.enable", map[string]string{"true": "HTTPS"})
	b.speaksAs(u.At("type"), "type", map[string]string{"grpc": "GRPC"})
	if check := u.At("healthCheck"); str(check.At("enable")) == "true" {
		b.checks(check.At("path"), "/", "healthCheck.path", check.At("port"), "200-399")
	}
	return b.finish(c, o, svc)
}
