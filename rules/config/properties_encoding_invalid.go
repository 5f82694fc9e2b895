package config

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// PropertiesEncodingInvalid is documented, with examples that run as tests, in properties-encoding-invalid.md.
var PropertiesEncodingInvalid = &lint.Rule{
	Meta: lint.Meta{
		ID:       "properties-encoding-invalid",
		Title:    "config.properties holds bytes or escapes that are misread",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if s.Config != nil && !s.Config.Bundled {
				propertiesEncodingInvalid(p, s.Config)
			}
		}
		return nil
	},
}

// mark is the UTF-8 byte order mark.
const mark = "\xef\xbb\xbf"

func propertiesEncodingInvalid(p *lint.Pass, c *model.Config) {
	text := c.Text.String()
	if strings.HasPrefix(text, mark) {
		byteOrderMark(p, c)
	}
	for _, fault := range c.Faults {
		f := p.Report(fault.At, "%s: %s; the server stops at start, whatever the key", c.Name, fault.Text).
			Advise(`double the backslash where a path is meant: \\u`)
		if s := fault.At.Origin.Span; s.File != nil && strings.HasPrefix(s.File.Data[s.Start:], `\u`) {
			f.Edit(lint.Unsafe, "double the backslash", source.Edit{Span: source.Span{File: s.File, Start: s.Start, End: s.Start}, New: `\`})
		}
	}
	if at := invalid(text); at >= 0 && c.Launcher.Or(false) {
		v := model.Known(c.Name, model.Origin{Key: "encoding", Span: c.Text.SpanOf(at, at+1)})
		p.Report(v, "%s: the byte 0x%X is not UTF-8; the launcher stops in a decoding error", c.Name, text[at]).
			Advise("save the file as UTF-8 or ASCII, or write the letter as a \\u escape")
	}
}

func byteOrderMark(p *lint.Pass, c *model.Config) {
	at := c.Text.SpanOf(0, len(mark))
	v := model.Known(c.Name, model.Origin{Key: "encoding", Span: at})
	effect := "it becomes part of what stands behind it, which is no key"
	harmless := len(c.Entries) == 0 || !strings.HasPrefix(c.Entries[0].Key, "\u00ef\u00bb\u00bf")
	if !harmless {
		key := strings.TrimPrefix(c.Entries[0].Key, "\u00ef\u00bb\u00bf")
		harmless = key == "" || key[0] == '#' || key[0] == '!' // Java reads the comment as a key that nobody asks for
		if !harmless {
			effect = fmt.Sprintf("it becomes part of the first key, and %s is not set", key)
			if key == "model_store" {
				effect += "; without --model-store the launcher exits with status 1"
			}
		}
	}
	f := p.Report(v, "%s: a byte order mark stands at the start; %s", c.Name, effect).
		Advise("save the file as UTF-8 without byte order mark").
		Edit(lint.Safe, "remove the byte order mark", source.Edit{Span: at})
	if harmless {
		f.Weaken(lint.Info)
	}
}

// invalid returns the first byte that is not UTF-8, or -1.
func invalid(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
