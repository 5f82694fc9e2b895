package load

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// configName is the file that configures tslint itself.
const configName = ".tslint.yaml"

// A walk goes through one directory and all in it.
type walk struct {
	*finder
	ctx     context.Context
	root    string                 // real name of the directory that it began in
	matches func(name string) bool // of a glob; nil: everything counts
	levels  int                    // how deep a glob can match
	matched bool
	inModel bool // it is in a model directory
}

// dir adds what lies in a directory, which has a name for users and a real one.
func (w *walk) dir(name, at string, ignored ignores, level int) {
	if w.ctx.Err() != nil || w.entries > maxEntries {
		return
	}
	switch {
	case w.matches == nil && w.walked[at], w.matches != nil && level > w.levels:
		return
	case w.matches == nil:
		w.walked[at] = true
	}
	if level > maxLevels {
		w.skip(name, "more than "+count(maxLevels)+" directories deep", false)
		return
	}
	entries, err := fs.ReadDir(w.fsys, name)
	if err != nil {
		w.skip(name, reason(err), level == 0)
		return
	}
	if w.entries += len(entries); w.entries > maxEntries {
		w.skip(name, "more than "+count(maxEntries)+" files and directories; the rest is left out", true)
		return
	}
	if level > 0 && has(entries, ".git") { // another repository: rules from outside do not hold in it
		ignored = nil
	}
	if has(entries, ".gitignore") {
		ignored = ignored.with(w.fsys, at)
	}
	around := w.inModel
	if has(entries, "MAR-INF") && w.matches == nil {
		w.model(name, at, level == 0)
	}
	for _, e := range entries {
		w.entry(path.Join(name, e.Name()), path.Join(at, e.Name()), e, ignored, level)
	}
	w.inModel = around
}

// has reports whether a directory, listed by name, has an entry.
func has(entries []fs.DirEntry, name string) bool {
	_, found := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return cmp.Compare(e.Name(), name) })
	return found
}

// model adds a directory that holds the manifest of a model.
func (w *walk) model(name, at string, asked bool) {
	if _, err := fs.Stat(w.fsys, path.Join(name, manifestName)); err == nil {
		w.inModel = true
		w.add(at, candidate{name: name, dir: true, asked: asked})
	}
}

// entry adds one thing in a directory.
func (w *walk) entry(name, at string, e fs.DirEntry, ignored ignores, level int) {
	if e.Name() == ".git" || e.Name() == configName || ignored.match(at, e.IsDir()) {
		return
	}
	if e.IsDir() && strings.HasPrefix(e.Name(), "..") {
		return // a version of a mounted ConfigMap: links with the names that matter lead to it
	}
	wanted := interesting(e.Name())
	if w.matches != nil {
		wanted = w.matches(name)
		w.matched = w.matched || wanted
	}
	switch {
	case e.IsDir() && w.matches != nil && wanted:
		all := &walk{finder: w.finder, ctx: w.ctx, root: w.root}
		all.dir(name, at, ignored, level+1)
	case e.IsDir():
		w.dir(name, at, ignored, level+1)
	case e.Type()&fs.ModeSymlink != 0:
		w.links = append(w.links, link{name: name, root: w.root, wanted: wanted, hidden: w.inModel || isHidden(relative(w.root, at))})
	case e.Type().IsRegular() && wanted:
		w.add(at, candidate{name: name, inModel: w.inModel, hidden: isHidden(relative(w.root, at))})
	}
}
