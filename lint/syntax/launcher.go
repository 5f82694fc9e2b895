package syntax

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Launcher reads keys of a config.properties as the Python launcher does: line by line, parted at the first =, both parts stripped; lines
// without = and those that begin with # say nothing. Of equal keys the last one counts.
func Launcher(t source.Text, keys ...string) []Property {
	s := t.String()
	var out []Property
	for at := 0; at < len(s); {
		end := lineEnd(s, at)
		lo := skip(s[:end], at, space)
		eq := strings.IndexByte(s[lo:end], '=')
		if eq >= 0 && s[lo] != '#' && slices.Contains(keys, strings.TrimRight(s[lo:lo+eq], space)) {
			out = append(out, Property{Key: strip(t, lo, lo+eq), Value: strip(t, lo+eq+1, end), Lines: 1, Separator: "="})
		}
		at = nextLine(s, end)
	}
	return out
}

const space = " \t\f\v\r\n"

func strip(t source.Text, lo, hi int) source.Text {
	s := t.String()
	hi = lo + len(strings.TrimRight(s[lo:hi], space))
	return t.Cut(min(skip(s[:hi], lo, space), hi), hi)
}
