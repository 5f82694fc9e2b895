package load

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// OS returns the files of the operating system, seen from the working directory. Unlike
// os.DirFS it takes absolute names and those with .., as people write them on a command line;
// names use slashes everywhere.
func OS() fs.FS { return osFS{} }

type osFS struct{}

// Open opens a file.
func (osFS) Open(name string) (fs.File, error) { return os.Open(filepath.FromSlash(name)) }

// ReadDir lists a directory by name.
func (osFS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(filepath.FromSlash(name)) }

// Stat follows symbolic links.
func (osFS) Stat(name string) (fs.FileInfo, error) { return os.Stat(filepath.FromSlash(name)) }

// real returns the one name of what several names and links lead to: absolute for files of
// the operating system, as it is for others, which have no links.
func real(fsys fs.FS, name string) (string, error) {
	if _, ok := fsys.(osFS); !ok {
		return path.Clean(name), nil
	}
	abs, err := filepath.Abs(filepath.FromSlash(name))
	if err != nil {
		return "", err
	}
	abs, err = filepath.EvalSymlinks(abs)
	return filepath.ToSlash(abs), err
}

// below reports whether a real name is that of a directory or of something in it.
func below(dir, name string) bool {
	return dir == "." || dir == "/" || name == dir || len(name) > len(dir) && name[len(dir)] == '/' && name[:len(dir)] == dir
}
