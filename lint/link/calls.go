package link

import (
	"path"
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A call is a command of a pod that registers or deletes a model somewhere.
type call struct {
	*model.Call
	host      string // without port
	namespace string
	dir       string
}

var (
	modelsURL = regexp.MustCompile(`https?://([A-Za-z0-9_.-]+)(?::\d+)?/models(?:[/?][^\s"'\\)]*)?`)
	method    = regexp.MustCompile(`(?:-X|--request)[\s="']*(POST|DELETE)\b|requests\.(post|delete)\(|--(post)-data|method=["'](POST|DELETE)`)
	archiveOf = regexp.MustCompile(`[?&]url=([^&\s"']+)`)
)

// readCalls finds the commands of containers, also those that run before the others, and of hooks.
func readCalls(p *pod, spec syntax.Node) {
	for _, list := range []string{"initContainers", "containers"} {
		for _, c := range spec.At(list).Items() {
			p.script(append(texts(c.At("command")), texts(c.At("args"))...), false)
			p.script(texts(c.At("lifecycle", "postStart", "exec", "command")), true)
		}
	}
}

// script looks for calls in the words of one command, which a shell may part further.
func (p *pod) script(words []source.Text, hook bool) {
	var all strings.Builder
	for _, w := range words {
		all.WriteString(w.String())
		all.WriteByte(' ')
	}
	if !strings.Contains(all.String(), "/models") {
		return
	}
	for _, w := range words {
		s := w.String()
		for _, m := range modelsURL.FindAllStringSubmatchIndex(s, -1) {
			around := all.String() // curl -X POST URL, each a word of its own
			if strings.ContainsAny(strings.TrimSpace(s), " \n\t") {
				around = commandAt(s, m[0])
			}
			p.call(w.Cut(m[0], m[1]), s[m[2]:m[3]], around, hook)
		}
	}
}

// commandAt returns the command of a script that a place lies in.
func commandAt(script string, at int) string {
	joined := strings.ReplaceAll(script, "\\\n", "  ")
	from := strings.LastIndexAny(joined[:at], ";\n|") + 1
	if i := strings.LastIndex(joined[:at], "&& "); i >= from {
		from = i + 3
	}
	end := len(joined)
	for _, stop := range []string{";", "\n", "&& ", "|"} {
		if i := strings.Index(joined[at:], stop); i >= 0 {
			end = min(end, at+i)
		}
	}
	return joined[from:end]
}

func (p *pod) call(url source.Text, host, around string, hook bool) {
	m := method.FindStringSubmatch(around)
	if m == nil {
		return
	}
	verb := strings.ToUpper(m[1] + m[2] + m[3] + m[4])
	_, rest, _ := strings.Cut(url.String(), "/models")
	one := strings.HasPrefix(rest, "/") && len(rest) > 1
	if one != (verb == "DELETE") {
		return // POST /models/NAME predicts, DELETE /models is nothing
	}
	c := &model.Call{At: model.Known(url.String(), model.Origin{Key: verb + " /models", Span: url.Span()}), Method: verb, Hook: hook}
	if a := archiveOf.FindStringSubmatch(rest); a != nil {
		c.Model = path.Base(a[1])
	} else if one {
		c.Model, _, _ = strings.Cut(rest[1:], "/")
	}
	p.calls = append(p.calls, call{Call: c, host: host, namespace: p.namespace, dir: p.dir})
}

func (c call) local() bool { return c.host == "localhost" || strings.HasPrefix(c.host, "127.") }

// service returns the namespace and name of the Service that the host of a call names.
func (c call) service() ref {
	parts := strings.Split(c.host, ".")
	namespace := c.namespace
	if len(parts) > 1 {
		namespace = parts[1]
	}
	return refTo(namespace, parts[0])
}
