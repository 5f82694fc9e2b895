package link

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// maxMended is how many lines at the most may lack their backslash.
const maxMended = 50

// mend looks for the backslashes that are missing at line ends of a JSON value which does not parse: those
// that make all of it one value that does.
func (f *configFile) mend(j *model.JSON, p syntax.Property) {
	if j == nil || j.Fault == nil {
		return
	}
	text := f.text.String()
	lines := f.text.Lines()
	end := func(i int) int {
		line := text[lines[i]:]
		if n := strings.IndexAny(line, "\r\n"); n >= 0 {
			line = line[:n]
		}
		return lines[i] + len(line)
	}
	at := 0
	for last := p.Value.Span().End; at < len(lines) && f.text.SpanOf(end(at), end(at)).End < last; {
		at++
	}
	mended := text
	var edits []source.Edit
	for shift := 0; at+1 < len(lines) && len(edits) < maxMended; shift++ {
		here := end(at)
		mended = mended[:here+shift] + "\\" + mended[here+shift:]
		edits = append(edits, source.Edit{Span: f.text.SpanOf(here, here), New: "\\"})
		joined, ok := value(mended, p.Key.String())
		if !ok {
			return
		}
		if _, problem := syntax.ParseJSON(joined.Value); problem == nil {
			j.Fault.Mend = edits
			return
		}
		first, _ := joined.Key.Span().File.Line(joined.Key.Span().Start)
		at = first + joined.Lines - 2
	}
}

// value reads the last value of a key.
func value(properties, key string) (found syntax.Property, ok bool) {
	props, _ := syntax.Properties(source.NewFile("", properties).Text())
	for _, p := range props {
		if p.Key.String() == key {
			found, ok = p, true
		}
	}
	return found, ok
}
