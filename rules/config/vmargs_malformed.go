package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// VMArgsMalformed is documented, with examples that run as tests, in vmargs-malformed.md.
var VMArgsMalformed = &lint.Rule{
	Meta: lint.Meta{
		ID:       "vmargs-malformed",
		Title:    "vmargs is split into words that java does not understand",
		Severity: lint.Error,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if e := launched(s, "vmargs"); e != nil {
				vmargsMalformed(p, s, e)
			}
		}
		return nil
	},
}

func vmargsMalformed(p *lint.Pass, s *model.Server, e *model.Entry) {
	raw, ok := e.Raw.Get()
	all := words(raw)
	i, why := refusedWord(all)
	if !ok || i < 0 {
		return
	}
	var texts []string
	for _, w := range all {
		texts = append(texts, w.text)
	}
	f := p.Report(within(e.Raw, all[i].lo, all[i].hi), "vmargs is split into %s; java stops at %s (%s), while the launcher has already returned 0", strings.Join(texts, " | "), all[i].text, why).
		Advise("write options without blanks and quotes, on one line")
	for _, java := range s.Config.Entries { // the same line as the server reads it: with those that continue it
		joined := strings.Join(strings.Fields(java.Raw.Or("")), " ")
		if at := java.Raw.Origin.Span; java.Lines > 1 && java.KeyAt.Origin.Span == e.KeyAt.Origin.Span && !strings.ContainsAny(joined, `"'\`) {
			f.Edit(lint.Safe, "join the lines", source.Edit{Span: at, New: joined})
		}
	}
}

// withWord are options of java that the next word belongs to.
var withWord = []string{"-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules", "--add-opens", "--add-exports", "--add-reads", "--limit-modules", "--patch-module", "--upgrade-module-path"}

// smallestHeap is what java takes at least as -Xmx, in bytes.
const smallestHeap = 2 << 20

// refusedWord returns the first word that java stops at, and why; -1 where there is none.
func refusedWord(all []word) (i int, why string) {
	open := false // a quote began in the word before
	for i := 0; i < len(all); i++ {
		w := all[i].text
		heap, isHeap := strings.CutPrefix(w, "-Xmx")
		bytes, err := strconv.ParseInt(heap, 10, 64)
		switch {
		case placeholder.MatchString(w):
			return i, "the launcher does not fill variables in"
		case strings.HasSuffix(w, `\`):
			return i, "a line is not continued here, the backslash is passed on"
		case open && strings.HasPrefix(w, "-"):
			return i, "blanks within quotes part words too"
		case !strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "@"):
			return i, "it is taken for the main class"
		case isHeap && err == nil && bytes < smallestHeap:
			return i, "without a unit it is a number of bytes"
		case isHeap && strings.ContainsAny(w, `"'`):
			return i, "quotes are passed on"
		}
		open = (strings.Count(w, `"`)+strings.Count(w, `'`))%2 == 1
		if slices.Contains(withWord, w) {
			i++
		}
	}
	return -1, ""
}
