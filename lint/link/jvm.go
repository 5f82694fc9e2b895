package link

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// options returns the words that the JVM gets: JAVA_TOOL_OPTIONS first, so that vmargs win.
func (t *settling) options() (out []string) {
	for _, o := range t.optionTexts() {
		out = append(out, o.String())
	}
	return out
}

func (t *settling) optionTexts() (out []source.Text) {
	if t.c != nil {
		if v, from, ok := t.x.spelled(t.c, "JAVA_TOOL_OPTIONS"); ok && from.File == nil {
			out = append(out, fields(v)...)
		}
	}
	if v, ok := t.vmargs(); ok {
		out = append(out, fields(v)...)
	}
	return out
}

// vmargs returns what the launcher reads of the file that it is given: only there, and only on
// one physical line.
func (t *settling) vmargs() (v source.Text, ok bool) {
	f := t.choice.file
	if f == nil || t.c != nil && !t.choice.launcher {
		return v, false
	}
	for _, p := range f.asLaunched() {
		if p.Key.String() == "vmargs" {
			v, ok = p.Value, true
		}
	}
	return v, ok
}

func fields(t source.Text) (out []source.Text) {
	s := t.String()
	for _, m := range regexp.MustCompile(`\S+`).FindAllStringIndex(s, -1) {
		out = append(out, t.Cut(m[0], m[1]))
	}
	return out
}

// hostView makes the JVM overlook the limits of its container.
const hostView = "-XX:-UseContainerSupport"

// jvm works out the frontend's heap: -Xmx, else a share of the memory limit.
func (t *settling) jvm() {
	j := &model.JVM{Heap: model.Unknown[model.Bytes](model.Origin{Kind: model.Default, Key: "heap", On: t.on, Why: "a quarter of the node's memory, since there is no limit"})}
	share, why := 0.25, "a quarter of the memory limit, the JVM's default"
	for _, o := range t.optionTexts() {
		s := o.String()
		if v, ok := strings.CutPrefix(s, "-XX:MaxRAMPercentage="); ok {
			if f, err := strconv.ParseFloat(v, 64); err == nil {
				share, why = f/100, s
				w := written("MaxRAMPercentage", o)
				j.MaxRAMPercentage = &w
			}
		}
	}
	if t.s.Memory != nil && !slices.Contains(t.options(), hostView) {
		if limit, ok := t.s.Memory.Get(); ok {
			origin := model.Origin{Kind: model.Computed, Key: "JVM heap", On: t.s.Memory.Origin.Span, Why: why}
			j.Heap = model.Known(model.Bytes(float64(limit)*share), origin.Beat(t.s.Memory))
		}
	}
	for _, o := range t.optionTexts() {
		for _, key := range []string{"-Xmx", "-XX:MaxHeapSize="} {
			if v, ok := strings.CutPrefix(o.String(), key); ok {
				j.Heap = jvmSize(strings.TrimSuffix(key, "="), v, o).orUnknown()
			}
		}
		if v, ok := strings.CutPrefix(o.String(), "-XX:MaxDirectMemorySize="); ok {
			size := jvmSize("-XX:MaxDirectMemorySize", v, o).orUnknown()
			j.DirectMemory = &size
		}
	}
	t.s.JVM = j
}

type parsedSize struct {
	bytes  model.Bytes
	ok     bool
	origin model.Origin
}

func (p parsedSize) orUnknown() model.Value[model.Bytes] {
	if p.ok {
		return model.Known(p.bytes, p.origin)
	}
	return model.Unknown[model.Bytes](p.origin)
}

var jvmUnits = map[string]model.Bytes{"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}

func jvmSize(key, text string, at source.Text) parsedSize {
	p := parsedSize{origin: model.Origin{Key: key, Span: at.Span()}}
	number := strings.TrimRight(text, "kKmMgGtT")
	unit, known := jvmUnits[strings.ToLower(text[len(number):])]
	n, err := strconv.ParseInt(number, 10, 32)
	if long, e := strconv.ParseInt(number, 10, 64); err != nil && unit == 1 {
		n, err = long, e
	}
	p.bytes, p.ok = model.Bytes(n)*unit, known && err == nil
	return p
}

// tokens works out whether a request needs a token, and whether models can be registered at
// run time (facts: runtime.md A8).
func (t *settling) tokens() {
	const required = "token required" // the setting says the opposite: disable_token_authorization
	at := model.Origin{Kind: model.Default, Key: required, On: t.on, Why: "default, TorchServe " + t.r.String()}
	if t.c != nil {
		at.On = t.s.Start.Line.Origin.Span
	}
	api := at
	api.Key = "enable_model_api"
	if t.r.Before("0.11.1") {
		at.Why, api.Why = "TorchServe "+t.r.String()+" asks for no token", "TorchServe "+t.r.String()+" always offers it"
		t.s.TokenAuth, t.s.ModelAPI = model.Known(false, at), model.Known(true, api)
		return
	}
	t.s.ModelAPI = t.boolean("enable_model_api")
	off := t.boolean("disable_token_authorization")
	switch disabled, ok := off.Get(); {
	case t.c != nil && t.s.Start.Serve.Or(false) && t.s.Start.Stock.Or(false):
		at.Why = "the official entrypoint adds --disable-token-auth to serve"
		t.s.TokenAuth = model.Known(false, at)
	case !ok:
		t.s.TokenAuth = model.Unknown[bool](off.Origin)
	case off.Origin.Kind == model.Default:
		t.s.TokenAuth = model.Known(true, at)
	default:
		off.Origin.Key = required
		t.s.TokenAuth = model.Known(!disabled, off.Origin)
	}
	if t.c != nil {
		if _, known := t.s.Start.Line.Get(); !known {
			t.s.TokenAuth = model.Unknown[bool](at)
		}
		if _, known := t.s.Start.Stock.Get(); !known {
			t.s.TokenAuth = model.Unknown[bool](at)
		}
	}
}
