package syntax_test

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Where each scalar's word "v" stands, however the scalar is written: derived by eye.
func TestScalarPlaces(t *testing.T) {
	for _, c := range []struct{ name, doc, value, at, end string }{
		{"plain", "a: value", "value", "1:4", "1:9"},
		{"plain with a comment", "a: value # note", "value", "1:4", "1:9"},
		{"plain over two lines", "a: one\n  two\n", "one two", "1:4", "2:6"},
		{"single quotes", "a: 'it''s'", "it's", "1:5", "1:10"},
		{"double quotes", `a: "x\ty"`, "x\ty", "1:5", "1:9"},
		{"double quotes, hexadecimal", `a: "\u00e9t\x41"`, "étA", "1:5", "1:16"},
		{"double quotes over two lines", "a: \"one\n  two\"", "one two", "1:5", "2:6"},
		{"double quotes, continued", "a: \"one\\\n   two\"", "onetwo", "1:5", "2:7"},
		{"literal", "a: |\n  one\n  two\n", "one\ntwo\n", "2:3", "4:1"},
		{"literal, stripped", "a: |-\n  one\n", "one", "2:3", "2:6"},
		{"literal, kept", "a: |+\n  one\n\nb: 1", "one\n\n", "2:3", "4:1"},
		{"literal with an indentation", "a: |2\n   one\n", " one\n", "2:3", "3:1"},
		{"folded", "a: >-\n  one\n  two\n", "one two", "2:3", "3:6"},
		{"folded with a paragraph", "a: >-\n  one\n\n  two\n", "one\ntwo", "2:3", "4:6"},
		{"flow", "{b: 1, a: 'x'}", "x", "1:12", "1:13"},
		{"tag and anchor", "a: !!str &k 5", "5", "1:13", "1:14"},
		{"wide runes before", "{\"é界\": 1, a: x}", "x", "1:14", "1:15"},
		{"carriage returns", "b: 1\r\na: value\r\n", "value", "2:4", "2:9"},
		{"empty in quotes", `a: ""`, "", "1:5", "1:5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.NewFile("x", c.doc)
			n, p := syntax.Decode(f.Text())
			if p != nil {
				t.Fatal(p)
			}
			text := n.At("a").Text()
			if text.String() != c.value {
				t.Fatalf("value %q, want %q", text, c.value)
			}
			s := text.Span()
			if got := strings.TrimPrefix(s.String(), "x:"); got != c.at {
				t.Errorf("begins at %s, want %s", got, c.at)
			}
			if got := strings.TrimPrefix((source.Span{File: f, Start: s.End, End: s.End}).String(), "x:"); got != c.end {
				t.Errorf("ends at %s, want %s", got, c.end)
			}
		})
	}
}

// Merge keys, aliases and equal keys count as the API server and SnakeYAML count them.
func TestMappings(t *testing.T) {
	const doc = `base: &base {x: 1, y: 2}
over: {<<: *base, y: 3}
list: [{a: 1}, *base]
twice: {k: 1, k: 2}
`
	n, p := syntax.Decode(source.NewFile("x", doc).Text())
	if p != nil {
		t.Fatal(p)
	}
	for _, c := range []struct {
		got  syntax.Node
		want string
		at   string
	}{
		{n.At("over", "x"), "1", "x:1:17"},
		{n.At("over", "y"), "3", "x:2:22"},
		{n.At("list").Items()[1].At("y"), "2", "x:1:23"},
		{n.At("twice", "k"), "2", "x:4:18"},
		{n.At("no", "such", "key"), "", ""},
	} {
		if c.got.String() != c.want || c.got.Text().Span().String() != c.at {
			t.Errorf("got %q at %s, want %q at %s", c.got.String(), c.got.Text().Span(), c.want, c.at)
		}
	}
	keys := ""
	for k := range n.At("over").Pairs() {
		keys += k
	}
	if keys != "yx" {
		t.Errorf("over has keys %s, want y, then x", keys)
	}
}

// What is broken is a problem at its place, and what follows is read.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		name, doc, at, message string
		rest                   int // documents that are read
	}{
		{"cut in half", "a: 1\n---\nb: {c: 1\n---\nd: 2\n", "x:3", "", 2},
		{"tab", "a:\n\tb: 1\n", "x:2", "", 0},
		{"template that does not parse", "a: {{ .Values.x }}\nb: {{- end }}\n", "x:2", "a template that is not rendered", 0},
		{"template in a mapping", "a: 1\nb: {{ .Values.x }}\n", "x:2", "a template that is not rendered", 0},
		{"template in a plain scalar", "a: 1\nb: x-{{ .Values.x }}\n", "x:2:4", "a template that is not rendered", 0},
		{"deep", strings.Repeat("[", 200) + strings.Repeat("]", 200), "x:1", "100 levels", 0},
		{"alias of itself", "a: &a [*a]\n", "x:1", "itself", 0},
		{"aliases without end", "a: &a 1\nb: [" + strings.Repeat("*a,", 1001) + "]\n", "x:2", "more than 1000 times", 0},
		{"aliases of aliases", "a: &a [1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n", "x:4", "more than 1000 times", 0},
		{"not UTF-8", "a: \xff\xfe\n", "x:1", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			docs, problems := syntax.YAML(source.NewFile("x", c.doc).Text())
			if len(problems) != 1 || len(docs) != c.rest {
				t.Fatalf("%d documents and problems %v, want %d and one", len(docs), problems, c.rest)
			}
			p := problems[0]
			if !strings.HasPrefix(p.Span.String(), c.at) || !strings.Contains(p.Msg, c.message) {
				t.Errorf("got %s: %s, want %s: …%s…", p.Span, p.Msg, c.at, c.message)
			}
		})
	}
}

func TestScalar11(t *testing.T) {
	for text, want := range map[string]syntax.Scalar{
		"010":        {Type: "int", Int: 8},
		"0x10":       {Type: "int", Int: 16},
		"1_000":      {Type: "int", Int: 1000},
		"1:30":       {Type: "int", Int: 90},
		"-5":         {Type: "int", Int: -5},
		"+5":         {Type: "int", Int: 5},
		"0b101":      {Type: "int", Int: 5},
		"3000000000": {Type: "int", Int: 3000000000},
		"yes":        {Type: "bool", Int: 1},
		"On":         {Type: "bool", Int: 1},
		"off":        {Type: "bool"},
		"1.5":        {Type: "float"},
		"1e3":        {Type: "string"},
		"~":          {Type: "null"},
		"'120'":      {Type: "string"},
		"120s":       {Type: "string"},
		"08":         {Type: "string"},
	} {
		n, p := syntax.YAML11(source.NewFile("x", "k: "+text).Text())
		if p != nil {
			t.Fatal(p)
		}
		if got := n.At("k").Scalar11(); got != want {
			t.Errorf("%s is %+v, want %+v", text, got, want)
		}
	}
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{"a: |\n  x\n", "a: >+2\n   x\n\n", "a: \"\\u00e9\\\n x\"", "- &a {b: *a}", "? [x]\n: y", "a: 'x''y\n\n z'", "--- !!map\n<<: {a: 1}\n", configMap} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		docs, problems := syntax.YAML(source.NewFile("x", s).Text())
		for _, p := range problems {
			inside(t, p.Span, s)
		}
		left := 10000 // aliases of aliases would never end
		for _, d := range docs {
			walk(t, d, s, &left)
		}
	})
}

func walk(t *testing.T, n syntax.Node, s string, left *int) {
	if *left--; *left < 0 {
		return
	}
	if n.IsScalar() && n.Text().String() != n.String() {
		t.Fatalf("%q reads as %q", n.String(), n.Text())
	}
	inside(t, n.Span(), s)
	for _, c := range n.Items() {
		walk(t, c, s, left)
	}
	for _, c := range n.Pairs() {
		inside(t, c.KeyText().Span(), s)
		walk(t, c, s, left)
	}
}

func inside(t *testing.T, span source.Span, s string) {
	if span.File != nil && (span.Start < 0 || span.End < span.Start || span.End > len(s)) {
		t.Fatalf("span %d to %d of %d bytes", span.Start, span.End, len(s))
	}
}

// Placeholders within quotes, blocks and comments are text, as in alerts and scripts.
func TestPlaceholders(t *testing.T) {
	docs, problems := syntax.YAML(source.NewFile("x", "a: \"{{ x }}\" # {{ y }}\nb: |\n  {{ z }}\n").Text())
	if len(problems) != 0 || len(docs) != 1 {
		t.Fatalf("%d documents and problems %v, want one and none", len(docs), problems)
	}
	if got := docs[0].At("b").String(); got != "{{ z }}\n" {
		t.Errorf("b is %q", got)
	}
}

// A line that ends a document is no document, at the end of a stream or before the next.
func TestDocumentEnd(t *testing.T) {
	for stream, want := range map[string]int{
		"a: 1\n...\n": 1, "a: 1\n...": 1, "a: 1\n...\n---\nb: 2\n": 2, "...\n# c\n---\na: 1\n": 1, "a: 1\n... # end\nb: 2\n": 2, "...\n": 0,
	} {
		docs, problems := syntax.YAML(source.NewFile("x", stream).Text())
		if len(problems) != 0 || len(docs) != want {
			t.Errorf("%q: %d documents and problems %v, want %d and none", stream, len(docs), problems, want)
		}
	}
}
