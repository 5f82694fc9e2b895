package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// written makes a directory with files and links ("-> target") and goes there.
func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tree")
	for name, data := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(at), 0o755)
		if target, ok := strings.CutPrefix(data, "-> "); ok && err == nil {
			err = os.Symlink(target, at)
		} else if err == nil {
			err = os.WriteFile(at, []byte(data), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return filepath.ToSlash(dir)
}

func TestNamesOfTheOperatingSystem(t *testing.T) {
	dir := written(t, map[string]string{"deploy/app.yaml": manifest, "store/m/MAR-INF/MANIFEST.json": manifestJSON})
	t.Chdir("deploy")
	equal(t, loaded(t, OS(), dir+"/deploy/app.yaml"), "manifest "+dir+"/deploy/app.yaml*")
	equal(t, loaded(t, OS(), "../store"), "mar ../store/m")
	equal(t, loaded(t, OS(), "../store/m"), "mar ../store/m*")
	equal(t, loaded(t, OS(), "../dep*/*.yaml", dir+"/*/app.yaml"), "manifest ../deploy/app.yaml")
	equal(t, loaded(t, OS(), "../deploy", "app.yaml", dir), "manifest ../deploy/app.yaml*", "mar "+dir+"/store/m")
	equal(t, loaded(t, OS(), "app.yaml/x"), "skip app.yaml/x*: does not exist: what holds it is no directory")
}

func TestLinks(t *testing.T) {
	written(t, map[string]string{
		"../outside/secret.yaml":       manifest,
		"k8s/..2024/config.properties": properties,
		"k8s/..data":                   "-> ..2024",
		"k8s/config.properties":        "-> ..data/config.properties",
		"current.yaml":                 "-> k8s/base.yaml",
		"k8s/base.yaml":                manifest,
		"app.yaml":                     "-> data/app.txt",
		"data/app.txt":                 manifest,
		"a/loop.yaml":                  "-> loop.yaml",
		"a/up":                         "-> ..",
		"a/gone.yaml":                  "-> nowhere.yaml",
		"a/gone.txt":                   "-> nowhere.txt",
		"a/out.yaml":                   "-> ../../outside/secret.yaml",
		"a/out.txt":                    "-> ../../outside/secret.yaml",
		"b":                            "-> ../outside",
	})
	equal(t, loaded(t, OS()),
		"manifest app.yaml", "manifest k8s/base.yaml", "properties k8s/config.properties",
		"skip a/gone.yaml: a link that leads nowhere", "skip a/loop.yaml: a link that leads to itself",
		"skip a/out.yaml: a link to a file outside, which is not followed", "skip a/up: a link to a directory that holds it, which is not followed",
		"skip b: a link to a directory outside, which is not followed")
	equal(t, loaded(t, OS(), "b", "a/out.yaml", "a/loop.yaml", "k8s/config.properties"),
		"manifest a/out.yaml*", "properties k8s/config.properties*", "skip a/loop.yaml*: a link that leads to itself")
}

func TestHiddenFilesAreNotMissed(t *testing.T) {
	dir := written(t, map[string]string{".ci/check.yaml": "jobs: {}\n", ".ci/app.yaml": manifest, ".lint.yaml": "a: 1\n", "a.yaml": "a: 1\n", ".x/y/.z.yaml": "-> /"})
	equal(t, loaded(t, OS(), dir), "manifest "+dir+"/.ci/app.yaml", "skip "+dir+"/a.yaml: not recognised")
	equal(t, loaded(t, OS(), dir+"/.ci"), "manifest "+dir+"/.ci/app.yaml", "skip "+dir+"/.ci/check.yaml: not recognised")
}

func TestLinksInModelDirectories(t *testing.T) {
	for _, c := range []struct {
		name string
		link map[string]string
		want string
	}{
		{"to weights", map[string]string{"m/w.pt": "-> ../../cache/w.pt", "../cache/w.pt": "1234"}, ""},
		{"to nothing", map[string]string{"m/gone.pt": "-> gone"}, ""},
		{"to a config outside", map[string]string{"m/serve.yaml": "-> ../../serve.yaml", "../serve.yaml": modelConfig}, "serve.yaml is a link to a file outside, which is not followed"},
		{"to a directory", map[string]string{"m/code": "-> ../../code", "../code/h.py": ""}, "code is a link to a directory, which is not followed"},
	} {
		c.link["m/"+manifestName] = manifestJSON
		written(t, c.link)
		want := []string{"mar m"}
		if c.want != "" {
			want = append(want, "skip m: "+c.want)
		}
		equal(t, loaded(t, OS()), want...)
	}
}

func TestLargeFileIsNotRead(t *testing.T) {
	written(t, map[string]string{"app.yaml": manifest})
	for _, name := range []string{"large.yaml", "config.properties", "data.bin"} {
		f, err := os.Create(name)
		if err == nil {
			err = f.Truncate(2 << 30) // takes no room
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	equal(t, loaded(t, OS()), "manifest app.yaml", "skip config.properties: larger than 256 MiB", "skip large.yaml: larger than 256 MiB")
	equal(t, loaded(t, OS(), "data.bin"), "skip data.bin*: larger than 256 MiB")
}

func TestUnreadableOfTheOperatingSystem(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	written(t, map[string]string{"app.yaml": manifest, "secret.yaml": manifest})
	if err := os.Chmod("secret.yaml", 0); err != nil {
		t.Fatal(err)
	}
	equal(t, loaded(t, OS()), "manifest app.yaml", "skip secret.yaml: cannot be read: permission denied")
}
