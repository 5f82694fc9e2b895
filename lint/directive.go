package lint

import (
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A directive is a comment or annotation that silences rules.
type directive struct {
	at     source.Span // the directive itself, without the comment sign
	covers source.Span // zero: nothing
	names  []word      // ids and families
	until  time.Time   // the last day; zero: for good
	reason string
	fault  string      // why it is not valid; empty: it is
	fix    *Fix        // of the fault
	lines  source.Span // what to delete with it
}

// A word is a word and its place.
type word struct {
	text string
	at   source.Span
}

const (
	verb = "tslint:"
	form = "want tslint:ignore RULE[,RULE] [until=2027-03-01] [-- reason]"
)

// parseComment reads tslint:ignore RULE[,RULE] [until=DAY] [-- reason].
func parseComment(t source.Text) *directive {
	d := &directive{at: t.Span()}
	rest := trim(t.Cut(len(verb), len(t.String())))
	first, rest := cutWord(rest)
	if first.String() != "ignore" {
		d.fault = "there is no tslint:" + first.String() + "; " + form
		return d
	}
	d.parse(rest)
	return d
}

// parse reads RULE[,RULE] [until=DAY] [-- reason].
func (d *directive) parse(t source.Text) {
	more := true // a name follows: at the start, and after a comma
	for t = trim(t); t.String() != ""; {
		var w source.Text
		switch w, t = cutWord(t); {
		case w.String() == "--":
			d.reason, t = t.String(), source.Text{}
		case strings.HasPrefix(w.String(), "until="):
			day, err := time.Parse(time.DateOnly, w.String()[len("until="):])
			if err != nil {
				d.fault = w.String() + " is no day; want until=2027-03-01"
			}
			d.until = day
		case more:
			more = d.name(w)
		default:
			d.fault = w.String() + " is not expected here; a reason stands behind --"
			return
		}
	}
	if len(d.names) == 0 && d.fault == "" {
		d.fault = "no rule is named; " + form
	}
}

// name reads names that are joined by commas; more reports whether another follows.
func (d *directive) name(w source.Text) (more bool) {
	s := w.String()
	for at := 0; at <= len(s); {
		end := at + strings.IndexByte(s[at:]+",", ',')
		if end > at {
			d.names = append(d.names, word{s[at:end], w.SpanOf(at, end)})
		}
		at = end + 1
	}
	return strings.HasSuffix(s, ",")
}

func trim(t source.Text) source.Text {
	s := t.String()
	if s == "" {
		return t
	}
	lo := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	return t.Cut(lo, max(lo, len(strings.TrimRight(s, " \t\r\n"))))
}

// cutWord cuts t at its first blank.
func cutWord(t source.Text) (word, rest source.Text) {
	s := t.String()
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return t.Cut(0, i), trim(t.Cut(i, len(s)))
	}
	return t, source.Text{}
}
