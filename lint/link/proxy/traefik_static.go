package proxy

import (
	"slices"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A staticSetting is one of Traefik's static configuration, by its name in lower case:
// entrypoints.web.address.
type staticSetting struct {
	name  string
	value source.Text
}

type traefikSettings []staticSetting

// Settings of an entry point.
var (
	traefikWrite = timing{name: "entryPoints.<name>.transport.respondingTimeouts.writeTimeout", kind: "write_deadline", reads: traefikTime, def: noLimit, zero: zeroNoLimit, invalid: breaks, beyond: breaks}
	traefikRead  = timing{name: "entryPoints.<name>.transport.respondingTimeouts.readTimeout", kind: "request_receive", reads: traefikTime, def: time.Minute, zero: zeroNoLimit, invalid: breaks, beyond: breaks}
	traefikAlive = timing{name: "entryPoints.<name>.transport.respondingTimeouts.idleTimeout", kind: "idle_keepalive", reads: traefikTime, def: 180 * time.Second, zero: zeroNoLimit, invalid: breaks, beyond: breaks}
	traefikGrace = timing{name: "entryPoints.<name>.transport.lifeCycle.graceTimeOut", kind: "drain", reads: traefikTime, def: 10 * time.Second, invalid: breaks, beyond: breaks}
)

// traefikStatic returns the static configuration: arguments, variables and files.
func (c *cluster) traefikStatic() traefikSettings {
	return memo(c, "static configuration of Traefik", c.readTraefikStatic)
}

func (c *cluster) readTraefikStatic() (all traefikSettings) {
	for _, n := range c.running([]string{"traefik"}) {
		all.add(n)
	}
	for _, o := range c.kinds["ConfigMap."] {
		for key, v := range o.At("data").Pairs() {
			if has("traefik.yml traefik.yaml", key) {
				all.read(v.Text())
			}
		}
	}
	for _, f := range c.Files {
		if f.Kind == load.TraefikConf {
			all.read(f.Text())
		}
	}
	return all
}

// add adds the settings in arguments and variables of a container.
func (s *traefikSettings) add(n container) {
	for _, w := range n.words() {
		if name, found := strings.CutPrefix(str(w), "--"); found {
			name, _, _ = strings.Cut(name, "=")
			*s = append(*s, staticSetting{strings.ToLower(name), w.Text().Cut(min(len(name)+3, len(str(w))), len(str(w)))})
		}
	}
	for _, v := range n.At("env").Items() {
		if name, found := strings.CutPrefix(str(v.At("name")), "TRAEFIK_"); found && isScalar(v.At("value")) {
			*s = append(*s, staticSetting{strings.ToLower(strings.ReplaceAll(name, "_", ".")), v.At("value").Text()})
		}
	}
}

// read adds the settings of a file.
func (s *traefikSettings) read(t source.Text) {
	docs, _ := syntax.YAML(t)
	for _, n := range docs {
		s.flatten("", n)
	}
}

func (s *traefikSettings) flatten(prefix string, n syntax.Node) {
	for key, v := range n.Pairs() {
		name := prefix + strings.ToLower(key)
		if isScalar(v) {
			*s = append(*s, staticSetting{name, v.Text()})
		}
		s.flatten(name+".", v)
	}
}

// word returns what is written for a setting.
func (s traefikSettings) word(name string, set *timing) word[time.Duration] {
	for _, e := range s {
		if e.name == name {
			return word[time.Duration]{set: set, text: e.value}
		}
	}
	return word[time.Duration]{}
}

// has reports whether a setting, or one below it, is written.
func (s traefikSettings) has(name string) bool {
	return slices.ContainsFunc(s, func(e staticSetting) bool {
		return e.name == name && e.value.String() != "false" || strings.HasPrefix(e.name, name+".")
	})
}

// traefikStaticTimers adds the timers of the entry points: of those given, else of all.
func (b *builder) traefikStaticTimers(static traefikSettings, entryPoints []string) {
	for _, set := range []*timing{&traefikWrite, &traefikRead, &traefikAlive, &traefikGrace} {
		head, tail, _ := strings.Cut(strings.ToLower(set.name), "<name>")
		added := false
		for _, e := range static {
			name, ours := strings.CutPrefix(e.name, head)
			name, below := strings.CutSuffix(name, tail)
			if !ours || !below || !chosen(entryPoints, name) {
				continue
			}
			own := *set
			own.name = strings.Replace(set.name, "<name>", name, 1)
			b.timer(&own, word[time.Duration]{set: &own, text: e.value})
			added = true
		}
		if !added {
			b.timer(set)
		}
	}
}

// chosen reports whether a router listens at an entry point; without a choice it does at all.
func chosen(entryPoints []string, name string) bool {
	names := strings.TrimSpace(strings.Join(entryPoints, ""))
	return names == "" || slices.ContainsFunc(entryPoints, func(e string) bool { return strings.EqualFold(strings.TrimSpace(e), name) })
}
