package load

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"io/fs"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/torchserve-lint/tslint/lint/source"
)

const (
	stdinName     = "<stdin>"
	notRecognised = "not recognised"
	notText       = "not text"
)

// add adds what came of one candidate.
func (in *Inputs) add(f *File, s *Skip) {
	if f != nil {
		in.Files = append(in.Files, f)
	}
	if s != nil {
		in.Skipped = append(in.Skipped, *s)
	}
}

// read reads what was found, several files at a time, into slots.
func (in *Inputs) read(ctx context.Context, o Options, found []candidate) {
	files := make([]*File, len(found))
	skips := make([]*Skip, len(found))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(len(found), 2*runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(found)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				if data, ok := o.Changed[found[i].name]; ok {
					files[i], skips[i] = found[i].file(data)
					continue
				}
				files[i], skips[i] = one(ctx, o.FS, found[i])
			}
		})
	}
	wg.Wait()
	for i := range found {
		in.add(files[i], skips[i])
	}
}

// one reads one file and says what it is. What is of no kind is skipped, and said to be where
// it was asked for or looks as if it were meant.
func one(ctx context.Context, fsys fs.FS, c candidate) (*File, *Skip) {
	if c.dir {
		return archived(c, openDir(ctx, fsys, c.name))
	}
	f, err := fsys.Open(c.name)
	if err != nil {
		return nil, c.unread(reason(err))
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, c.unread(reason(err))
	case info.IsDir():
		return nil, c.unread("a directory now")
	case isArchive(c.name):
		return archived(c, openArchive(ctx, f, c.name, info.Size()))
	}
	data, why := text(f, info)
	if why != "" {
		return nil, c.unread(why)
	}
	return c.file(data)
}

// skip says why a file that was read is not looked at, where somebody could miss it.
func (c candidate) skip(why string) *Skip { return c.told(why, meant(c.name)) }

// unread says why a file was not read: nobody knows what it is.
func (c candidate) unread(why string) *Skip { return c.told(why, interesting(path.Base(c.name))) }

func (c candidate) told(why string, missed bool) *Skip {
	if !c.asked && (c.hidden || !missed) {
		return nil
	}
	return &Skip{c.name, why, c.asked}
}

// file returns what was read as an input, if it is one.
func (c candidate) file(data string) (*File, *Skip) {
	kind := Classify(c.name, data)
	switch {
	case kind == Unknown && data == "":
		return nil, c.skip("empty")
	case kind == Unknown:
		return nil, c.skip(notRecognised)
	case c.inModel && (kind == ModelConfig || kind == Requirements): // the archive tells of them
		return nil, nil
	}
	return &File{File: source.NewFile(c.name, data), Kind: kind, Asked: c.asked}, nil
}

// archived returns an archive as an input; that it cannot be looked into is said too. What
// is called neither .mar nor lies open is one only if it has a manifest.
func archived(c candidate, a *Archive) (*File, *Skip) {
	certain := c.dir || hasSuffix(c.name, ".mar")
	var skip *Skip
	switch {
	case a.Fault != "" && (certain || !hasSuffix(c.name, ".model")):
		skip = &Skip{c.name, a.Fault, c.asked}
	case a.Manifest == nil && !certain:
		skip = c.skip("holds no " + manifestName)
	}
	if a.Manifest == nil && !certain {
		return nil, skip
	}
	f := &File{File: source.NewFile(c.name, ""), Kind: MAR, Archive: a, Asked: c.asked}
	f.ReadOnly = true
	return f, skip
}

// text reads an opened file within the bounds, or says why it is not looked at.
func text(f fs.File, info fs.FileInfo) (data, why string) {
	if !info.Mode().IsRegular() {
		return piped(f)
	}
	switch {
	case info.Size() > maxStream:
		return "", largerThan(maxStream)
	case info.Size() > maxText:
		return stream(f)
	}
	b, err := readAll(f, info.Size(), maxText)
	return checked(b, err, maxText)
}

// readText reads a file of a name.
func readText(fsys fs.FS, name string) (data, why string) {
	f, err := fsys.Open(name)
	if err != nil {
		return "", reason(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", reason(err)
	}
	return text(f, info)
}

// stream reads a large file if it begins as a stream of several manifests.
func stream(f io.Reader) (data, why string) {
	head := make([]byte, maxPeek)
	n, err := io.ReadFull(f, head)
	if err != nil {
		return "", reason(err)
	}
	if !isStream(string(head[:n])) {
		return "", largerThan(maxText)
	}
	b, err := readAll(io.MultiReader(bytes.NewReader(head[:n]), f), maxStream/8, maxStream)
	return checked(b, err, maxStream)
}

// piped reads what has no size until it ends.
func piped(r io.Reader) (data, why string) {
	b, err := readAll(r, 0, maxStream)
	if len(b) > maxText && !isStream(b[:min(len(b), maxPeek)]) {
		return checked(b, err, maxText)
	}
	return checked(b, err, maxStream)
}

func isStream(head string) bool { return strings.Contains(head, "\n---") && isManifest(head) }

// readAll reads at most one byte more than a bound of what is expected to have a size.
func readAll(r io.Reader, size, bound int64) (string, error) {
	var b strings.Builder
	b.Grow(int(size))
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	// The writer is hidden so that the buffer is used and not one that the copy makes.
	_, err := io.CopyBuffer(struct{ io.Writer }{&b}, io.LimitReader(r, bound+1), *buf)
	return b.String(), err
}

var buffers = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

// checked refuses what could not be read, is too much, or is no text.
func checked(data string, err error, bound int64) (text, why string) {
	switch {
	case err != nil:
		return "", reason(err)
	case int64(len(data)) > bound:
		return "", largerThan(bound)
	case !isText(data):
		return "", notText
	}
	return data, ""
}

// isText tells text in any encoding that keeps ASCII from what is none: texts have no NUL
// and hardly a control character.
func isText(data string) bool {
	if strings.IndexByte(data, 0) >= 0 {
		return false
	}
	head := data[:min(len(data), 8<<10)]
	controls := 0
	for i := range len(head) {
		if c := head[i]; c < ' ' && (c < '\t' || c > '\r') || c == 0x7f {
			controls++
		}
	}
	return controls*20 <= len(head)
}

// fromStdin reads standard input.
func fromStdin(o Options) (*File, *Skip) {
	c := candidate{name: cmp.Or(o.StdinName, stdinName), asked: true}
	if o.Stdin == nil {
		return nil, c.skip("there is no standard input")
	}
	data, why := piped(o.Stdin)
	if why != "" {
		return nil, c.skip(why)
	}
	f, skip := c.file(data)
	if f != nil {
		f.ReadOnly = true
	}
	return f, skip
}
