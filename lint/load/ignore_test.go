package load

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ignoreCases are .gitignore files by their directory, and names of files; that git ignores
// them is asked of git itself, where there is one, and written down for where there is none.
var ignoreCases = []struct {
	name    string
	ignores map[string]string
	files   string // those in parentheses are ignored
}{
	{"names anywhere", map[string]string{".": "*.yaml\n"}, "(a.yaml) (d/b.yaml) a.yml"},
	{"taken back", map[string]string{".": "*.yaml\n!keep.yaml\n"}, "(a.yaml) keep.yaml d/keep.yaml"},
	{"the last decides", map[string]string{".": "!a.yaml\na.yaml\n"}, "(a.yaml)"},
	{"at the root", map[string]string{".": "/a.yaml\n"}, "(a.yaml) d/a.yaml"},
	{"with a slash inside", map[string]string{".": "d/a.yaml\n"}, "(d/a.yaml) e/d/a.yaml"},
	{"directories only", map[string]string{".": "build/\n"}, "(build/a.yaml) (d/build/e/a.yaml) e/build"},
	{"nothing comes back from an ignored directory", map[string]string{".": "build/\n!build/keep.yaml\n"}, "(build/keep.yaml)"},
	{"what is in a directory", map[string]string{".": "build/**\n!build/keep.yaml\n"}, "(build/a.yaml) (build/d/keep.yaml) build/keep.yaml"},
	{"what is directly in a directory", map[string]string{".": "build/*\n!build/d\n"}, "(build/a.yaml) build/d/a.yaml"},
	{"two stars before", map[string]string{".": "**/logs/a.yaml\n"}, "(logs/a.yaml) (d/logs/a.yaml) logs/d/a.yaml"},
	{"two stars between", map[string]string{".": "a/**/b.yaml\n"}, "(a/b.yaml) (a/c/d/b.yaml) b.yaml x/a/b.yaml"},
	{"two stars in a name", map[string]string{".": "d/a**b.yaml\n"}, "(d/a1b.yaml) d/a/b.yaml"},
	{"a question mark and a class", map[string]string{".": "?.yaml\n[bc]d.yaml\n[!x]y.yaml\n"}, "(a.yaml) ab.yaml (bd.yaml) dd.yaml (ay.yaml) xy.yaml"},
	{"a star stays within a name", map[string]string{".": "d/*.yaml\n"}, "(d/a.yaml) d/e/a.yaml"},
	{"braces are plain", map[string]string{".": "{a,b}.yaml\n"}, "a.yaml b.yaml ({a,b}.yaml)"},
	{"escapes", map[string]string{".": "\\#a.yaml\n\\!b.yaml\nc\\*.yaml\n#d.yaml\n"}, "(#a.yaml) (!b.yaml) (c*.yaml) cc.yaml #d.yaml"},
	{"blanks at the end", map[string]string{".": "a.yaml  \n\n  \nb.yaml\r\n"}, "(a.yaml) (b.yaml)"},
	{"a byte order mark", map[string]string{".": "\ufeffa.yaml\n"}, "(a.yaml)"},
	{"without an end of line", map[string]string{".": "a.yaml"}, "(a.yaml)"},
	{"a file deeper down", map[string]string{".": "*.yaml\n", "d": "!a.yaml\n/e/b.yaml\n"}, "(a.yaml) d/a.yaml (d/b.yaml) d/e/a.yaml (d/e/b.yaml)"},
	{"a file in an ignored directory", map[string]string{".": "d/\n", "d": "!a.yaml\n"}, "(d/a.yaml)"},
	{"everything but", map[string]string{".": "/*\n!/deploy\n/deploy/*\n!/deploy/*.yaml\n"}, "(a.yaml) deploy/b.yaml (deploy/c.txt) (deploy/e/d.yaml)"},
	{"a name of a directory", map[string]string{".": "venv\n"}, "(venv/lib/a.yaml) (d/venv) venv2"},
	{"an invalid pattern", map[string]string{".": "[a.yaml\n*.yml\n"}, "a.yaml (b.yml)"},
	{"hidden files", map[string]string{".": ".*\n!.github\n"}, "(.a.yaml) .github/b.yaml (d/.c.yaml)"},
}

// planted writes a repository and returns its files, and which of them are to be ignored.
func planted(t *testing.T, ignores map[string]string, files string) (dir string, all, ignored []string) {
	t.Helper()
	dir = t.TempDir()
	write := func(name, data string) {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for at, data := range ignores {
		write(at+"/.gitignore", data)
	}
	for _, word := range strings.Fields(files) {
		name := strings.Trim(word, "()")
		if name != word {
			ignored = append(ignored, name)
		}
		all = append(all, name)
		write(name, manifest)
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, all, ignored
}

// missed returns which files a walk leaves out, whatever their endings.
func missed(t *testing.T, dir string, all []string) (out []string) {
	t.Helper()
	t.Chdir(dir)
	f := &finder{fsys: OS(), at: map[string]int{}, walked: map[string]bool{}}
	root, err := real(OS(), ".")
	if err != nil {
		t.Fatal(err)
	}
	w := &walk{finder: f, root: root, ctx: t.Context(), levels: maxLevels, matches: func(name string) bool { return slices.Contains(all, name) }}
	w.dir(".", root, nil, 0)
	for _, name := range all {
		if !slices.ContainsFunc(f.found, func(c candidate) bool { return c.name == name }) {
			out = append(out, name)
		}
	}
	return out
}

func TestIgnores(t *testing.T) {
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) {
			dir, all, ignored := planted(t, c.ignores, c.files)
			equal(t, missed(t, dir, all), ignored...)
		})
	}
}

func TestIgnoresAsGitDoes(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) {
			dir, all, ignored := planted(t, c.ignores, c.files)
			run := func(stdin string, args ...string) string {
				cmd := exec.Command(git, args...)
				cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
				cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
				out, _ := cmd.Output() // git ends with 1 where nothing is ignored
				return string(out)
			}
			run("", "init", "-q")
			out := run(strings.Join(all, "\x00")+"\x00", "check-ignore", "-z", "--stdin")
			equal(t, strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), ignored...)
		})
	}
}

func TestIgnoredButNamed(t *testing.T) {
	files := tree(map[string]string{
		".gitignore": "build/\n*.properties\n", "a.yaml": manifest, "build/b.yaml": manifest, "build/e/c.yaml": manifest, "config.properties": properties,
	})
	equal(t, loaded(t, files), "manifest a.yaml")
	equal(t, loaded(t, files, "build/e", "config.properties"), "manifest build/e/c.yaml", "properties config.properties*")
	equal(t, loaded(t, files, ".", "build"), "manifest a.yaml", "manifest build/b.yaml", "manifest build/e/c.yaml")
	equal(t, loaded(t, files, "**/*.yaml"), "manifest a.yaml")
}

func TestIgnoresFromAbove(t *testing.T) {
	files := map[string]string{".gitignore": "gone.yaml\n/deploy/here.yaml\n", "deploy/gone.yaml": manifest, "deploy/here.yaml": manifest, "deploy/a.yaml": manifest}
	dir, _, _ := planted(t, map[string]string{".": files[".gitignore"]}, "deploy/gone.yaml deploy/here.yaml deploy/a.yaml sub/deploy/gone.yaml")
	t.Chdir(filepath.Join(dir, "deploy"))
	equal(t, loaded(t, OS()), "manifest a.yaml")
	equal(t, loaded(t, OS(), "../deploy"), "manifest ../deploy/a.yaml")
	// Another repository has rules of its own.
	if err := os.Mkdir(filepath.Join(dir, "sub", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	equal(t, loaded(t, OS(), "../sub"), "manifest ../sub/deploy/gone.yaml")
	t.Chdir(dir)
	equal(t, loaded(t, OS()), "manifest deploy/a.yaml", "manifest sub/deploy/gone.yaml")
}
