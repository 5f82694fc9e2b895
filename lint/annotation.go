package lint

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// ignoreKey is the annotation that holds directives, one a line, for places where comments
// are lost.
const ignoreKey = "tslint/ignore"

// annotations returns the directives in the annotations of objects: each covers its object,
// and with a ConfigMap the files in it.
func annotations(f *source.File) []*directive {
	if !strings.Contains(f.Data, ignoreKey) {
		return nil
	}
	var out []*directive
	for _, doc := range syntax.Documents(f.Text()) {
		if !strings.Contains(doc.String(), ignoreKey) {
			continue
		}
		object, problem := syntax.Decode(doc)
		if problem != nil {
			continue // link says so
		}
		out = append(out, annotated(object)...)
		for _, item := range object.At("items").Items() {
			out = append(out, annotated(item)...)
		}
	}
	return out
}

func annotated(object syntax.Node) []*directive {
	t := object.At("metadata", "annotations", ignoreKey).Text()
	s := t.String()
	var out []*directive
	for at := 0; at < len(s); {
		end := at + strings.IndexByte(s[at:]+"\n", '\n')
		if line := trim(t.Cut(at, end)); line.String() != "" {
			d := &directive{at: line.Span(), covers: object.Span()}
			d.parse(line)
			out = append(out, d)
		}
		at = end + 1
	}
	return out
}
