package link

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// A settling works out what one server runs with, for one release.
type settling struct {
	x      *index
	c      *container // nil: a file that is judged alone
	r      model.Release
	s      *model.Server
	choice choice
	on     source.Span // what a default holds on
	byEnv  bool        // enable_envvars_config=true
}

// settle fills in the settings of a server whose image, start and resources are there.
func (x *index) settle(s *model.Server, c *container, ch choice, r model.Release) {
	t := &settling{x: x, c: c, r: r, s: s, choice: ch}
	s.Config, s.Lacking = ch.config(r), ch.lacking
	t.on = t.holds()
	t.settings()
	t.models()
	t.listeners()
	t.jvm()
	t.tokens()
}

// holds returns what a default of the server holds on: the value of load_models, else of
// model_snapshot or models, else the first entry; without a file the command, else the image.
func (t *settling) holds() source.Span {
	if c := t.s.Config; c != nil && !c.Bundled {
		for _, key := range []string{"load_models", "model_snapshot", "models"} {
			if e := entry(c, key); e != nil {
				return e.Cite().Place()
			}
		}
		if len(c.Entries) > 0 {
			return c.Entries[0].Cite().Place()
		}
		if s := c.Text.Span(); s.File != nil {
			return source.Span{File: s.File, Start: s.Start, End: s.Start}
		}
	}
	if t.c != nil {
		return t.c.start.Line.Origin.Span
	}
	return t.s.Name.Origin.Place()
}

// entry returns the entry of a key that counts, or nil.
func entry(c *model.Config, key string) *model.Entry {
	if c == nil {
		return nil
	}
	for _, e := range c.Entries {
		if e.Key == key && e.Wins {
			return e
		}
	}
	return nil
}

// settings works out every key that the release reads: the environment, where the file
// allows it, beats flags, which beat the file, which beats the default.
func (t *settling) settings() {
	t.s.Settings = &model.Settings{
		Decided: map[string]*model.Value[string]{}, Defaults: torchserve.Defaults(t.r), On: t.on, Why: "default, TorchServe " + t.r.String(),
	}
	t.byEnv = torchserve.ReadBool(t.file("enable_envvars_config"))
	set := t.set()
	all := torchserve.Properties()
	for i := range all {
		p := &all[i]
		if (set[p.Key] || t.byEnv || t.choice.unseen != "") && p.In(t.r) {
			t.s.Settings.Decided[p.Key] = t.setting(*p)
		}
	}
}

// set returns the keys that the file or a flag speaks of.
func (t *settling) set() map[string]bool {
	keys := map[string]bool{}
	if t.s.Config != nil {
		for _, e := range t.s.Config.Entries {
			keys[e.Key] = true
		}
	}
	if t.c != nil {
		for _, f := range torchserve.Flags() {
			if t.s.Start.Flag(f.Name) != nil {
				keys[f.Sets] = true
			}
		}
	}
	return keys
}

// file returns what the file says of a key; empty where it says nothing.
func (t *settling) file(key string) string {
	if e := entry(t.s.Config, key); e != nil {
		return e.Raw.Or("")
	}
	return ""
}

func (t *settling) setting(p torchserve.Property) *model.Value[string] {
	chain := make([]model.Value[string], 0, 2) // mostly the file and the default
	if t.byEnv && p.Env != "" && (p.EnvSince == "" || t.r.AtLeast(p.EnvSince)) {
		chain = t.environment(chain, p)
	}
	if t.c != nil {
		chain = t.flag(chain, p)
	}
	if e := entry(t.s.Config, p.Key); e != nil {
		chain = append(chain, t.substituted(e))
	} else if t.choice.unseen != "" {
		o := model.Origin{Kind: model.Absent, Key: p.Key, On: t.on, Why: t.choice.unseen}
		chain = append(chain, model.Unknown[string](o))
	}
	if p.Default != "" {
		o := model.Origin{Kind: model.Default, Key: p.Key, On: t.on, Why: "default, TorchServe " + t.r.String()}
		chain = append(chain, model.Known(p.Default, o))
	}
	if len(chain) == 0 {
		return nil
	}
	v := chain[0]
	for _, l := range chain[1:] {
		v.Origin = v.Origin.Beat(l)
	}
	return &v
}

// environment adds the variable that sets a key. From 0.9.0 allowed_urls wants a switch of its own.
func (t *settling) environment(chain []model.Value[string], p torchserve.Property) []model.Value[string] {
	if p.Key == "allowed_urls" && t.r.AtLeast("0.9.0") && strings.ToLower(t.file("use_env_allowed_urls")) != "true" || p.Key == "async_logging" {
		return chain
	}
	for i := len(t.s.Env) - 1; i >= 0; i-- {
		if e := t.s.Env[i]; e.Name.Or("") == p.Env {
			v := e.Value
			v.Origin.Key = p.Env
			if v.Origin.Why == "" {
				v.Origin.Why = "because enable_envvars_config=true"
			}
			return append(chain, v)
		}
	}
	if t.s.EnvOpen.Or(false) {
		return append(chain, model.Unknown[string](model.Origin{Kind: model.Absent, Key: p.Env, On: t.on, Why: "variables come from what is not among the files"}))
	}
	return chain
}

// flag adds the flag that sets a key. Switches can only switch on.
func (t *settling) flag(chain []model.Value[string], p torchserve.Property) []model.Value[string] {
	for _, f := range torchserve.Flags() {
		if f.Sets != p.Key || !f.In(t.r) {
			continue
		}
		use := t.s.Start.Flag(f.Name)
		if use == nil {
			continue
		}
		if f.Words == 0 {
			chain = append(chain, model.Known("true", model.Origin{Key: f.Name, Span: use.As.Origin.Span}))
			continue
		}
		chain = append(chain, joined(f.Name, use))
	}
	return chain
}

// joined is the value that the words of a flag stand for: several models are separated by commas.
func joined(name string, use *model.Flag) model.Value[string] {
	var words []string
	o := model.Origin{Key: name, Span: use.As.Origin.Span}
	for i, w := range use.Values {
		text, ok := w.Get()
		if !ok {
			return model.Unknown[string](w.Origin)
		}
		words = append(words, text)
		if s := w.Origin.Span; i == 0 {
			o.Span = s
		} else if s.File == o.Span.File {
			o.Span.End = max(o.Span.End, s.End)
		}
	}
	return model.Known(strings.Join(words, ","), o)
}

// substituted fills in $$NAME$$ from the environment of the container, as the server does in
// every value; names have two characters at least.
func (t *settling) substituted(e *model.Entry) model.Value[string] {
	v := e.Raw
	raw, _ := v.Get()
	for from := 0; ; {
		lo := strings.Index(raw[from:], "$$")
		if lo < 0 {
			return v
		}
		lo += from
		hi := strings.IndexByte(raw[lo+2:], '$')
		if hi < 2 || !strings.HasPrefix(raw[lo+2+hi:], "$$") {
			from = lo + 2
			continue
		}
		name := raw[lo+2 : lo+2+hi]
		value, ok := t.variable(name)
		if !ok {
			o := v.Origin
			o.Why = fmt.Sprintf("the variable %s is not known", name)
			return model.Unknown[string](o)
		}
		raw = raw[:lo] + value + raw[lo+4+hi:]
		from = lo + len(value)
		o := v.Origin
		o.Why = "with the variable " + name
		v = model.Known(raw, o)
	}
}

func (t *settling) variable(name string) (string, bool) {
	for i := len(t.s.Env) - 1; i >= 0; i-- {
		if t.s.Env[i].Name.Or("") == name {
			return t.s.Env[i].Value.Get()
		}
	}
	return "", false
}

// integer reads a setting as the server reads an int; what does not parse is unknown, as the
// server then does not run with any value.
func (t *settling) integer(key string) model.Value[int] {
	v := t.s.Settings.Get(key)
	if v == nil {
		return model.Unknown[int](model.Origin{Kind: model.Absent, Key: key, On: t.on})
	}
	if raw, ok := v.Get(); ok {
		if n, err := torchserve.ReadInt(raw); err == nil {
			return model.Known(int(n), v.Origin)
		}
	}
	return model.Unknown[int](v.Origin)
}

func (t *settling) boolean(key string) model.Value[bool] {
	v := t.s.Settings.Get(key)
	if v == nil {
		return model.Known(false, model.Origin{Kind: model.Default, Key: key, On: t.on, Why: "TorchServe " + t.r.String() + " does not know it"})
	}
	if raw, ok := v.Get(); ok {
		return model.Known(torchserve.ReadBool(raw), v.Origin)
	}
	return model.Unknown[bool](v.Origin)
}

// as turns a count into a time.
func as(v model.Value[int], unit time.Duration) model.Value[time.Duration] {
	if n, ok := v.Get(); ok {
		return model.Known(time.Duration(n)*unit, v.Origin)
	}
	return model.Unknown[time.Duration](v.Origin)
}

// processors reads an int of a JVM option, -XX:ActiveProcessorCount=4.
func processors(options []string) (int, bool) {
	for _, o := range options {
		if v, ok := strings.CutPrefix(o, "-XX:ActiveProcessorCount="); ok {
			n, err := strconv.Atoi(v)
			return n, err == nil
		}
	}
	return 0, false
}
