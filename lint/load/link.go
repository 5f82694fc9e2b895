package load

import (
	"io/fs"
	"path"
)

// A link was met while walking.
type link struct {
	name   string
	root   string // real name of the directory that is walked
	wanted bool   // by its name it is worth a look
	hidden bool   // nobody misses it: other tools have it, or an archive tells of it
}

// follow adds the files that links lead to, where they are not there under their own names.
// Links to directories are not followed: what is in them is found where it is.
func (f *finder) follow() {
	for _, l := range f.links {
		at, err := real(f.fsys, l.name)
		if err != nil && l.wanted {
			l.skip(f, broken(err))
		}
		if err != nil {
			continue
		}
		if info, err := fs.Stat(f.fsys, l.name); err == nil { // else it went away since
			f.target(l, at, info)
		}
	}
}

func broken(err error) string {
	if why := reason(err); why != "does not exist" {
		return why
	}
	return "a link that leads nowhere"
}

func (l link) skip(f *finder, why string) {
	if !l.hidden {
		f.skip(l.name, why, false)
	}
}

// target adds what a link leads to, or says why not.
func (f *finder) target(l link, at string, info fs.FileInfo) {
	inside := below(l.root, at)
	switch {
	case info.IsDir() && !inside:
		l.skip(f, "a link to a directory outside, which is not followed")
	case info.IsDir():
		if here, err := real(f.fsys, path.Dir(l.name)); err == nil && below(at, here) {
			l.skip(f, "a link to a directory that holds it, which is not followed")
		}
	case !l.wanted || !info.Mode().IsRegular():
	case !inside:
		l.skip(f, "a link to a file outside, which is not followed")
	default:
		f.add(at, candidate{name: l.name, hidden: l.hidden})
	}
}
