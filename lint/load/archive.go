package load

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/source"
)

const manifestName = "MAR-INF/MANIFEST.json"

// A packed collects what is read of an archive.
type packed struct {
	name  string
	out   *Archive
	texts map[string]string // what may matter: the manifest and YAML files
}

// openArchive looks into a zip or a compressed tar; nothing is unpacked.
func openArchive(fsys fs.FS, name string) (*Archive, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	p := &packed{name: name, out: &Archive{}, texts: map[string]string{}}
	head := make([]byte, 4)
	n, _ := io.ReadFull(f, head)
	switch {
	case bytes.HasPrefix(head[:n], []byte{0x1f, 0x8b}):
		err = p.tar(io.MultiReader(bytes.NewReader(head[:n]), f))
	case bytes.HasPrefix(head[:n], []byte("PK")):
		err = p.zip(f, info.Size())
	default:
		err = errors.New("neither a zip nor a compressed tar")
	}
	if err != nil {
		p.out.Fault = err.Error()
	}
	p.finish()
	return p.out, nil
}

func (p *packed) zip(f fs.File, size int64) error {
	at, ok := f.(io.ReaderAt)
	if !ok {
		return errors.New("cannot be read in any order")
	}
	z, err := zip.NewReader(at, size)
	if err != nil {
		return err
	}
	if len(z.File) > maxMembers {
		return fmt.Errorf("holds more than %d files", maxMembers)
	}
	for _, m := range z.File {
		if m.FileInfo().IsDir() {
			continue
		}
		if err := p.member(m.Name, int64(min(m.UncompressedSize64, 1<<62)), m.Open); err != nil {
			return err
		}
	}
	return nil
}

func (p *packed) tar(r io.Reader) error {
	z, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	t := tar.NewReader(z)
	for range maxMembers {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if err := p.member(strings.TrimPrefix(h.Name, "./"), h.Size, func() (io.ReadCloser, error) { return io.NopCloser(t), nil }); err != nil {
			return err
		}
	}
	return fmt.Errorf("holds more than %d files", maxMembers)
}

// member notes one file, and reads it where it may matter.
func (p *packed) member(name string, size int64, open func() (io.ReadCloser, error)) error {
	if path.IsAbs(name) || name == ".." || strings.HasPrefix(path.Clean(name), "../") {
		return fmt.Errorf("a member is called %s, outside of the archive", name)
	}
	p.out.Members = append(p.out.Members, Member{name, size})
	if name != manifestName && path.Ext(name) != ".yaml" && path.Ext(name) != ".yml" {
		return nil
	}
	if size > maxMember {
		return fmt.Errorf("%s is larger than 10 MiB", name)
	}
	r, err := open()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxMember+1))
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case len(b) > maxMember:
		return fmt.Errorf("%s is larger than 10 MiB", name)
	}
	p.texts[name] = string(b)
	return nil
}

// openDir looks into a model directory, an archive that was never packed.
func openDir(fsys fs.FS, dir string) *Archive {
	p := &packed{name: dir, out: &Archive{}, texts: map[string]string{}}
	err := fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if len(p.out.Members) >= maxMembers {
			return fmt.Errorf("holds more than %d files", maxMembers)
		}
		return p.member(strings.TrimPrefix(strings.TrimPrefix(name, dir), "/"), info.Size(), func() (io.ReadCloser, error) { return fsys.Open(name) })
	})
	if err != nil {
		p.out.Fault = err.Error()
	}
	p.finish()
	return p.out
}

// finish picks the manifest, and the config that it names or else one that lies about.
func (p *packed) finish() {
	slices.SortFunc(p.out.Members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	text, ok := p.texts[manifestName]
	named := ""
	if ok {
		p.out.Manifest = p.file(manifestName, text)
		var m struct{ Model struct{ ConfigFile string } }
		if json.Unmarshal([]byte(text), &m) == nil { // its faults are told by those who read it with places
			named = m.Model.ConfigFile
		}
	}
	if text, ok := p.texts[named]; ok {
		p.out.Config = p.file(named, text)
		return
	}
	for _, m := range p.out.Members {
		if text, ok := p.texts[m.Name]; ok && Classify(m.Name, text) == ModelConfig {
			p.out.Config = p.file(m.Name, text)
			return
		}
	}
}

func (p *packed) file(name, text string) *source.File {
	f := source.NewFile(p.name+"!"+name, text)
	f.ReadOnly = true
	return f
}
