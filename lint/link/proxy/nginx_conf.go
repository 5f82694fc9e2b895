package proxy

import (
	"cmp"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// Directives of nginx.
var (
	nginxConfTimings = []*timing{
		{name: "proxy_read_timeout", kind: "gap_read", reads: nginxTime, def: time.Minute, invalid: breaks},
		{name: "proxy_send_timeout", kind: "gap_write", reads: nginxTime, def: time.Minute, invalid: breaks},
		{name: "proxy_connect_timeout", kind: "connect", reads: nginxTime, def: time.Minute, invalid: breaks},
		{name: "proxy_next_upstream_timeout", kind: "retry_budget", reads: nginxTime, def: noLimit, zero: zeroNoLimit, invalid: breaks},
	}
	nginxConfClient = []*timing{
		{name: "client_body_timeout", kind: "request_receive", reads: nginxTime, def: time.Minute, invalid: breaks},
		{name: "keepalive_timeout", kind: "idle_keepalive", reads: nginxTime, def: 75 * time.Second, invalid: breaks},
	}
	nginxConfBody = sizing{name: "client_max_body_size", reads: nginxSize, def: mebibyte, zero: zeroNoLimit, invalid: breaks}
)

// nginxConf is an nginx that a file configures.
func nginxConf() *controller {
	return &controller{id: "nginx-conf", title: "nginx", ways: nginxConfWays}
}

func nginxConfWays(c *cluster, ctl *controller) []*way {
	var out []*way
	for _, home := range c.nginxHomes() {
		for _, f := range home.files {
			if home.included[f.key] {
				continue
			}
			left := maxIncludes
			n := &nginxFile{configFile: f, cluster: c, ctl: ctl}
			n.walk(home.inline(f, home.parsed[f.key], &left, 0), nil)
			out = append(out, n.ways...)
		}
	}
	return out
}

// An nginxFile walks the blocks of a file.
type nginxFile struct {
	configFile
	*cluster
	ctl       *controller
	upstreams []directive
	ways      []*way
}

// walk looks for passes in a block; around are the blocks that it stands in, the innermost first.
func (n *nginxFile) walk(list []directive, around [][]directive) {
	for _, d := range list {
		if d.is("upstream") {
			n.upstreams = append(n.upstreams, d)
		}
	}
	scopes := append([][]directive{list}, around...)
	for _, d := range list {
		switch {
		case d.is("proxy_pass") || d.is("grpc_pass"):
			n.pass(d, scopes)
		case d.is("stream"): // TCP: none of these directives is about requests
		case d.block != nil:
			head := directive{words: append([]source.Text{}, d.words...)}
			n.walk(append([]directive{head}, d.block...), scopes)
		}
	}
}

// pass adds the way through one proxy_pass or grpc_pass.
func (n *nginxFile) pass(d directive, scopes [][]directive) {
	target := d.last()
	b := n.newFileHop(n.ctl, n.configFile, d.words[0].Span())
	prefix := "proxy_"
	if d.is("grpc_pass") {
		prefix = "grpc_"
		b.Protocol = model.Known("GRPC", model.Origin{Key: "grpc_pass", Span: target.Span()})
	} else if strings.HasPrefix(target.String(), "https://") {
		b.Protocol = model.Known("HTTPS", model.Origin{Key: "proxy_pass", Span: target.Span()})
	}
	for _, set := range nginxConfTimings {
		own := *set
		own.name = prefix + strings.TrimPrefix(set.name, "proxy_")
		w := directiveWord(b, scopes, &own)
		t := b.timer(&own, w)
		if !w.ok() && t != nil && t.Bounds {
			t.Add = func(v time.Duration) []source.Edit { return addDirective(d, own.name, own.spell(v)) }
		}
	}
	for _, set := range nginxConfClient {
		b.timer(set, directiveWord(b, scopes, set))
	}
	size := directiveWord(b, scopes, &nginxConfBody)
	b.body(&nginxConfBody, size)
	if !size.ok() {
		b.AddBody = func(v model.Bytes) []source.Edit { return addDirective(d, nginxConfBody.name, nginxConfBody.spell(v)) }
	}
	back, ref, port := n.upstream(target, scopes)
	w := n.newWayAt(n.name, b.finish(n.cluster), argument(scopes, "server_name"), argument(scopes, "location"), back, ref)
	if _, known := w.Port.Get(); !known && port > 0 && n.service(back.Namespace, back.Service) == nil {
		w.Port = model.Known(port, model.Origin{Key: d.words[0].String(), Span: ref.Span()})
	}
	w.file, w.byName = n.in, true
	n.ways = append(n.ways, w)
}

// addDirective returns an edit that adds a directive above a pass, indented as that is.
func addDirective(pass directive, name, value string) []source.Edit {
	at := pass.words[0].Span()
	if value == "" || at.File == nil {
		return nil
	}
	line, from := at.File.Source(at.Start)
	behind := " "
	if indent := line[:at.Start-from]; strings.TrimLeft(indent, " \t") == "" {
		behind = eol(at.File) + indent
	}
	at.End = at.Start
	return []source.Edit{{Span: at, New: name + " " + value + ";" + behind}}
}

// directiveWord returns what the innermost block says of a setting. One that says it twice
// does not load; one that includes what is not among the inputs may say it.
func directiveWord[T amount](b *builder, scopes [][]directive, set *setting[T]) word[T] {
	for _, list := range scopes {
		var found []directive
		for _, d := range list {
			if d.is(set.name) && len(d.words) > 1 {
				found = append(found, d)
			}
		}
		if len(found) > 1 {
			b.fail(broken, set.name+" stands twice in one block; "+b.Title+" cannot load its configuration", found[1].words[0].Span(), true)
		}
		if len(found) > 0 {
			return word[T]{set: set, text: found[0].words[1]}
		}
		for _, d := range list {
			if d.is("include") && maySetLimits(d.last().String()) {
				return word[T]{set: set, text: d.last(), doubt: d.last().String() + " is not among the files given, and may set it"}
			}
		}
	}
	return word[T]{}
}

// argument returns the last argument of the innermost directive of a name.
func argument(scopes [][]directive, name string) source.Text {
	for _, list := range scopes {
		for _, d := range list {
			if d.is(name) && d.block == nil {
				return d.last()
			}
		}
	}
	return source.Text{}
}

// upstream returns the Service that a pass leads to, through an upstream block or a variable
// if there is one of that name; port is that of the address.
func (n *nginxFile) upstream(target source.Text, scopes [][]directive) (b Backend, ref source.Text, port int) {
	b, ref = serviceAt(n.namespace(), target)
	for _, list := range scopes {
		for _, d := range list {
			if d.is("set") && len(d.words) == 3 && d.words[1].String() == ref.String() {
				given := cmp.Or(b.Port, 80)
				b, ref = serviceAt(n.namespace(), d.words[2])
				b.Port = cmp.Or(b.Port, given)
			}
		}
	}
	for _, u := range n.upstreams {
		if u.last().String() != ref.String() {
			continue
		}
		for _, s := range u.block {
			if s.is("server") && len(s.words) > 1 {
				b, ref = serviceAt(n.namespace(), s.words[1])
				return b, ref, cmp.Or(b.Port, 80)
			}
		}
	}
	return b, ref, cmp.Or(b.Port, 80)
}
