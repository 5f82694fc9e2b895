package link

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A call is a command of a pod that registers, scales or deletes a model somewhere.
type call struct {
	*model.Call
	host      string // without port
	namespace string
	dir       string
}

var (
	modelsURL = regexp.MustCompile(`https?://([A-Za-z0-9_.-]+)(?::\d+)?/models(?:[/?][^\s"'\\)]*)?`)
	method    = regexp.MustCompile(`(?:-X|--request)[\s="']*(POST|PUT|DELETE)\b|requests\.(post|put|delete)\(|--(post)-data|method=["'](POST|PUT|DELETE)`)
	body      = regexp.MustCompile(`(?:^|\s)(?:-d|-F|--data\S*|--json|--form)\b|\b(?:params|data|json)=`)
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
	if one == (verb == "POST") {
		return // POST /models/NAME predicts, DELETE and PUT of /models are nothing
	}
	c := &model.Call{At: model.Known(url.String(), model.Origin{Key: verb + " /models", Span: url.Span()}), Method: verb, Hook: hook}
	if a := archiveOf.FindStringSubmatch(rest); a != nil {
		c.Model = path.Base(a[1])
	} else if one {
		c.Model, _, _ = strings.Cut(rest[1:], "/")
	}
	c.Workers = initialWorkers(url, body.MatchString(around))
	p.calls = append(p.calls, call{Call: c, host: host, namespace: p.namespace, dir: p.dir})
}

// initialWorkers returns how many workers a registration asks for: none, unless it says so. What
// a body or a variable of the shell may say is not known.
func initialWorkers(url source.Text, body bool) model.Value[int] {
	origin := model.Origin{Kind: model.Absent, Key: "initial_workers", On: url.Span()}
	_, query, _ := strings.Cut(url.String(), "?")
	at := len(url.String()) - len(query)
	for param := range strings.SplitSeq(query, "&") {
		key, value, ok := strings.Cut(param, "=")
		if key == "initial_workers" {
			from := at + len(key) + 1
			origin = model.Origin{Key: key, Span: url.SpanOf(from, from+len(value))}
			n, err := strconv.Atoi(value)
			if err != nil {
				return model.Unknown[int](origin)
			}
			return model.Known(n, origin)
		}
		body = body || !ok && strings.Contains(param, "$")
		at += len(param) + 1
	}
	if body {
		return model.Unknown[int](origin)
	}
	return model.Known(0, origin)
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
