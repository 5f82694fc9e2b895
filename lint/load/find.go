package load

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A candidate is something to be read.
type candidate struct {
	name    string
	asked   bool // named on the command line
	dir     bool // a model directory
	inModel bool // lies in a model directory
	hidden  bool // nobody misses it: it lies where other tools keep theirs
}

// A finder collects what lies under the paths, each once.
//
// Directories are walked with those whose names begin with a dot, except .git, and without
// what .gitignore files exclude. A path that is named is looked at even if it is ignored.
type finder struct {
	fsys    fs.FS
	found   []candidate
	skipped []Skip
	at      map[string]int  // where in found a file is, by its real name
	walked  map[string]bool // directories, by their real names
	links   []link
	entries int
}

// find collects what the paths name. The order of the paths makes no difference.
func find(ctx context.Context, fsys fs.FS, paths []string) *finder {
	f := &finder{fsys: fsys, at: map[string]int{}, walked: map[string]bool{}}
	for _, p := range slices.Compact(slices.Sorted(slices.Values(paths))) {
		if ctx.Err() == nil {
			f.path(ctx, filepath.ToSlash(p))
		}
	}
	f.follow()
	return f
}

func (f *finder) skip(name, why string, asked bool) {
	f.skipped = append(f.skipped, Skip{name, why, asked})
}

// path adds what one argument names: a file, a directory, or what a glob matches.
func (f *finder) path(ctx context.Context, p string) {
	if p == "" {
		f.skip(`""`, "no path", true)
		return
	}
	name := path.Clean(p)
	info, err := fs.Stat(f.fsys, name)
	if err != nil && strings.ContainsAny(p, "*?[{") {
		f.glob(ctx, p)
		return
	}
	at, nameless := real(f.fsys, name)
	if nameless != nil {
		at = name // a pipe of the shell
	}
	switch {
	case err != nil:
		f.skip(p, reason(err), true)
	case info.IsDir():
		w := &walk{finder: f, root: at, ctx: ctx}
		w.dir(name, at, above(f.fsys, at), 0)
	case path.Base(name) == configName:
		f.skip(p, "configures tslint, it is no part of a deployment", true)
	default:
		f.add(at, candidate{name: name, asked: true})
	}
}

// glob adds what a pattern matches that the shell did not expand: files, and what lies in
// directories. Nothing below an ignored directory matches.
func (f *finder) glob(ctx context.Context, pattern string) {
	pattern = path.Clean(pattern)
	base, rest := doublestar.SplitPattern(pattern)
	if !doublestar.ValidatePattern(rest) {
		f.skip(pattern, "does not exist, and is no valid pattern", true)
		return
	}
	at, err := real(f.fsys, base)
	if err != nil {
		f.skip(pattern, "matches nothing", true)
		return
	}
	levels := strings.Count(rest, "/")
	if strings.Contains(rest, "**") {
		levels = maxLevels
	}
	w := &walk{finder: f, root: at, ctx: ctx, levels: levels}
	w.matches = func(name string) bool {
		ok, _ := doublestar.Match(rest, relative(base, name))
		return ok
	}
	w.dir(base, at, above(f.fsys, at), 0)
	if !w.matched {
		f.skip(pattern, "matches nothing", true)
	}
}

// add adds a file, unless it is there under another name.
func (f *finder) add(at string, c candidate) {
	if i, ok := f.at[at]; ok {
		f.found[i].asked = f.found[i].asked || c.asked
		return
	}
	f.at[at] = len(f.found)
	f.found = append(f.found, c)
}

// replace leaves out the file whose text comes from somewhere else.
func (f *finder) replace(name string) {
	at, err := real(f.fsys, name)
	if i, ok := f.at[at]; ok && err == nil {
		f.found = slices.Delete(f.found, i, i+1)
	}
}
