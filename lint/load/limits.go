package load

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"
	"syscall"
)

// What is read at the most. Everything that passes a bound is said.
const (
	maxText    = 10 << 20  // bytes of a text file
	maxStream  = 256 << 20 // bytes of a YAML stream of several documents, which are read one by one
	maxMember  = 10 << 20  // bytes of a member of an archive that is read
	maxMembers = 10_000    // of one archive
	maxEntries = 1_000_000 // files and directories of one walk
	maxLevels  = 100       // directories below one another
)

// readText reads a text file within the bounds, or says why it is not looked at.
func readText(fsys fs.FS, name string) (data, why string) {
	f, err := fsys.Open(name)
	if err != nil {
		return "", reason(err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return "", reason(err)
	case info.IsDir() || !info.Mode().IsRegular():
		return "", "no regular file"
	case info.Size() > maxStream:
		return "", "larger than 256 MiB"
	}
	if info.Size() > maxText {
		head := make([]byte, 1<<20)
		n, _ := io.ReadFull(f, head)
		if !bytes.Contains(head[:n], []byte("\n---")) {
			return "", "larger than 10 MiB"
		}
		rest, err := io.ReadAll(io.LimitReader(f, maxStream))
		if err != nil {
			return "", reason(err)
		}
		return acceptable(string(head[:n])+string(rest), info.Size())
	}
	b, err := readAll(f, int(info.Size()))
	if err != nil {
		return "", reason(err)
	}
	return acceptable(b, int64(len(b)))
}

// readAll reads a file of about a size, which may have changed since it was asked.
func readAll(f io.Reader, size int) (string, error) {
	var b strings.Builder
	b.Grow(size)
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	for b.Len() <= maxText {
		n, err := f.Read(*buf)
		b.Write((*buf)[:n])
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

var buffers = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

// acceptable tells text from what is none.
func acceptable(data string, size int64) (text, why string) {
	switch {
	case size > maxText && !strings.Contains(data, "\n---"):
		return "", "larger than 10 MiB"
	case strings.IndexByte(data, 0) >= 0:
		return "", "not text"
	}
	return data, ""
}

// reason says in short why something could not be read.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "cannot be read: permission denied"
	case errors.Is(err, syscall.ELOOP):
		return "a link that leads to itself"
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return "cannot be read: " + err.Error()
}
