package load

import (
	"bytes"
	"cmp"
	"context"
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

// An excess is what passes a bound, in words.
type excess string

func (e excess) Error() string { return string(e) }

// A packed is an archive while it is looked into.
type packed struct {
	name    string
	members []Member
	read    func(member string) (string, error) // of a file that is among the members
}

// openArchive looks into a zip or a compressed tar, which its first bytes tell apart;
// nothing is unpacked.
func openArchive(ctx context.Context, f fs.File, name string, size int64) *Archive {
	head := make([]byte, 64)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return &Archive{Fault: reason(err)}
	}
	head = head[:n]
	p := &packed{name: name}
	switch {
	case n == 0:
		err = errors.New("empty")
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		err = p.tar(ctx, io.MultiReader(bytes.NewReader(head), f))
	case bytes.HasPrefix(head, []byte("PK")):
		err = p.zip(f, size)
	case bytes.HasPrefix(head, []byte("version https://git-lfs.github.com/")):
		err = errors.New("only a pointer to a file in Git LFS; git lfs pull fetches the archive")
	default:
		err = errors.New("neither a zip nor a compressed tar")
	}
	return p.archive(err)
}

// openDir looks into a model directory, an archive that was never packed.
func openDir(ctx context.Context, fsys fs.FS, dir string) *Archive {
	p := &packed{name: dir}
	p.read = func(member string) (string, error) { return readInside(fsys, dir, member) }
	err := fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := fs.Stat(fsys, name) // of what a link leads to
		member := relative(dir, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case info.IsDir():
			return excess(member + " is a link to a directory, which is not followed")
		}
		return p.member(member, info.Size())
	})
	if over := excess(""); err != nil && !errors.As(err, &over) {
		err = errors.New(reason(err))
	}
	return p.archive(err)
}

// readInside reads a file of a model directory.
func readInside(fsys fs.FS, dir, member string) (string, error) {
	name := path.Join(dir, member)
	at, err := real(fsys, name)
	root, fault := real(fsys, dir)
	if err = cmp.Or(err, fault); err != nil {
		return "", fmt.Errorf("%s: %s", member, reason(err))
	}
	if !below(root, at) {
		return "", excess(member + " is a link to a file outside, which is not followed")
	}
	f, err := fsys.Open(name)
	if err != nil {
		return "", fmt.Errorf("%s: %s", member, reason(err))
	}
	return readMember(member, f)
}

// member notes one file.
func (p *packed) member(name string, size int64) error {
	if path.IsAbs(name) || name == ".." || strings.HasPrefix(path.Clean(name), "../") {
		return excess(fmt.Sprintf("a member is called %q, which lies outside of the archive", name))
	}
	if len(p.members) == maxMembers {
		return excess("holds more than " + count(maxMembers) + " files")
	}
	p.members = append(p.members, Member{name, size})
	return nil
}

// readMember reads and closes a member.
func readMember(name string, r io.ReadCloser) (string, error) {
	defer r.Close()
	data, err := readAll(r, 0, maxMember)
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, err)
	case len(data) > maxMember:
		return "", fmt.Errorf("%s is %s", name, largerThan(maxMember))
	}
	return data, nil
}

// archive picks the manifest, and the config that it names or else one that lies about.
func (p *packed) archive(fault error) *Archive {
	out := &Archive{Members: p.members}
	if fault == nil {
		slices.SortFunc(p.members, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
		out.Manifest, fault = p.file(manifestName)
	}
	if fault == nil {
		out.Config, fault = p.config(out.Manifest)
		out.Requirements = p.requirements(out.Manifest)
	}
	if fault != nil {
		return &Archive{Fault: fault.Error()}
	}
	return out
}

// file returns a member as a file; nil: there is none.
func (p *packed) file(name string) (*source.File, error) {
	if !slices.ContainsFunc(p.members, func(m Member) bool { return m.Name == name }) {
		return nil, nil
	}
	data, err := p.read(name)
	if err != nil {
		return nil, err
	}
	f := source.NewFile(p.name+"!"+name, data)
	f.ReadOnly = true
	return f, nil
}

// requirements returns the file that the manifest names, where it can be read.
func (p *packed) requirements(manifest *source.File) *source.File {
	var m struct {
		Model struct{ RequirementsFile string }
	}
	if manifest == nil || json.Unmarshal([]byte(manifest.Data), &m) != nil {
		return nil
	}
	f, err := p.file(m.Model.RequirementsFile)
	if err != nil {
		return nil
	}
	return f
}

func (p *packed) config(manifest *source.File) (*source.File, error) {
	var m struct{ Model struct{ ConfigFile string } }
	if manifest != nil && json.Unmarshal([]byte(manifest.Data), &m) == nil { // faults are told by those who read it with places
		if f, err := p.file(m.Model.ConfigFile); f != nil || err != nil {
			return f, err
		}
	}
	var left int64 = maxTexts
	for _, m := range p.members {
		if !hasSuffix(m.Name, ".yaml", ".yml") || m.Size > maxMember || m.Size > left {
			continue
		}
		left -= m.Size
		if f, err := p.file(m.Name); err == nil && f != nil && Classify(m.Name, f.Data) == ModelConfig {
			return f, nil
		}
	}
	return nil, nil
}
