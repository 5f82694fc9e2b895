package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A JSONKind says what a JSON value is.
type JSONKind string

// Kinds of JSON values. A word without quotes is a string for Gson.
const (
	JSONObject JSONKind = "map"
	JSONArray  JSONKind = "list"
	JSONString JSONKind = "string"
	JSONNumber JSONKind = "number"
	JSONBool   JSONKind = "bool"
	JSONNull   JSONKind = "null"
)

// A JSON is one value, with the place of all of it.
type JSON struct {
	Kind    JSONKind
	Text    source.Text // of a string its decoded text, else the value as written
	Members []Member    // of an object, in order, equal names each time they stand there
	Items   []*JSON     // of an array
}

// A Member is one name of an object with its value.
type Member struct {
	Name  source.Text
	Value *JSON
}

// Get returns the value of the last member of a name, or nil.
func (j *JSON) Get(name string) *JSON {
	for i := len(j.Members) - 1; i >= 0; i-- {
		if j.Members[i].Name.String() == name {
			return j.Members[i].Value
		}
	}
	return nil
}

// ParseJSON reads a value as Gson's lenient reader does, which TorchServe uses: single quotes,
// words without quotes, = and ; as separators and comments are fine, a trailing comma and text
// behind the value are not.
func ParseJSON(t source.Text) (*JSON, *Problem) {
	r := &jsonReader{t: t, s: t.String()}
	r.blanks()
	v := r.value(0)
	if r.problem == nil {
		if r.blanks(); r.at < len(r.s) {
			r.fail(r.at, "text behind the end of the value")
		}
	}
	if r.problem != nil {
		return nil, r.problem
	}
	return v, nil
}

type jsonReader struct {
	t       source.Text
	s       string
	at      int
	problem *Problem
}

func (r *jsonReader) fail(at int, format string, args ...any) *JSON {
	if r.problem == nil {
		r.problem = &Problem{Span: r.t.SpanOf(min(at, len(r.s)), min(at+1, len(r.s))), Msg: fmt.Sprintf(format, args...)}
	}
	r.at = len(r.s)
	return nil
}

// blanks passes white space and comments.
func (r *jsonReader) blanks() {
	for r.at < len(r.s) {
		rest := r.s[r.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			r.at++
		case strings.HasPrefix(rest, "//"), rest[0] == '#':
			r.at = lineEnd(r.s, r.at)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/")
			if end < 0 {
				r.fail(r.at, "the comment does not end")
				return
			}
			r.at += end + 2
		default:
			return
		}
	}
}

func (r *jsonReader) value(depth int) *JSON {
	switch {
	case r.at >= len(r.s):
		return r.fail(len(r.s), "the text ends where a value should begin")
	case depth > maxDepth:
		return r.fail(r.at, "nested more than %d levels deep", maxDepth)
	}
	switch r.s[r.at] {
	case '{':
		return r.object(depth)
	case '[':
		return r.array(depth)
	case '"', '\'':
		return &JSON{Kind: JSONString, Text: r.quoted()}
	}
	return r.word()
}

func (r *jsonReader) object(depth int) *JSON {
	from := r.at
	out := &JSON{Kind: JSONObject}
	r.at++
	for first := true; ; first = false {
		r.blanks()
		switch {
		case r.at >= len(r.s):
			return r.fail(len(r.s), "the object that begins with { is not closed")
		case r.s[r.at] == '}' && first:
			return r.end(out, from)
		case r.s[r.at] == '}':
			return r.fail(r.at, "a comma stands before }")
		}
		m, ok := r.member(depth)
		if !ok {
			return nil
		}
		out.Members = append(out.Members, m)
		r.blanks()
		switch {
		case r.at >= len(r.s):
			return r.fail(len(r.s), "the object that begins with { is not closed")
		case r.s[r.at] == '}':
			return r.end(out, from)
		case r.s[r.at] != ',' && r.s[r.at] != ';':
			return r.fail(r.at, "a comma or } should stand here")
		}
		r.at++
	}
}

func (r *jsonReader) member(depth int) (m Member, ok bool) {
	switch c := r.s[r.at]; c {
	case '"', '\'':
		m.Name = r.quoted()
	case '{', '[', ':', ',', '=', ';':
		r.fail(r.at, "a name should stand here")
	default:
		if w := r.word(); w != nil {
			m.Name = w.Text
		}
	}
	r.blanks()
	if r.problem != nil {
		return m, false
	}
	if r.at >= len(r.s) || r.s[r.at] != ':' && r.s[r.at] != '=' {
		r.fail(r.at, "a colon should stand behind the name %s", m.Name)
		return m, false
	}
	if r.at++; r.at < len(r.s) && r.s[r.at-1] == '=' && r.s[r.at] == '>' {
		r.at++
	}
	r.blanks()
	m.Value = r.value(depth + 1)
	return m, r.problem == nil
}

func (r *jsonReader) array(depth int) *JSON {
	from := r.at
	out := &JSON{Kind: JSONArray}
	r.at++
	for {
		r.blanks()
		switch {
		case r.at >= len(r.s):
			return r.fail(len(r.s), "the list that begins with [ is not closed")
		case r.s[r.at] == ']':
			return r.end(out, from)
		case r.s[r.at] == ',' || r.s[r.at] == ';': // Gson reads null between two commas
			out.Items = append(out.Items, &JSON{Kind: JSONNull, Text: r.t.Cut(r.at, r.at)})
			r.at++
			continue
		}
		v := r.value(depth + 1)
		if r.problem != nil {
			return nil
		}
		out.Items = append(out.Items, v)
		if r.blanks(); r.at < len(r.s) && r.s[r.at] != ',' && r.s[r.at] != ';' && r.s[r.at] != ']' {
			return r.fail(r.at, "a comma or ] should stand here")
		}
		if r.at < len(r.s) && r.s[r.at] != ']' {
			r.at++
		}
	}
}

func (r *jsonReader) end(j *JSON, from int) *JSON {
	r.at++
	j.Text = r.t.Cut(from, r.at)
	return j
}

// word reads a literal, a number or a text without quotes.
func (r *jsonReader) word() *JSON {
	n := indexFrom(r.s, r.at, "{}[]:,;=/\\#\"' \t\r\n") - r.at
	if n == 0 {
		return r.fail(r.at, "%q cannot stand here", r.s[r.at])
	}
	text := r.t.Cut(r.at, r.at+n)
	r.at += n
	kind := JSONString
	switch w := text.String(); {
	case strings.EqualFold(w, "true"), strings.EqualFold(w, "false"):
		kind = JSONBool
	case strings.EqualFold(w, "null"):
		kind = JSONNull
	case number(w):
		kind = JSONNumber
	}
	return &JSON{Kind: kind, Text: text}
}

func number(w string) bool {
	_, err := strconv.ParseFloat(w, 64)
	return err == nil && strings.IndexByte("-0123456789", w[0]) >= 0 && !strings.ContainsAny(w, "xX_")
}

// quoted reads a string in either kind of quotes.
func (r *jsonReader) quoted() source.Text {
	quote, from := r.s[r.at], r.at
	var b source.Builder
	r.at++
	lo := r.at
	for r.at < len(r.s) {
		switch c := r.s[r.at]; c {
		case quote:
			if lo < r.at || b.Len() == 0 {
				b.Copy(r.t, lo, r.at)
			}
			r.at++
			return b.Text()
		case '\\':
			b.Copy(r.t, lo, r.at)
			r.escape(&b)
			lo = r.at
		default:
			r.at++
		}
	}
	r.fail(from, "the text that begins with %c does not end", quote)
	return source.Text{}
}

var jsonEscapes = map[byte]string{'t': "\t", 'b': "\b", 'n': "\n", 'r': "\r", 'f': "\f", '\n': "\n", '\'': "'", '"': `"`, '\\': `\`, '/': "/"}

func (r *jsonReader) escape(b *source.Builder) {
	from := r.at
	if from+1 >= len(r.s) {
		r.fail(from, "the escape does not end")
		return
	}
	c := r.s[from+1]
	if c == 'u' {
		if !hex4(r.s[from+2:]) {
			r.fail(from, `\u wants four hexadecimal digits`)
			return
		}
		n, _ := strconv.ParseUint(r.s[from+2:from+6], 16, 16)
		r.at = from + 6
		b.Decode(string(rune(n)), r.t.SpanOf(from, r.at))
		return
	}
	text, ok := jsonEscapes[c]
	if !ok {
		_, size := utf8.DecodeRuneInString(r.s[from+1:])
		r.fail(from, "%s is no escape", r.s[from:from+1+size])
		return
	}
	r.at = from + 2
	b.Decode(text, r.t.SpanOf(from, r.at))
}
