package models

import (
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ModelStoreMissing is documented, with examples that run as tests, in model-store-missing.md.
var ModelStoreMissing = &lint.Rule{
	Meta: lint.Meta{
		ID:       "model-store-missing",
		Title:    "The launcher finds no model store",
		Severity: lint.Error,
		Needs:    []string{"config", "manifest"},
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			switch {
			case s.Workload == nil && own(s) != nil:
				if why, e := javaOnly(s.Config); e != nil {
					p.Report(e.KeyAt, "no model store unless --model-store names one: %s; the launcher exits with status 1", why).
						Weaken(lint.Warning).
						Advise("write model_store=PATH, on one line")
				}
			case s.Workload != nil && launches(s) && !s.Wrapper.Or(true):
				modelStoreMissing(p, s, r)
			}
		})
	},
}

func modelStoreMissing(p *lint.Pass, s *model.Server, r model.Release) {
	if f := s.Start.Flag("--model-store"); f != nil {
		if len(f.Values) > 0 {
			noFolder(p, s, f.Values[0])
		}
		return
	}
	const help = "pass --model-store, or --ts-config with a file that sets model_store"
	c := s.Config
	switch {
	case c == nil && unnamed(s, r), c != nil && !c.Launcher.Or(true) && unnamed(s, r):
		p.Report(s.Start.Line, "no model store: there is no --model-store, and the launcher is given no config file; it exits with status 1").
			Advise(help)
	case c == nil || c.Bundled || !c.Launcher.Or(false):
	default:
		why, e := javaOnly(c)
		store := launched(c)
		switch {
		case e != nil:
			p.Report(e.KeyAt, "no model store: %s; the launcher exits with status 1", why).
				Advise("write model_store=PATH, on one line")
		case store == nil:
			p.Report(s.Start.Line, "no model store: there is no --model-store, and %s does not set model_store; the launcher exits with status 1", c.Name).
				Advise(help)
		default:
			noFolder(p, s, store.Raw)
		}
	}
}

// unnamed reports whether neither --ts-config nor TS_CONFIG_FILE, which the launcher reads from
// 0.5.0 on, names a file.
func unnamed(s *model.Server, r model.Release) bool {
	open, ok := s.EnvOpen.Get()
	return ok && !open && !s.Start.Serve.Or(true) && s.Start.Flag("--ts-config") == nil && (r.Before("0.5.0") || !has(s, "TS_CONFIG_FILE"))
}

func has(s *model.Server, variable string) bool {
	return slices.ContainsFunc(s.Env, func(e *model.EnvVar) bool { return e.Name.Or("") == variable })
}

func launched(c *model.Config) *model.Entry {
	for _, e := range c.Launched {
		if e.Key == "model_store" {
			return e
		}
	}
	return nil
}

// javaOnly returns the entry of model_store where the server reads it and the launcher does not.
func javaOnly(c *model.Config) (why string, e *model.Entry) {
	for _, e := range c.Entries {
		switch {
		case e.Key == "\u00ef\u00bb\u00bfmodel_store":
			return "a byte order mark stands before model_store, which then is another key", e
		case e.Key != "model_store" || !e.Wins:
		case e.Separator != "=":
			return "the launcher parts key and value at = only", e
		case e.Lines > 1:
			return "the launcher reads one line, and the value of model_store is continued", e
		case strings.Contains(e.Raw.Or(""), "$$"):
			return "the launcher does not fill variables in", e
		}
	}
	return "", nil
}

// noFolder reports a store that the official image has no folder for, where nothing is mounted
// and no script could make it.
func noFolder(p *lint.Pass, s *model.Server, v model.Value[string]) {
	dir, ok := v.Get()
	line := s.Start.Line.Or(";")
	if !ok || s.Image == nil || !s.Image.Official || !path.IsAbs(dir) || strings.ContainsAny(line, ";&|\n") {
		return
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); first != "" && first != "serve" && path.Base(first) != "torchserve" {
		return
	}
	dir = path.Clean(dir)
	top, _, _ := strings.Cut(dir[1:], "/")
	if top == "" || strings.Contains(" usr etc var tmp opt proc sys dev root lib bin sbin run boot srv media mnt ", " "+top+" ") {
		return // not all that is there is known
	}
	brought := []string{"/home", torchserve.Home, torchserve.ImageStore, torchserve.ImageTemp, torchserve.Home + "/wf-store"}
	if slices.Contains(brought, dir) {
		return
	}
	for _, m := range s.Mounts {
		at, ok := m.Path.Get()
		if !ok || under(dir, at) || under(at, dir) {
			return
		}
	}
	p.Report(v, "no model store: the image has no folder %s, and nothing is mounted there; the launcher exits with status 1", dir).
		Advise("mount the store there, or name the folder that holds the archives")
}

func under(name, dir string) bool {
	dir = path.Clean(dir)
	return name == dir || strings.HasPrefix(path.Clean(name), strings.TrimSuffix(dir, "/")+"/")
}
