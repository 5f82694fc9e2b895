package load

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// zip lists the members of a zip; they are read when asked for.
func (p *packed) zip(f fs.File, size int64) error {
	at, ok := f.(io.ReaderAt)
	if !ok {
		return errors.New("cannot be read in any order")
	}
	r := &boundedAt{at, maxIndex}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return damaged("zip", err)
	}
	r.left = 1 << 62 // members are bounded one by one
	files := map[string]*zip.File{}
	var total uint64
	for _, m := range z.File {
		if m.FileInfo().IsDir() {
			continue
		}
		if m.Flags&1 != 0 {
			return fmt.Errorf("%s is encrypted", m.Name)
		}
		if total += min(m.UncompressedSize64, 2*maxUnpacked); total > maxUnpacked {
			return fmt.Errorf("says that it unpacks to more than %s", amount(maxUnpacked))
		}
		if err := p.member(m.Name, int64(m.UncompressedSize64)); err != nil {
			return err
		}
		files[m.Name] = m
	}
	p.read = func(member string) (string, error) {
		r, err := files[member].Open()
		if err != nil {
			return "", fmt.Errorf("%s: %w", member, err)
		}
		return readMember(member, r)
	}
	return nil
}

// tar lists the members of a compressed tar and keeps the texts that may be asked for: it can
// only be read from one end to the other, and the archiver writes the manifest last. The
// directory of the model's name, in which the archiver puts all members, is left out of
// their names, as the server does.
func (p *packed) tar(ctx context.Context, r io.Reader) error {
	z, err := gzip.NewReader(r)
	if err != nil {
		return damaged("gzip", err)
	}
	texts := map[string]string{}
	t := tar.NewReader(&boundedReader{ctx, z, maxTar})
	var left int64 = maxTexts
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return damaged("tar", err)
		}
		if h.Typeflag == tar.TypeDir {
			continue
		}
		name := strings.TrimPrefix(h.Name, "./")
		if err := p.member(name, h.Size); err != nil {
			return err
		}
		if h.Size > left || h.Size > maxSmall && (!hasSuffix(name, ".json", ".yaml", ".yml") || h.Size > maxMember) {
			continue
		}
		left -= h.Size
		if texts[name], err = readMember(name, io.NopCloser(t)); err != nil {
			return damaged("tar", err)
		}
	}
	top := p.top()
	for i := range p.members {
		p.members[i].Name = strings.TrimPrefix(p.members[i].Name, top)
	}
	p.read = func(member string) (string, error) {
		if data, ok := texts[top+member]; ok {
			return data, nil
		}
		return "", fmt.Errorf("%s is %s", member, largerThan(maxSmall))
	}
	return nil
}

// top returns the directory that the manifest's lies in, where all else lies in it too.
func (p *packed) top() string {
	for _, m := range p.members {
		if top, ok := strings.CutSuffix(m.Name, manifestName); ok && strings.Count(top, "/") == 1 {
			for _, other := range p.members {
				if !strings.HasPrefix(other.Name, top) {
					return ""
				}
			}
			return top
		}
	}
	return ""
}

// damaged says of a format that it is not kept.
func damaged(format string, err error) error {
	if over := excess(""); errors.As(err, &over) {
		return over
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("broken %s: it ends too early", format)
	}
	_, why, ok := strings.Cut(err.Error(), ": ")
	if !ok {
		why = err.Error()
	}
	return fmt.Errorf("broken %s: %s", format, why)
}

// A boundedReader reads no more than a bound, and stops with its context.
type boundedReader struct {
	ctx  context.Context
	r    io.Reader
	left int64
}

// Read fails past the bound.
func (b *boundedReader) Read(to []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if b.left <= 0 {
		return 0, excess("unpacks to more than " + amount(maxTar))
	}
	n, err := b.r.Read(to[:min(int64(len(to)), b.left)])
	b.left -= int64(n)
	return n, err
}

// A boundedAt reads no more than a bound in all.
type boundedAt struct {
	r    io.ReaderAt
	left int64
}

// ReadAt fails past the bound.
func (b *boundedAt) ReadAt(to []byte, at int64) (int, error) {
	if b.left -= int64(len(to)); b.left < 0 {
		return 0, excess("has a table of contents of more than " + amount(maxIndex))
	}
	return b.r.ReadAt(to, at)
}
