package load

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A candidate is something to be read.
type candidate struct {
	name  string
	asked bool // named on the command line
	dir   bool // a model directory
}

// A finder collects what lies under the paths, each once.
type finder struct {
	fsys    fs.FS
	found   []candidate
	skipped []Skip
	seen    map[string]bool
	entries int
}

func (f *finder) skip(name, why string, asked bool) {
	f.skipped = append(f.skipped, Skip{name, why, asked})
}

// path adds what one argument names: a file, a directory, or what a glob matches.
func (f *finder) path(ctx context.Context, p string) {
	name := path.Clean(strings.TrimPrefix(p, "./"))
	info, err := fs.Stat(f.fsys, name)
	switch {
	case err == nil && info.IsDir():
		f.walk(ctx, name, f.parents(name), 0)
	case err == nil:
		f.add(candidate{name: name, asked: true})
	case strings.ContainsAny(p, "*?[{"):
		f.glob(ctx, p, name)
	default:
		f.skip(p, reason(err), true)
	}
}

func (f *finder) glob(ctx context.Context, p, pattern string) {
	names, err := doublestar.Glob(f.fsys, pattern)
	switch {
	case err != nil:
		f.skip(p, "no pattern: "+err.Error(), true)
	case len(names) == 0:
		f.skip(p, "matches nothing", true)
	}
	slices.Sort(names)
	for _, name := range names {
		if info, err := fs.Stat(f.fsys, name); err == nil && info.IsDir() {
			f.walk(ctx, name, f.parents(name), 0)
		} else {
			f.add(candidate{name: name})
		}
	}
}

func (f *finder) add(c candidate) {
	if !f.seen[c.name] {
		f.seen[c.name] = true
		f.found = append(f.found, c)
	}
}

// walk adds what lies in a directory. Links to directories are not followed: what they lead
// to is found where it is.
func (f *finder) walk(ctx context.Context, dir string, ignored ignores, level int) {
	if ctx.Err() != nil || f.seen[dir+"/"] {
		return
	}
	f.seen[dir+"/"] = true
	if level > maxLevels {
		f.skip(dir, "more than 100 directories deep", false)
		return
	}
	entries, err := fs.ReadDir(f.fsys, dir)
	if err != nil {
		f.skip(dir, reason(err), level == 0)
		return
	}
	if f.entries += len(entries); f.entries > maxEntries {
		f.skip(dir, "more than 1000000 files and directories", true)
		return
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "MAR-INF" && e.IsDir() }) {
		f.add(candidate{name: dir, dir: true})
		return
	}
	ignored = ignored.with(f.fsys, dir, entries)
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.Name() == ".git" || ignored.match(name, e.IsDir()):
		case e.IsDir():
			f.walk(ctx, name, ignored, level+1)
		case e.Type()&fs.ModeSymlink != 0:
			f.link(name)
		case e.Type().IsRegular() && interesting(e.Name()):
			f.add(candidate{name: name})
		}
	}
}

// link adds a file that a link leads to.
func (f *finder) link(name string) {
	info, err := fs.Stat(f.fsys, name)
	switch {
	case err != nil:
		if interesting(path.Base(name)) {
			f.skip(name, "a link that leads nowhere", false)
		}
	case info.IsDir():
		f.skip(name, "a link to a directory, which is not followed", false)
	case interesting(path.Base(name)):
		f.add(candidate{name: name})
	}
}

// parents returns the ignore files above a directory, as git reads them up to the root of its
// repository.
func (f *finder) parents(dir string) ignores {
	var above []string
	for at := dir; at != "." && at != "/" && !strings.HasPrefix(at, ".."); {
		if _, err := fs.Stat(f.fsys, path.Join(at, ".git")); err == nil {
			break
		}
		at = path.Dir(at)
		above = append(above, at)
	}
	var out ignores
	for _, at := range slices.Backward(above) {
		if entries, err := fs.ReadDir(f.fsys, at); err == nil {
			out = out.with(f.fsys, at, entries)
		}
	}
	return out
}
