package lint

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A commented file is searched for directives line by line: they stand in comments, and
// those of YAML and of properties look alike.
type commented struct {
	*source.File
	lines      []string
	starts     []int // offset of each line
	properties []source.Span
}

// comments returns the directives in the comments of a file. The spans are what of it is
// properties: the file as a whole, or the files in a manifest.
func comments(f *source.File, properties []source.Span) []*directive {
	if !strings.Contains(f.Data, verb) {
		return nil
	}
	c := commented{File: f, properties: properties}
	at := 0
	for line := range strings.Lines(f.Data) {
		c.starts = append(c.starts, at)
		c.lines = append(c.lines, strings.TrimRight(line, "\r\n"))
		at += len(line)
	}
	var out []*directive
	for i, line := range c.lines {
		if strings.Contains(line, verb) {
			if d, ok := c.directive(i); ok {
				out = append(out, d)
			}
		}
	}
	return out
}

// directive reads the directive on a line.
func (c *commented) directive(i int) (*directive, bool) {
	line := c.lines[i]
	at := strings.Index(line, verb)
	hash := len(strings.TrimRight(line[:at], " \t")) - 1
	if hash < 0 || line[hash] != '#' {
		return nil, false
	}
	alone := strings.Trim(line[:hash], " \t") == ""
	inProperties := c.inProperties(i)
	if !alone && !inProperties && (!blank(line[hash-1]) || quoted(line[:hash])) {
		return nil, false
	}
	from, to := c.starts[i]+at, c.starts[i]+len(strings.TrimRight(line, " \t"))
	d := parseComment(c.Text().Cut(from, to))
	switch {
	case inProperties && (!alone || c.continued(i)):
		c.misplaced(d, i, hash)
	case !alone:
		d.covers = c.span(i, c.end(i))
		d.lines = source.Span{File: c.File, Start: c.starts[i] + len(strings.TrimRight(line[:hash], " \t")), End: to}
	default:
		d.lines = c.span(i, i+1)
		c.above(d, i)
	}
	return d, true
}

// above makes a directive cover what the next lines hold.
func (c *commented) above(d *directive, i int) {
	for i++; i < len(c.lines); i++ {
		s := strings.Trim(c.lines[i], " \t")
		if s == "" || s == "---" {
			break
		}
		if s[0] != '#' && (s[0] != '!' || !c.inProperties(i)) {
			d.covers = c.span(i, c.end(i))
			return
		}
	}
	if d.fault == "" {
		d.fault = "it stands above nothing; put it on the line above what it is about"
	}
}

// end returns the line behind the entry or the property that starts on line i.
func (c *commented) end(i int) int {
	indent, item := indentation(c.lines[i]), isItem(c.lines[i])
	properties := c.inProperties(i)
	for i++; i < len(c.lines); i++ {
		s := c.lines[i]
		switch {
		case properties && !c.continued(i):
			return i
		case properties || strings.Trim(s, " \t") == "":
		case indentation(s) > indent, indentation(s) == indent && !item && isItem(s):
		default:
			return i
		}
	}
	return i
}

// misplaced says that a directive is part of a value, and moves it above.
func (c *commented) misplaced(d *directive, i, hash int) {
	d.fault = "a # within a value is part of it; put the directive on a line of its own above the key"
	first := i
	for first > 0 && c.continued(first) {
		first--
	}
	line := c.lines[i]
	if c.ReadOnly || strings.HasSuffix(line, `\`) || strings.Trim(line[:hash], " \t") == "" {
		return
	}
	start := c.starts[first] + indentation(c.lines[first])
	moved := line[hash:] + "\n" + c.lines[first][:indentation(c.lines[first])]
	cut := source.Span{File: c.File, Start: c.starts[i] + len(strings.TrimRight(line[:hash], " \t")), End: c.starts[i] + len(line)}
	d.fix = &Fix{Safe, "move it above the key", []source.Edit{{Span: source.Span{File: c.File, Start: start, End: start}, New: moved}, {Span: cut}}}
}

// continued reports whether line i goes on with a property of the line before.
func (c *commented) continued(i int) bool {
	if i == 0 || !c.inProperties(i-1) {
		return false
	}
	s := c.lines[i-1]
	if slashes := len(s) - len(strings.TrimRight(s, `\`)); slashes%2 == 0 {
		return false
	}
	s = strings.TrimLeft(s, " \t\f")
	return c.continued(i-1) || s[0] != '#' && s[0] != '!'
}

func (c *commented) inProperties(i int) bool {
	for _, s := range c.properties {
		if s.Start <= c.starts[i]+len(c.lines[i]) && c.starts[i] < s.End {
			return true
		}
	}
	return false
}

// span returns the place of lines [i, end).
func (c *commented) span(i, end int) source.Span {
	s := source.Span{File: c.File, Start: c.starts[i], End: len(c.Data)}
	if end < len(c.starts) {
		s.End = c.starts[end]
	}
	return s
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

func isItem(line string) bool {
	s := strings.TrimLeft(line, " ")
	return s == "-" || strings.HasPrefix(s, "- ")
}

func blank(b byte) bool { return b == ' ' || b == '\t' }

// quoted reports whether a line of YAML ends within quotes.
func quoted(s string) bool {
	var open byte
	for i := range len(s) {
		switch {
		case open != 0:
			if s[i] == open && (open == '\'' || s[i-1] != '\\') {
				open = 0
			}
		case (s[i] == '"' || s[i] == '\'') && (i == 0 || strings.IndexByte(" \t[{,:", s[i-1]) >= 0):
			open = s[i]
		}
	}
	return open != 0
}
