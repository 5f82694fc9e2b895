package torchserve

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// A Flag is one flag of the torchserve command.
type Flag struct {
	Name    string // long name
	Aliases []string
	Since   string
	Words   int    // that it takes: 0, 1, or -1 for one and more
	Sets    string // the property that it stands for; empty: none
}

var flags = []Flag{
	{Name: "--help", Aliases: []string{"-h"}, Since: "0.1.0"},
	{Name: "--version", Aliases: []string{"-v"}, Since: "0.1.0"},
	{Name: "--start", Since: "0.1.0"},
	{Name: "--stop", Since: "0.1.0"},
	{Name: "--ts-config", Since: "0.1.0", Words: 1},
	{Name: "--model-store", Since: "0.1.0", Words: 1, Sets: "model_store"},
	{Name: "--models", Since: "0.1.0", Words: -1, Sets: "load_models"},
	{Name: "--log-config", Since: "0.1.0", Words: 1},
	{Name: "--foreground", Since: "0.1.0"},
	{Name: "--no-config-snapshots", Aliases: []string{"--ncs"}, Since: "0.1.0"},
	{Name: "--workflow-store", Since: "0.4.0", Words: 1, Sets: "workflow_store"},
	{Name: "--plugins-path", Aliases: []string{"--ppath"}, Since: "0.4.0", Words: 1},
	{Name: "--cpp-log-config", Since: "0.10.0", Words: 1, Sets: "cpp_log_config"},
	{Name: "--disable-token-auth", Aliases: []string{"--dt"}, Since: "0.11.1", Sets: "disable_token_authorization"},
	{Name: "--enable-model-api", Since: "0.11.1", Sets: "enable_model_api"},
}

// Flags returns the flags of all releases.
func Flags() []Flag { return flags }

// In reports whether a release knows the flag.
func (f Flag) In(r model.Release) bool { return r.AtLeast(f.Since) }

// LookupFlag reads a word as the argument parser of a release does: exact names, and beginnings
// that only one flag has. The word is without =value. Ambiguous beginnings are not ok and name
// the flags that they may mean.
func LookupFlag(word string, r model.Release) (f Flag, ok bool, ambiguous []string) {
	var found []Flag
	for _, f := range flags {
		if !f.In(r) {
			continue
		}
		for _, name := range append([]string{f.Name}, f.Aliases...) {
			if name == word {
				return f, true, nil
			}
			if strings.HasPrefix(word, "--") && strings.HasPrefix(name, word) {
				found = append(found, f)
				ambiguous = append(ambiguous, name)
			}
		}
	}
	if len(found) == 1 {
		return found[0], true, nil
	}
	return Flag{}, false, ambiguous
}

// KnownFlag returns the flag that a word names in any release, exactly.
func KnownFlag(word string) (Flag, bool) {
	f, ok, _ := LookupFlag(word, model.Latest())
	return f, ok
}
