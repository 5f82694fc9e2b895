package syntax

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Kind looks at a document without decoding it, and returns its apiVersion and kind where they are
// written plainly at the start of a line. What is empty is not known: the document has to
// be decoded to tell.
func Kind(doc source.Text) (apiVersion, kind string) {
	s := doc.String()
	for at := 0; at < len(s); {
		end := len(s)
		if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
			end = at + n
		}
		switch line := s[at:end]; {
		case strings.HasPrefix(line, "kind:"):
			kind = word(line[len("kind:"):])
		case strings.HasPrefix(line, "apiVersion:"):
			apiVersion = word(line[len("apiVersion:"):])
		}
		if apiVersion != "" && kind != "" {
			return apiVersion, kind
		}
		at = end + 1
	}
	return "", ""
}

// word returns a value that is a plain word, perhaps in quotes.
func word(s string) string {
	s, _, _ = strings.Cut(s, " #")
	s = strings.Trim(strings.TrimSpace(s), `"'`)
	if strings.ContainsAny(s, " \t&*!|>{}[]#\"'") {
		return ""
	}
	return s
}
