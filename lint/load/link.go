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
}

// follow adds the files that links lead to, where they are not there under their own names.
// Links to directories are not followed: what is in them is found where it is.
func (f *finder) follow() {
	for _, l := range f.links {
		at, err := real(f.fsys, l.name)
		if err != nil {
			if l.wanted {
				f.skip(l.name, broken(err), false)
			}
			continue
		}
		info, err := fs.Stat(f.fsys, l.name)
		if err != nil {
			continue // it went away since
		}
		f.target(l, at, info)
	}
}

func broken(err error) string {
	if why := reason(err); why != "does not exist" {
		return why
	}
	return "a link that leads nowhere"
}

func (f *finder) target(l link, at string, info fs.FileInfo) {
	inside := below(l.root, at)
	switch {
	case info.IsDir() && !inside:
		f.skip(l.name, "a link to a directory outside, which is not followed", false)
	case info.IsDir():
		if here, err := real(f.fsys, path.Dir(l.name)); err == nil && below(at, here) {
			f.skip(l.name, "a link to a directory that holds it, which is not followed", false)
		}
	case !l.wanted || !info.Mode().IsRegular():
	case !inside:
		f.skip(l.name, "a link to a file outside, which is not followed", false)
	default:
		f.add(at, candidate{name: l.name})
	}
}
