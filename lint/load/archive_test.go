package load

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"
)

// A member of an archive that a test packs, in order.
type packing struct{ name, data string }

const manifestJSON = `{"model": {"modelName": "resnet", "handler": "h.py", "configFile": "serve.yaml"}}`

var resnet = []packing{
	{"h.py", "x = 1\n"}, {"model-config.yaml", "minWorkers: 9\n"}, {"serve.yaml", modelConfig}, {"weights.pt", strings.Repeat("w", 5000)}, {manifestName, manifestJSON},
}

func zipped(t *testing.T, members []packing, change func(*zip.FileHeader)) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if change != nil {
			change(h)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, m.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func tarred(t *testing.T, top string, members []packing) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, m := range members {
		err := w.WriteHeader(&tar.Header{Name: top + m.name, Size: int64(len(m.data)), Mode: 0o644, Typeflag: tar.TypeReg})
		if err == nil {
			_, err = io.WriteString(w, m.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// archiveOf loads the one archive there is.
func archiveOf(t *testing.T, fsys fstest.MapFS, name string) (*Archive, []Skip) {
	t.Helper()
	in, err := Load(t.Context(), Options{FS: fsys})
	if err != nil || len(in.Files) != 1 || in.Files[0].Name != name || in.Files[0].Archive == nil {
		t.Fatalf("%v, %v", err, told(in))
	}
	return in.Files[0].Archive, in.Skipped
}

func TestArchives(t *testing.T) {
	dir := map[string]string{}
	for _, m := range resnet {
		dir["store/resnet/"+m.name] = m.data
	}
	for name, files := range map[string]map[string]string{
		"store/resnet.mar":    {"store/resnet.mar": zipped(t, resnet, nil)},
		"store/stored.mar":    {"store/stored.mar": zipped(t, resnet, func(h *zip.FileHeader) { h.Method = zip.Store })},
		"store/resnet.tar.gz": {"store/resnet.tar.gz": tarred(t, "resnet/", resnet)},
		"store/flat.tgz":      {"store/flat.tgz": tarred(t, "./", resnet)},
		"store/packed.mar":    {"store/packed.mar": tarred(t, "", resnet)},
		"store/resnet":        dir,
	} {
		t.Run(name, func(t *testing.T) {
			a, skipped := archiveOf(t, tree(files), name)
			if a.Fault != "" || len(skipped) != 0 {
				t.Fatalf("%s, %v", a.Fault, skipped)
			}
			if a.Manifest == nil || a.Manifest.Name != name+"!"+manifestName || a.Manifest.Data != manifestJSON || !a.Manifest.ReadOnly {
				t.Errorf("manifest: %v", a.Manifest)
			}
			if a.Config == nil || a.Config.Name != name+"!serve.yaml" || a.Config.Data != modelConfig || !a.Config.ReadOnly {
				t.Errorf("config: %v", a.Config)
			}
			want := fmt.Sprintf("[{MAR-INF/MANIFEST.json %d} {h.py 6} {model-config.yaml 14} {serve.yaml %d} {weights.pt 5000}]", len(manifestJSON), len(modelConfig))
			if got := fmt.Sprint(a.Members); got != want {
				t.Errorf("members: %s", got)
			}
		})
	}
}

func TestArchiveConfig(t *testing.T) {
	for _, c := range []struct {
		name    string
		members []packing
		want    string // name of the config
	}{
		{"named in a folder, with any ending", []packing{{manifestName, `{"model":{"configFile":"conf/serve.cfg"}}`}, {"conf/serve.cfg", modelConfig}}, "conf/serve.cfg"},
		{"not named", []packing{{manifestName, `{"model":{}}`}, {"other.yaml", "a: 1\n"}, {"z-config.yaml", modelConfig}}, "z-config.yaml"},
		{"named, but absent", []packing{{manifestName, `{"model":{"configFile":"gone.yaml"}}`}, {"model-config.yaml", modelConfig}}, "model-config.yaml"},
		{"none", []packing{{manifestName, `{"model":{}}`}, {"other.yaml", "a: 1\n"}}, ""},
		{"a manifest that is no JSON", []packing{{manifestName, `{"model":`}, {"model-config.yaml", modelConfig}}, "model-config.yaml"},
		{"no manifest", []packing{{"model-config.yaml", modelConfig}}, "model-config.yaml"},
	} {
		for name, data := range map[string]string{"a.mar": zipped(t, c.members, nil), "b.mar": tarred(t, "", c.members)} {
			a, _ := archiveOf(t, tree(map[string]string{name: data}), name)
			got := ""
			if a.Config != nil {
				got = strings.TrimPrefix(a.Config.Name, name+"!")
			}
			if got != c.want || a.Fault != "" {
				t.Errorf("%s, %s: got %q, want %q; %s", c.name, name, got, c.want, a.Fault)
			}
		}
	}
}

func TestArchiveFaults(t *testing.T) {
	many := make([]packing, maxMembers+1)
	for i := range many {
		many[i].name = fmt.Sprintf("f%d", i)
	}
	bomb := []packing{{manifestName, manifestJSON}, {"serve.yaml", strings.Repeat("#", maxMember+1)}}
	whole := zipped(t, resnet, nil)
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "empty"},
		{"text", "hello\n", "neither a zip nor a compressed tar"},
		{"a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "only a pointer to a file in Git LFS; git lfs pull fetches the archive"},
		{"cut in half", whole[:len(whole)/2], "broken zip: not a valid zip file"},
		{"garbage in a zip", "PK\x03\x04" + strings.Repeat("\xaa", 500), "broken zip: not a valid zip file"},
		{"encrypted", zipped(t, resnet, func(h *zip.FileHeader) { h.Flags |= 1 }), "h.py is encrypted"},
		{"outside", zipped(t, []packing{{"a/../../etc/passwd", ""}}, nil), `a member is called "a/../../etc/passwd", which lies outside of the archive`},
		{"absolute", zipped(t, []packing{{"/etc/passwd", ""}}, nil), `a member is called "/etc/passwd", which lies outside of the archive`},
		{"many members", zipped(t, many, nil), "holds more than 10,000 files"},
		{"a large config", zipped(t, bomb, nil), "serve.yaml is larger than 10 MiB"},
		{"outside a tar", tarred(t, "../", resnet), `a member is called "../h.py", which lies outside of the archive`},
		{"half a tar", tarred(t, "", resnet)[:90], "broken tar: it ends too early"},
		{"no gzip", "\x1f\x8b\x00\x00" + strings.Repeat("\xaa", 50), "broken gzip: invalid header"},
	} {
		a, skipped := archiveOf(t, tree(map[string]string{"x.mar": c.data, "x.md": ""}), "x.mar")
		if a.Fault != c.want || len(a.Members) != 0 || a.Manifest != nil || a.Config != nil {
			t.Errorf("%s: got %q, want %q; %d members", c.name, a.Fault, c.want, len(a.Members))
		}
		if want := []Skip{{"x.mar", c.want, false}}; fmt.Sprint(skipped) != fmt.Sprint(want) {
			t.Errorf("%s: skipped %v", c.name, skipped)
		}
	}
}

// A zip says how large its members are; one that lies is found out when they are read.
func TestZipThatLies(t *testing.T) {
	data := []byte(zipped(t, []packing{{manifestName, manifestJSON}}, nil))
	at := bytes.LastIndex(data, []byte("PK\x01\x02")) + 24 // uncompressed size in the table of contents
	copy(data[at:], []byte{5, 0, 0, 0})
	a, _ := archiveOf(t, tree(map[string]string{"x.mar": string(data)}), "x.mar")
	if a.Fault == "" {
		t.Errorf("no fault, members %v", a.Members)
	}
}

func TestZipDeclaresTooMuch(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range 2 {
		if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprint(i), Method: zip.Store, UncompressedSize64: maxUnpacked, CompressedSize64: 0}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	a, _ := archiveOf(t, tree(map[string]string{"x.mar": b.String()}), "x.mar")
	if a.Fault != "says that it unpacks to more than 1 TiB" {
		t.Errorf("got %q", a.Fault)
	}
}

func TestTarStopsAtItsBound(t *testing.T) {
	r := &boundedReader{t.Context(), strings.NewReader("0123456789"), 4}
	got, err := io.ReadAll(r)
	if string(got) != "0123" || damaged("tar", err).Error() != "unpacks to more than 1 GiB" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestOtherArchives(t *testing.T) {
	files := tree(map[string]string{"data.tar.gz": tarred(t, "data/", []packing{{"a.csv", "1\n"}}), "broken.tgz": "x", "tokenizer.model": "\n\x0e", "resnet.model": zipped(t, resnet, nil)})
	broken, none := "neither a zip nor a compressed tar", "holds no MAR-INF/MANIFEST.json"
	equal(t, loaded(t, files), "mar resnet.model", "skip broken.tgz: "+broken)
	equal(t, loaded(t, files, "data.tar.gz", "broken.tgz", "tokenizer.model"), "skip broken.tgz*: "+broken, "skip data.tar.gz*: "+none, "skip tokenizer.model*: "+none)
}

// What lies in a model directory besides is not lost, but its config counts once.
func TestModelDirectoryAmongOthers(t *testing.T) {
	files := tree(map[string]string{
		"MAR-INF/MANIFEST.json": manifestJSON, "serve.yaml": modelConfig, "requirements.txt": "", "k8s/app.yaml": manifest,
		"other/MAR-INF/notes.txt": "", "other/serve.yaml": modelConfig,
	})
	equal(t, loaded(t, files, "."), "mar .*", "manifest k8s/app.yaml")
	equal(t, loaded(t, files, "other"), "model-config other/serve.yaml")
}
