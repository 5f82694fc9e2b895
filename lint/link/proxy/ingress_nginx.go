package proxy

import (
	"slices"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

const nginxPrefix = "nginx.ingress.kubernetes.io/"

// Annotations of Ingress-NGINX and keys of its ConfigMap.
var (
	nginxRead    = timing{name: nginxPrefix + "proxy-read-timeout", on: "Ingress", kind: "gap_read", reads: atoiSeconds, def: time.Minute, beyond: breaks}
	nginxSend    = timing{name: nginxPrefix + "proxy-send-timeout", on: "Ingress", kind: "gap_write", reads: atoiSeconds, def: time.Minute, beyond: breaks}
	nginxConnect = timing{name: nginxPrefix + "proxy-connect-timeout", on: "Ingress", kind: "connect", reads: atoiSeconds, def: 5 * time.Second, beyond: breaks}
	nginxRetry   = timing{name: nginxPrefix + "proxy-next-upstream-timeout", on: "Ingress", kind: "retry_budget", reads: atoiSeconds, def: noLimit, zero: zeroNoLimit, beyond: breaks}

	nginxKeyRead     = timing{name: "proxy-read-timeout", kind: "gap_read", reads: weakSeconds, def: time.Minute, beyond: breaks}
	nginxKeySend     = timing{name: "proxy-send-timeout", kind: "gap_write", reads: weakSeconds, def: time.Minute, beyond: breaks}
	nginxKeyConnect  = timing{name: "proxy-connect-timeout", kind: "connect", reads: weakSeconds, def: 5 * time.Second, beyond: breaks}
	nginxKeyShutdown = timing{name: "worker-shutdown-timeout", kind: "drain", reads: nginxTime, def: 240 * time.Second, invalid: breaks}
	nginxKeyBody     = timing{name: "client-body-timeout", kind: "request_receive", reads: weakSeconds, def: time.Minute, beyond: breaks}
	nginxKeyIdle     = timing{name: "keep-alive", kind: "idle_keepalive", reads: weakSeconds, def: 75 * time.Second, beyond: breaks}

	nginxBody    = sizing{name: nginxPrefix + "proxy-body-size", on: "Ingress", reads: trimmedSize, def: mebibyte, zero: zeroNoLimit}
	nginxKeySize = sizing{name: "proxy-body-size", reads: trimmedSize, def: mebibyte, zero: zeroNoLimit, invalid: builtin}

	weakSeconds = &grammar[time.Duration]{base0.words, base0.unit, emptyIsZero(base0.read), base0.write}
	trimmedSize = &grammar[model.Bytes]{words: "digits with k, m or g", read: func(s string) (model.Bytes, bool) {
		return nginxSize.read(strings.TrimSpace(s))
	}}
)

// emptyIsZero reads an empty text as 0, as weakly typed decoding does.
func emptyIsZero(read func(string) (time.Duration, bool)) func(string) (time.Duration, bool) {
	return func(s string) (time.Duration, bool) {
		if s == "" {
			return 0, true
		}
		return read(s)
	}
}

func ingressNginx() *controller {
	return &controller{
		id: "ingress-nginx", title: "Ingress-NGINX",
		class: classes{
			controllers: []string{"k8s.io/ingress-nginx", "webapprouting.kubernetes.azure.com/nginx"},
			names:       []string{"nginx", "webapprouting.kubernetes.azure.com"},
			legacy:      []string{"nginx"},
			usual:       true,
		},
		prefixes: []string{nginxPrefix},
		timings:  []*timing{&nginxRead, &nginxSend, &nginxConnect, &nginxRetry},
		sizings:  []*sizing{&nginxBody},
		others: map[string]string{
			nginxProtocol: "Ingress",
			nginxPrefix + "proxy-next-upstream-tries": "Ingress",
			nginxPrefix + "proxy-next-upstream":       "Ingress",
		},
		pods:    pods{images: []string{"ingress-nginx/controller", "nginx-ingress-controller"}, labels: []string{"app.kubernetes.io/name=ingress-nginx", "app=ingress-nginx"}},
		ingress: ingressNginxHop,
	}
}

const nginxProtocol = nginxPrefix + "backend-protocol"

func ingressNginxHop(c *cluster, ctl *controller, p *ingressPath) *model.Hop {
	b := newHop(ctl, p.ingress)
	cm := nginxConfigMaps(c, ctl)
	b.nginxProtocol(p.ingress)
	if strings.HasPrefix(b.Protocol.Or(""), "GRPC") && !nginxGRPCTimeouts(p.ingress) {
		grpc := nginxRead
		grpc.name = "grpc_read_timeout"
		b.timer(&grpc)
	} else {
		b.timer(&nginxRead, annotated(p.ingress, &nginxRead), keyed(cm, &nginxKeyRead))
	}
	b.timer(&nginxSend, annotated(p.ingress, &nginxSend), keyed(cm, &nginxKeySend))
	b.timer(&nginxConnect, annotated(p.ingress, &nginxConnect), keyed(cm, &nginxKeyConnect))
	b.timer(&nginxRetry, annotated(p.ingress, &nginxRetry))
	b.timer(&nginxKeyShutdown, keyed(cm, &nginxKeyShutdown))
	b.timer(&nginxKeyBody, keyed(cm, &nginxKeyBody))
	b.timer(&nginxKeyIdle, keyed(cm, &nginxKeyIdle))
	b.body(&nginxBody, nginxBodyWord(p.ingress), keyed(cm, &nginxKeySize))
	b.nginxOctal(cm, &nginxKeyRead)
	b.nginxSnippets(cm, p.ingress)
	b.Retries = b.count(p.ingress, nginxPrefix+"proxy-next-upstream-tries", 3)
	return b.finish(c, p.ingress, p.service)
}

// nginxBodyWord returns the annotation of the body size. What its validator lets pass and its
// template does not leaves NGINX's own default in force, whatever the ConfigMap says.
func nginxBodyWord(o *Object) word[model.Bytes] {
	w := annotated(o, &nginxBody)
	if !w.ok() || w.typed {
		return w
	}
	s := strings.ToLower(strings.ReplaceAll(w.text.String(), " ", ""))
	if _, valid := suffixed("bkmg", 0)(s); valid {
		omitted := nginxBody
		omitted.invalid = builtin
		w.set = &omitted
	}
	return w
}

// nginxProtocol reads the protocol spoken to the backend, which is matched whatever its case.
func (b *builder) nginxProtocol(o *Object) {
	v := o.annotation(nginxProtocol)
	if !isString(v) {
		return
	}
	t := v.Text()
	upper := strings.ToUpper(t.String())
	if !has("AUTO_HTTP HTTP HTTPS GRPC GRPCS FCGI", upper) {
		b.wrong(nginxProtocol, v, "HTTP, HTTPS, GRPC, GRPCS, AUTO_HTTP or FCGI", "HTTP (the default) holds", "HTTP", "")
		return
	}
	b.Protocol = model.Known(upper, model.Origin{Key: nginxProtocol, Span: t.Span()})
	if strings.HasPrefix(upper, "GRPC") && upper != t.String() {
		b.wrong(nginxProtocol, v, upper+" in capitals", "no grpc_read_timeout is set: 60 s (the default of NGINX) hold", "60 s", upper)
	}
}

// nginxGRPCTimeouts reports whether the gRPC timeouts of a location are written: the template
// compares with capitals.
func nginxGRPCTimeouts(o *Object) bool {
	return strings.HasPrefix(o.annotationText(nginxProtocol), "GRPC")
}

// nginxConfigMaps returns the ConfigMap of the controller: the one that its arguments name,
// else the one that is named or labelled as its installations do.
func nginxConfigMaps(c *cluster, ctl *controller) []*Object {
	return c.configMaps(ctl, "--configmap", func(o *Object) bool {
		return o.Name == "nginx-configuration" || o.Name == "nginx-ingress-controller" || strings.HasSuffix(o.Name, "ingress-nginx-controller") ||
			str(o.At("metadata", "labels", "app.kubernetes.io/name")) == "ingress-nginx"
	}, "proxy-read-timeout proxy-send-timeout proxy-connect-timeout proxy-body-size worker-shutdown-timeout client-body-timeout keep-alive allow-snippet-annotations location-snippet")
}

// nginxOctal warns of a number in the ConfigMap that is not what it looks like.
func (b *builder) nginxOctal(configs []*Object, set *timing) {
	w := keyed(configs, set)
	if !w.ok() || w.typed || w.doubt != "" {
		return
	}
	decimal, ok := atoiSeconds.read(w.text.String())
	limit, valid := base0.read(w.text.String())
	if !ok || !valid || decimal == limit {
		return
	}
	show := model.Show(limit)
	b.wrong(set.name, configs[0].At("data", set.name), "a decimal number, which does not begin with 0", "it is read as octal: "+show+" hold", show, "")
}

// nginxSnippets looks for limits in snippets, which never set what is generated as well.
func (b *builder) nginxSnippets(configs []*Object, ingress *Object) {
	const twice = "the directive stands there twice, and NGINX cannot load its configuration"
	allowed := slices.ContainsFunc(configs, func(cm *Object) bool {
		return str(cm.At("data", "allow-snippet-annotations")) == "true" && str(cm.At("data", "annotations-risk-level")) == "Critical"
	})
	configuration := "snippets are off unless the controller allows them, and then the directive stands there twice"
	if allowed {
		configuration = twice
	}
	b.nginxSnippet(nginxPrefix+"configuration-snippet", ingress.annotation(nginxPrefix+"configuration-snippet"), configuration, allowed)
	b.nginxSnippet(nginxPrefix+"server-snippet", ingress.annotation(nginxPrefix+"server-snippet"), "every location sets its own", false)
	for _, cm := range configs {
		b.nginxSnippet("location-snippet", cm.At("data", "location-snippet"), twice, len(configs) == 1)
		for _, key := range []string{"http-snippet", "server-snippet"} {
			b.nginxSnippet(key, cm.At("data", key), "every location sets its own", false)
		}
	}
}

// nginxSnippet records the limits in one snippet.
func (b *builder) nginxSnippet(name string, n syntax.Node, consequence string, breaks bool) {
	t := text(n)
	for _, d := range [][2]string{{"proxy_read_timeout", nginxRead.name}, {"client_max_body_size", nginxBody.name}} {
		at := strings.Index(t.String(), d[0])
		if at < 0 {
			continue
		}
		place := t.Cut(at, at+len(d[0])).Span()
		effective := b.shortest().Cite().Text
		if d[1] == nginxBody.name {
			effective = b.BodyLimit.Cite().Text
		}
		if breaks {
			effective = notApplied
			b.fail(broken, consequence, place, true)
		}
		b.Faults = append(b.Faults, &model.SettingFault{
			At:          model.Known(d[0], model.Origin{Key: name, Span: place}),
			Name:        d[0] + " in " + name,
			Ignored:     true,
			Consequence: consequence,
			Effective:   effective,
			Right:       d[1],
		})
	}
}
