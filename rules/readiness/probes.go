package readiness

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// role returns the role of the listener that a probe asks; empty where that is not one of
// TorchServe's, or not known.
func role(s *model.Server, p *model.Probe) string {
	port, ok := p.Port.Get()
	if !ok || s.Wrapper.Or(false) {
		return ""
	}
	return roleOf(s, port)
}

// roleOf returns the role of the open listener on a port; empty: none, or not known.
func roleOf(s *model.Server, port int) string {
	for _, l := range s.Listeners {
		if n, ok := l.Port.Get(); ok && n == port && l.Open.Or(false) {
			return l.Role
		}
	}
	return ""
}

// asksWorkers recognises a command that cannot succeed before a worker has loaded a model.
var asksWorkers = regexp.MustCompile(`READY|/predictions/|/explanations/|/wfpredict/|:predict\b|/infer\b|customized=true`)

// onlyAsks is a command that does nothing but fetch one address.
var onlyAsks = regexp.MustCompile(`^(?:/\S*/)?(?:curl|wget)(?:\s+-\S+|\s+/dev/null|\s+\d+)*\s+["']?(?:https?://)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::(\d+))?(/[^\s"']*)?["']?$`)

// fetched returns the path that an exec probe fetches, where it does nothing else.
func fetched(command string) (path string, ok bool) {
	m := onlyAsks.FindStringSubmatch(strings.TrimSpace(command))
	if m == nil {
		return "", false
	}
	if m[2] == "" {
		return "/", true
	}
	return m[2], true
}

// numeric reports whether a port is written as a number.
func numeric(port string) bool {
	_, err := strconv.Atoi(port)
	return err == nil
}

// replace returns an edit that writes another value.
func replace(v model.Value[string], text string) source.Edit {
	return source.Edit{Span: v.Origin.Span, New: text}
}
