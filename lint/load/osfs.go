package load

import (
	"io/fs"
	"os"
	"path/filepath"
)

// OS returns the files of the operating system, seen from the working directory. Unlike
// os.DirFS it takes absolute names and those with .., as people write them on a command line.
func OS() fs.FS { return osFS{} }

type osFS struct{}

// Open opens a file.
func (osFS) Open(name string) (fs.File, error) { return os.Open(filepath.FromSlash(name)) }

// ReadDir lists a directory by name.
func (osFS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(filepath.FromSlash(name)) }

// Stat follows symbolic links.
func (osFS) Stat(name string) (fs.FileInfo, error) { return os.Stat(filepath.FromSlash(name)) }
