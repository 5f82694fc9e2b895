package proxy

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A directive is one of an nginx.conf.
type directive struct {
	words []source.Text // name and arguments; never empty
	block []directive   // of one with braces
}

func (d directive) is(name string) bool { return d.words[0].String() == name }

// last returns the last argument, empty where there is none.
func (d directive) last() source.Text {
	if len(d.words) < 2 {
		return source.Text{}
	}
	return d.words[len(d.words)-1]
}

const maxBlocks = 64 // that stand in one another

// nginxDirectives reads an nginx.conf; ok is false where it does not parse.
func nginxDirectives(t source.Text) (list []directive, ok bool) {
	p := &nginxParser{text: t, s: t.String()}
	list, ok = p.block(0)
	return list, ok && p.at >= len(p.s)
}

type nginxParser struct {
	text source.Text
	s    string
	at   int
}

// block reads directives up to a closing brace or the end.
func (p *nginxParser) block(depth int) (list []directive, ok bool) {
	var words []source.Text
	for {
		p.blanks()
		if p.at >= len(p.s) {
			return list, len(words) == 0 && depth == 0
		}
		switch p.s[p.at] {
		case '}':
			p.at++
			return list, len(words) == 0 && depth > 0
		case ';', '{':
			d, whole := p.end(words, depth)
			if !whole {
				return list, false
			}
			list, words = append(list, d), nil
		default:
			w, closed := p.word()
			if !closed {
				return list, false
			}
			words = append(words, w)
		}
	}
}

// end reads what ends a directive: a semicolon, or a block.
func (p *nginxParser) end(words []source.Text, depth int) (d directive, ok bool) {
	d.words, ok = words, len(words) > 0
	p.at++
	if ok && p.s[p.at-1] == '{' {
		if depth == maxBlocks {
			return d, false
		}
		d.block, ok = p.block(depth + 1)
	}
	return d, ok
}

// blanks skips blanks and comments.
func (p *nginxParser) blanks() {
	for p.at < len(p.s) {
		switch {
		case strings.IndexByte(" \t\r\n", p.s[p.at]) >= 0:
			p.at++
		case p.s[p.at] == '#':
			if end := strings.IndexByte(p.s[p.at:], '\n'); end >= 0 {
				p.at += end
			} else {
				p.at = len(p.s)
			}
		default:
			return
		}
	}
}

// word reads one word, the quotes around it left out.
func (p *nginxParser) word() (source.Text, bool) {
	from := p.at
	if quote := p.s[p.at]; quote == '"' || quote == '\'' {
		for p.at++; p.at < len(p.s) && p.s[p.at] != quote; p.at++ {
			if p.s[p.at] == '\\' {
				p.at++
			}
		}
		if p.at >= len(p.s) {
			return source.Text{}, false
		}
		p.at++
		return p.text.Cut(from+1, p.at-1), true
	}
	for p.at < len(p.s) && strings.IndexByte(" \t\r\n;", p.s[p.at]) < 0 {
		switch {
		case p.s[p.at] == '$' && strings.HasPrefix(p.s[p.at+1:], "{"): // ${name}
			if end := strings.IndexByte(p.s[p.at:], '}'); end > 0 {
				p.at += end
			}
		case p.s[p.at] == '{':
			return p.text.Cut(from, p.at), true
		case p.s[p.at] == '\\':
			p.at++
		}
		p.at++
	}
	p.at = min(p.at, len(p.s))
	return p.text.Cut(from, p.at), true
}
