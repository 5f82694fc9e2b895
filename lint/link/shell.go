package link

import (
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A word is one word of a command line. It is not known where something in it is filled in
// that the inputs do not hold.
type word struct {
	source.Text
	known bool
	ends  bool // an operator of the shell: ; && || | & or a line end
}

// shellWords splits a script as a shell does, as far as static text goes: blanks, quotes, backslashes,
// comments and operators.
func shellWords(t source.Text) (out []word) {
	s := t.String()
	for at := 0; at < len(s); {
		switch c := s[at]; {
		case c == ' ' || c == '\t':
			at++
		case strings.HasPrefix(s[at:], "\\\n"):
			at += 2
		case c == '#':
			at += strings.IndexByte(s[at:]+"\n", '\n')
		case strings.IndexByte("\n;&|()", c) >= 0:
			end := at + 1
			if end < len(s) && s[end] == c && c != '\n' {
				end++
			}
			out = append(out, word{Text: t.Cut(at, end), known: true, ends: true})
			at = end
		default:
			w, end := shellWord(t, at)
			out = append(out, w)
			at = end
		}
	}
	return out
}

// shellWord reads one word, and returns where it ends.
func shellWord(t source.Text, at int) (word, int) {
	s := t.String()
	var b source.Builder
	known, quote := true, byte(0)
	from := at
	flush := func(to int) {
		if from < to {
			b.Copy(t, from, to)
		}
	}
	for ; at < len(s); at++ {
		c := s[at]
		switch {
		case quote == 0 && strings.IndexByte(" \t\n;&|()", c) >= 0:
			flush(at)
			return word{Text: b.Text(), known: known}, at
		case c == quote || quote == 0 && (c == '\'' || c == '"'):
			flush(at)
			from = at + 1
			if quote == 0 {
				quote = c
			} else {
				quote = 0
			}
		case c == '\\' && quote != '\'' && at+1 < len(s):
			flush(at)
			from = at + 1
			if s[at+1] == '\n' {
				from = at + 2
			}
			at++
		case c == '`' && quote != '\'':
			known = false
		}
	}
	flush(len(s))
	return word{Text: b.Text(), known: known}, len(s)
}

var variable = regexp.MustCompile(`\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)|\$\{[^}]*\}|\$\(`)

// expand fills in variables of the container: $(NAME) by Kubernetes, $NAME and ${NAME} by a
// shell. What it fills in stands where the variable is written.
func (c *container) expand(w word, shell bool) word {
	s := w.String()
	found := variable.FindAllStringSubmatchIndex(s, -1)
	if found == nil {
		return w
	}
	var b source.Builder
	at := 0
	for _, m := range found {
		name := ""
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				name = s[m[g]:m[g+1]]
			}
		}
		if m[2] < 0 && !shell {
			continue // only $(NAME) is Kubernetes' own
		}
		value, ok := c.variable(name)
		if !ok {
			w.known = false
			continue
		}
		if at < m[0] {
			b.Copy(w.Text, at, m[0])
		}
		b.Decode(value, w.SpanOf(m[0], m[1]))
		at = m[1]
	}
	if at < len(s) || b.Len() == 0 {
		b.Copy(w.Text, at, len(s))
	}
	w.Text = b.Text()
	return w
}

// variable returns the value of a variable that the container's env spells.
func (c *container) variable(name string) (string, bool) {
	for i := len(c.env) - 1; i >= 0; i-- {
		if e := c.env[i]; e.name.String() == name {
			return e.value.String(), e.from.File == nil
		}
	}
	return "", false
}
