package load

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	manifest    = "apiVersion: v1\nkind: Service\nmetadata: {name: front}\n"
	properties  = "inference_address=http://0.0.0.0:8080\n"
	modelConfig = "minWorkers: 1\nmaxWorkers: 2\n"
)

var kindNames = []string{"unknown", "manifest", "properties", "model-config", "mar", "requirements", "nginx", "envoy", "traefik"}

func tree(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, data := range files {
		out[name] = &fstest.MapFile{Data: []byte(data)}
	}
	return out
}

// told returns what was found, a line each: "kind name", with a star where it was asked for,
// and "skip name: why".
func told(in *Inputs) (out []string) {
	star := func(asked bool) string {
		if asked {
			return "*"
		}
		return ""
	}
	for _, f := range in.Files {
		out = append(out, kindNames[f.Kind]+" "+f.Name+star(f.Asked))
	}
	for _, s := range in.Skipped {
		out = append(out, "skip "+s.Name+star(s.Asked)+": "+s.Why)
	}
	return out
}

func loaded(t *testing.T, fsys fs.FS, paths ...string) []string {
	t.Helper()
	in, err := Load(t.Context(), Options{FS: fsys, Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	return told(in)
}

func equal(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestPaths(t *testing.T) {
	files := tree(map[string]string{
		"deploy/app.yaml":              manifest,
		"deploy/config.properties":     properties,
		"deploy/base/ts-config.yaml":   modelConfig,
		"deploy/base/README.md":        "# read me\n",
		"deploy/base/handler.py":       "x = 1\n",
		"deploy/base/compose.yaml":     "services: {}\n",
		"deploy/[odd].yaml":            manifest,
		".github/workflows/check.yaml": "jobs: {}\n",
		".github/deploy.yaml":          manifest,
		".git/config.properties":       properties,
		".tslint.yaml":                 "version: 1\n",
	})
	base := []string{"model-config deploy/base/ts-config.yaml"}
	for _, c := range []struct {
		name  string
		paths []string
		want  []string
	}{
		{"everything", nil, []string{"manifest .github/deploy.yaml", "manifest deploy/[odd].yaml", "manifest deploy/app.yaml", base[0], "properties deploy/config.properties", "skip deploy/base/compose.yaml: not recognised"}},
		{"a file", []string{"deploy/app.yaml"}, []string{"manifest deploy/app.yaml*"}},
		{"as people write it", []string{"./deploy//app.yaml"}, []string{"manifest deploy/app.yaml*"}},
		{"a directory and what is in it", []string{"deploy/base/", "deploy/base/ts-config.yaml"}, []string{base[0] + "*", "skip deploy/base/compose.yaml: not recognised"}},
		{"twice", []string{"deploy/app.yaml", "deploy/base/../app.yaml", "deploy/app.yaml"}, []string{"manifest deploy/app.yaml*"}},
		{"a glob", []string{"deploy/*.yaml"}, []string{"manifest deploy/[odd].yaml", "manifest deploy/app.yaml"}},
		{"a glob of directories", []string{"dep*"}, []string{"manifest deploy/[odd].yaml", "manifest deploy/app.yaml", base[0], "properties deploy/config.properties", "skip deploy/base/compose.yaml: not recognised"}},
		{"a deep glob", []string{"**/ts-*.{yaml,yml}"}, base},
		{"a glob beside its directory", []string{"deploy/base", "deploy/*.properties", "deploy/base/*"}, []string{base[0], "properties deploy/config.properties", "skip deploy/base/compose.yaml: not recognised"}},
		{"a name that looks like a glob", []string{"deploy/[odd].yaml"}, []string{"manifest deploy/[odd].yaml*"}},
		{"a glob without match", []string{"deploy/*.yml", "deploy/app.yaml"}, []string{"manifest deploy/app.yaml*", "skip deploy/*.yml*: matches nothing"}},
		{"a broken glob", []string{"deploy/[a"}, []string{"skip deploy/[a*: does not exist, and is no valid pattern"}},
		{"a missing path", []string{"gone.yaml", "deploy/app.yaml"}, []string{"manifest deploy/app.yaml*", "skip gone.yaml*: does not exist"}},
		{"of no kind", []string{"deploy/base/handler.py", "deploy/base/compose.yaml"}, []string{"skip deploy/base/compose.yaml*: not recognised", "skip deploy/base/handler.py*: not recognised"}},
		{"an empty name", []string{""}, []string{`skip ""*: no path`}},
		{"our own configuration", []string{".tslint.yaml"}, []string{"skip .tslint.yaml*: configures tslint, it is no part of a deployment"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			equal(t, loaded(t, files, c.paths...), c.want...)
			slices.Reverse(c.paths)
			equal(t, loaded(t, files, c.paths...), c.want...)
		})
	}
}

func TestEmptyDirectory(t *testing.T) {
	equal(t, loaded(t, fstest.MapFS{"empty": &fstest.MapFile{Mode: fs.ModeDir}}, "empty"))
}

func TestBadFiles(t *testing.T) {
	large := strings.Repeat("# a line that says nothing at all, but is a comment\n", maxText/50)
	files := tree(map[string]string{
		"config.properties":      "\x7fELF\x02\x01\x00\x00" + strings.Repeat("\x01", 90),
		"garbage.properties":     "\x01\x02\x03\x04\x05\x06\xff\xfe\x10\x11",
		"latin.properties":       "# gr\xfc\xdfe\nmodel_store=mod\xe8les\n",
		"wide.yaml":              "\xff\xfea\x00p\x00i\x00",
		"weights.pt":             "PK\x03\x04\x00",
		"large.yaml":             manifest + large,
		"stream.yaml":            manifest + "---\n" + manifest + large,
		"data.yaml":              "a: 1\n---\n" + large,
		"empty.yaml":             "",
		"nothing/empty.mar":      "",
		"half/manifest.yaml":     "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: \"ser",
		"model/model-config.yml": "",
	})
	equal(t, loaded(t, files),
		"manifest half/manifest.yaml", "properties latin.properties", "model-config model/model-config.yml", "mar nothing/empty.mar", "manifest stream.yaml",
		"skip config.properties: not text", "skip data.yaml: larger than 10 MiB", "skip empty.yaml: empty", "skip garbage.properties: not text",
		"skip large.yaml: larger than 10 MiB", "skip nothing/empty.mar: empty", "skip wide.yaml: not text")
	equal(t, loaded(t, files, "weights.pt"), "skip weights.pt*: not text")
}

// locked refuses to open what has a name with "secret" in it.
type locked struct{ fstest.MapFS }

func (l locked) Open(name string) (fs.File, error) {
	if strings.Contains(name, "secret") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return l.MapFS.Open(name)
}

func (l locked) ReadDir(name string) ([]fs.DirEntry, error) {
	if strings.Contains(name, "secret") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return l.MapFS.ReadDir(name)
}

func TestUnreadable(t *testing.T) {
	files := locked{tree(map[string]string{"a.yaml": manifest, "secret.yaml": manifest, "secret/b.yaml": manifest, "store/secret.mar": "PK", "secret.md": "", "secret.json": ""})}
	equal(t, loaded(t, files), "manifest a.yaml",
		"skip secret: cannot be read: permission denied", "skip secret.json: cannot be read: permission denied", "skip secret.yaml: cannot be read: permission denied", "skip store/secret.mar: cannot be read: permission denied")
	equal(t, loaded(t, files, "secret.yaml", "secret"), "skip secret*: cannot be read: permission denied", "skip secret.yaml*: cannot be read: permission denied")
}

func TestStdin(t *testing.T) {
	files := tree(map[string]string{"deploy/app.yaml": "apiVersion: v1\nkind: Old\n", "deploy/other.yaml": manifest})
	for _, c := range []struct {
		data, name string
		paths      []string
		want       []string
	}{
		{manifest, "", []string{"-"}, []string{"manifest <stdin>*"}},
		{properties, "", []string{"-"}, []string{"properties <stdin>*"}},
		{modelConfig, "", []string{"-"}, []string{"model-config <stdin>*"}},
		{"http {\n  server {\n  }\n}\n", "", []string{"-"}, []string{"nginx <stdin>*"}},
		{`{"apiVersion": "v1", "kind": "Pod"}`, "", []string{"-"}, []string{"manifest <stdin>*"}},
		{properties, "conf/ts.cfg", []string{"-"}, []string{"properties conf/ts.cfg*"}},
		{manifest, "deploy/app.yaml", []string{"deploy", "-"}, []string{"manifest deploy/app.yaml*", "manifest deploy/other.yaml"}},
		{"hello\n", "", []string{"-"}, []string{"skip <stdin>*: not recognised"}},
		{"", "", []string{"-"}, []string{"skip <stdin>*: empty"}},
		{"\x00\x01", "", []string{"-"}, []string{"skip <stdin>*: not text"}},
	} {
		in, err := Load(t.Context(), Options{FS: files, Paths: c.paths, Stdin: strings.NewReader(c.data), StdinName: c.name})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, told(in), c.want...)
		for _, f := range in.Files {
			if f.Asked && (f.Data != c.data || !f.ReadOnly) {
				t.Errorf("%s: read only %v, holds %q", f.Name, f.ReadOnly, f.Data)
			}
		}
	}
	equal(t, loaded(t, files, "-"), "skip <stdin>*: there is no standard input")
}

// endless never has anything to read.
type endless struct{}

func (endless) Read([]byte) (int, error) { select {} }

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if _, err := Load(ctx, Options{FS: fstest.MapFS{}, Paths: []string{"-"}, Stdin: endless{}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestDeep(t *testing.T) {
	deep := strings.Repeat("d/", maxLevels)
	got := loaded(t, tree(map[string]string{deep + "a.yaml": manifest, deep + "d/b.yaml": manifest}))
	equal(t, got, "manifest "+deep+"a.yaml", "skip "+deep+"d: more than 100 directories deep")
}

func TestReadOnce(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("d%d/app%d.yaml", i%7, i)] = manifest + fmt.Sprintf("# %d\n", i)
	}
	in, err := Load(t.Context(), Options{FS: tree(files), Paths: []string{"d1", ".", "d1/app1.yaml", "d*/*"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Files) != len(files) || len(in.Skipped) != 0 {
		t.Fatalf("%d files, %d skipped", len(in.Files), len(in.Skipped))
	}
	for i, f := range in.Files {
		if f.Data != files[f.Name] || f.Kind != Manifest || i > 0 && in.Files[i-1].Name >= f.Name {
			t.Errorf("%s: kind %d, holds %q", f.Name, f.Kind, f.Data)
		}
	}
}
