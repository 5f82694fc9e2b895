// Package torchserve holds what each release of TorchServe reads and does, as tables. The
// facts come from its source at every tag from 0.1.0 to 0.12.0 and from measurements on the
// running server.
package torchserve

import (
	"slices"
	"sync"

	"github.com/torchserve-lint/tslint/lint/model"
)

// A Property is one key of config.properties.
type Property struct {
	Key       string
	Type      Type
	Default   string // as the file would spell it; empty: none, or Means says it
	Means     string // what the default stands for, where it is not a value of its own
	Unit      string // s, ms, min, bytes, port, workers, requests, ...; empty: none
	Since     string // first release that reads it
	Removed   string // first release that does not; empty: read to the end
	Env       string // variable that sets it with enable_envvars_config=true; empty: none does
	EnvSince  string // first release with that variable, where it is later than the key
	Min, Max  *int64 // bounds of what works; nil: none
	Malformed Effect // what happens when a number does not parse
	By        Reader
}

// A Type says how a value is read.
type Type string

// Types of values.
const (
	Int         Type = "int"           // Integer.parseInt: no blanks, 32 bits
	Long        Type = "long"          // Long.parseLong: no blanks, 64 bits
	Double      Type = "double"        // Double.valueOf: blanks are trimmed
	Bool        Type = "bool"          // Boolean.parseBoolean: true in any case, all else is false
	PythonBool  Type = "python bool"   // compared in Python: lower-case true only
	String      Type = "text"          // taken as it is
	Path        Type = "path"          // likewise
	Enum        Type = "word"          // one of a few
	AddressType Type = "address"       // http(s)://HOST[:PORT] or unix:/PATH
	Host        Type = "host"          // name or address without scheme and port
	JSON        Type = "JSON"          // Gson, lenient
	List        Type = "list"          // at commas, without trimming
	Regex       Type = "regex"         // java.util.regex
	RegexList   Type = "list of regex" // at commas, without trimming
)

// A Reader says which program reads a key.
type Reader int

// Readers of config.properties.
const (
	Server   Reader = iota // the Java frontend
	Launcher               // the Python launcher alone
	Both
)

// An Effect is what a value that does not parse does.
type Effect int

// Effects of bad values.
const (
	NoEffect    Effect = iota
	EndsStart          // the server exits at start
	EndsLoad           // it exits when a model is loaded at start, else registrations answer 403
	NoWorker           // no worker ever connects, requests hang, /ping stays 200
	FailsDelete        // DELETE /models answers 403
	UsesDefault        // one log line, the default holds
)

func (e Effect) String() string {
	return [...]string{
		NoEffect:    "it has no effect",
		EndsStart:   "the server exits at start",
		EndsLoad:    "the server exits when it loads a model at start, and registrations answer 403",
		NoWorker:    "no worker ever connects, and requests hang while /ping stays 200",
		FailsDelete: "DELETE /models answers 403",
		UsesDefault: "the default holds",
	}[e]
}

func bound(n int64) *int64 { return &n }

var properties = slices.Concat(listenerProperties, servingProperties)

// Properties returns every key of config.properties that any release reads. It is not to be
// changed.
func Properties() []Property { return properties }

// Defaults returns every key that a release reads with its default; empty: none.
func Defaults(r model.Release) map[string]string { return defaults()[r] }

var defaults = sync.OnceValue(func() map[model.Release]map[string]string {
	all := map[model.Release]map[string]string{}
	for _, r := range model.Releases() {
		all[r] = map[string]string{}
		for _, p := range properties {
			if p.In(r) {
				all[r][p.Key] = p.Default
			}
		}
	}
	return all
})

// Exists returns the key as any release reads it. Keys are compared exactly.
func Exists(key string) (Property, bool) {
	for i := range properties {
		if properties[i].Key == key {
			return properties[i], true
		}
	}
	return Property{}, false
}

// In reports whether a release reads the key.
func (p Property) In(r model.Release) bool {
	return r.AtLeast(p.Since) && (p.Removed == "" || r.Before(p.Removed))
}

// Lookup returns a key that a release reads.
func Lookup(key string, r model.Release) (Property, bool) {
	p, ok := Exists(key)
	return p, ok && p.In(r)
}

// ByEnv returns the key that a variable sets in a release with enable_envvars_config=true.
// allowed_urls wants use_env_allowed_urls=true too from 0.9.0 on.
func ByEnv(name string, r model.Release) (Property, bool) {
	for _, p := range Properties() {
		if p.Env == name && p.In(r) && (p.EnvSince == "" || r.AtLeast(p.EnvSince)) {
			return p, true
		}
	}
	return Property{}, false
}

// Boundaries returns the releases that differ from the one before in anything that is in
// these tables, oldest first, and the first of all.
func Boundaries() []model.Release {
	seen := map[string]bool{"0.1.0": true}
	for _, p := range Properties() {
		seen[p.Since] = true
		seen[p.Removed] = true
	}
	for _, k := range ModelKeys() {
		seen[k.Since] = true
	}
	for _, v := range behaviour {
		seen[v] = true
	}
	var out []model.Release
	for _, r := range model.Releases() {
		if seen[r.String()] {
			out = append(out, r)
		}
	}
	return out
}

// behaviour are the releases in which something changed that is no key: precedence of
// settings, paths that are served, what the image brings, flags.
var behaviour = []string{"0.3.0", "0.4.0", "0.4.1", "0.5.0", "0.5.3", "0.6.0", "0.6.1", "0.8.0", "0.8.1", "0.8.2", "0.9.0", "0.10.0", "0.11.0", "0.11.1", "0.12.0"}
