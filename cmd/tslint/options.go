package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
)

// Options are the flags that say what to look at and how to judge it.
type options struct {
	stdinName             string
	allowEmpty            bool
	profile               string
	only, enable, disable []string
	release               string
	failOn                string
	config                string
	timeout               time.Duration
	color                 string
	quiet, verbose        bool
	formats               []string
}

// input declares the flags that every command has that reads a deployment.
func (o *options) input(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.stdinName, "stdin-filename", "", "`NAME` of what is read from standard input")
	f.BoolVar(&o.allowEmpty, "allow-empty", false, "nothing to lint is fine")
	f.StringVar(&o.release, "torchserve-version", "", "judge by this release, whatever images and pins say; `V`")
	f.StringVar(&o.config, "config", "", "use this `FILE`, not the nearest .tslint.yaml")
	f.DurationVar(&o.timeout, "timeout", 0, "give up after a while, such as 30s; `TIME`")
	f.StringVar(&o.color, "color", "auto", "colour: auto (default), always, never; `WHEN`")
}

// selection declares the flags that say which rules run.
func (o *options) selection(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.profile, "profile", "", "rules to run: recommended (default), strict; `NAME`")
	f.StringSliceVar(&o.only, "only", nil, "run this `RULE` or family alone; repeatable")
	f.StringSliceVar(&o.enable, "enable", nil, "run this `RULE` or family too; repeatable")
	f.StringSliceVar(&o.disable, "disable", nil, "do not run this `RULE` or family; repeatable")
}

// configure returns the configuration that holds for the paths, with what flags say over it.
func (o *options) configure(fsys fs.FS, paths []string, rules []*lint.Rule) (*lint.Config, error) {
	if o.timeout < 0 {
		return nil, misuse("give a time such as 30s", "--timeout %s is over before it begins", o.timeout)
	}
	c, err := o.read(fsys, paths, rules)
	if err != nil {
		return nil, err
	}
	if o.release != "" {
		r, ok := model.ParseRelease(o.release)
		if !ok {
			return nil, misuse("releases: "+releases(), "there is no TorchServe %s", o.release)
		}
		v := model.Known(r, model.Origin{Key: "TorchServe", Why: "from --torchserve-version"})
		c.Release = &v
	}
	if o.failOn != "" {
		if c.FailOn, err = failOn(o.failOn); err != nil {
			return nil, err
		}
	}
	if o.profile != "" {
		p, ok := lint.ParseProfile(o.profile)
		if !ok {
			return nil, misuse("profiles: recommended, strict", "there is no profile %s", o.profile)
		}
		c.Profile = p
	}
	if err := o.selected(rules); err != nil {
		return nil, err
	}
	c.Only, c.Enable, c.Disable = o.only, o.enable, o.disable
	return c, nil
}

// selected refuses names that flags give to no rule.
func (o *options) selected(rules []*lint.Rule) error {
	for _, given := range []struct {
		flag  string
		names []string
	}{{"only", o.only}, {"enable", o.enable}, {"disable", o.disable}} {
		if given.names != nil && len(given.names) == 0 { // a variable of the shell that is empty
			return misuse("tslint rules lists them", "--%s names no rule", given.flag)
		}
	}
	names := lint.Names(rules)
	for _, name := range slices.Concat(o.only, o.enable, o.disable) {
		if !slices.Contains(names, name) {
			hint := "tslint rules lists them"
			if near := lint.Nearest(name, names); near != "" {
				hint = "did you mean " + near + "?"
			}
			return misuse(hint, "there is no rule or family %s", name)
		}
	}
	return nil
}

// failOn reads the level from which on findings fail a run.
func failOn(name string) (lint.Severity, error) {
	if name == lint.Never.String() {
		return lint.Never, nil
	}
	s, ok := lint.ParseSeverity(name)
	if !ok {
		return s, misuse("levels: error, warning, info, never", "--fail-on %s is no level", name)
	}
	return s, nil
}

func releases() string {
	var out []string
	for _, r := range model.Releases() {
		out = append(out, r.String())
	}
	return strings.Join(out, " ")
}

// read reads the configuration file that holds for the paths, if there is one.
func (o *options) read(fsys fs.FS, paths []string, rules []*lint.Rule) (*lint.Config, error) {
	name := o.config
	if name == "" {
		home, err := os.Getwd()
		if err != nil {
			return nil, &exit{code: unchecked, err: err}
		}
		found, err := lint.FindConfig(load.OS(), filepath.ToSlash(home), absolute(home, paths)...)
		if err != nil {
			return nil, &exit{code: usage, err: err}
		}
		if found == "" {
			return lint.NewConfig(), nil
		}
		name = found
		if rel, err := filepath.Rel(home, found); err == nil {
			name = filepath.ToSlash(rel)
		}
	}
	c, err := lint.LoadConfig(fsys, name, rules)
	if errors.As(err, new(lint.ConfigError)) {
		return nil, &exit{code: usage, err: fmt.Errorf("the configuration does not hold:\n%w", err)}
	}
	if err != nil {
		return nil, &exit{code: usage, err: fmt.Errorf("the configuration cannot be read: %w", err)}
	}
	return c, nil
}

// absolute returns the paths as FindConfig takes them; standard input is where tslint runs.
func absolute(home string, paths []string) (out []string) {
	for _, p := range paths {
		switch {
		case p == "-" || strings.ContainsAny(p, "*?[{"):
			p = home
		case !filepath.IsAbs(p):
			p = filepath.Join(home, p)
		}
		out = append(out, filepath.ToSlash(p))
	}
	if len(out) == 0 {
		out = append(out, filepath.ToSlash(home))
	}
	return out
}
