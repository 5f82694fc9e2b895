package proxy

import (
	"fmt"
	"strconv"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// wrong records a value that is not valid, and that right would do; empty: nothing is known to.
func (b *builder) wrong(name string, value syntax.Node, grammar, consequence, effective, right string) {
	t := value.Text()
	b.Faults = append(b.Faults, &model.SettingFault{
		At:          model.Known(t.String(), model.Origin{Key: name, Span: t.Span()}),
		Name:        name,
		Grammar:     grammar,
		Consequence: consequence,
		Effective:   effective,
		Right:       right,
		Safe:        right != "",
	})
}

// checkTypes refuses annotations that are not strings, as the API server does; settings of
// the controller are looked at where they are read.
func (b *builder) checkTypes(ctl *controller, o *Object) {
	for name, v := range o.At("metadata", "annotations").Pairs() {
		if !isScalar(v) || isString(v) || ctl.limits(name) {
			continue
		}
		consequence := "the API server refuses the " + o.Kind
		b.wrong(name, v, "a string", consequence, notApplied, strconv.Quote(str(v)))
		b.fail(rejected, fmt.Sprintf("%s=%s is not a string; %s", name, str(v), consequence), v.Text().Span(), true)
	}
}

// count returns a whole number that an annotation sets.
func (b *builder) count(o *Object, name string, def int) *model.Value[int] {
	v := model.Known(def, b.byDefault(b.Title, name))
	if a := o.annotation(name); isString(a) {
		if n, err := strconv.Atoi(str(a)); err == nil {
			v = model.Known(n, model.Origin{Key: name, Span: a.Text().Span()})
		}
	}
	return &v
}
