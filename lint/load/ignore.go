package load

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignores are the patterns of .gitignore files, outermost first: the last that matches decides.
// What only one machine knows (.git/info/exclude, core.excludesFile) is left out: findings
// are the same everywhere.
type ignores []ignore

// An ignore is one pattern.
type ignore struct {
	dir     string // real name of the directory that its file stands in
	pattern string
	not     bool // takes back what an earlier one ignored
	dirOnly bool
}

// with adds the .gitignore of a directory.
func (g ignores) with(fsys fs.FS, dir string) ignores {
	data, why := readText(fsys, path.Join(dir, ".gitignore"))
	if why != "" {
		return g
	}
	g = slices.Clip(g)
	for line := range strings.Lines(strings.TrimPrefix(data, "\ufeff")) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if p, ok := parseIgnore(dir, line); ok {
			g = append(g, p)
		}
	}
	return g
}

// Braces are plain characters for git, and so are two stars that are not alone between slashes.
var plain = strings.NewReplacer("{", `\{`, "}", `\}`, `\{`, `\{`, `\}`, `\}`)

// parseIgnore reads one line as git does.
func parseIgnore(dir, line string) (ignore, bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return ignore{}, false
	}
	p := ignore{dir: dir}
	if line[0] == '!' {
		p.not, line = true, line[1:]
	}
	if trimmed, ok := strings.CutSuffix(line, "/"); ok {
		p.dirOnly, line = true, trimmed
	}
	anchored := strings.Contains(line, "/")
	p.pattern = plain.Replace(strings.TrimPrefix(line, "/"))
	if !anchored {
		p.pattern = "**/" + p.pattern
	}
	if inside, ok := strings.CutSuffix(p.pattern, "/**"); ok { // what is in a directory, not the directory
		p.pattern = inside + "/**/*"
	}
	return p, line != "" && doublestar.ValidatePattern(p.pattern)
}

// match reports whether a file or directory is ignored, by its real name. Below an ignored
// directory nothing is looked at, so only the name itself is matched.
func (g ignores) match(name string, isDir bool) bool {
	for _, p := range slices.Backward(g) {
		if p.dirOnly && !isDir || !below(p.dir, name) {
			continue
		}
		if ok, _ := doublestar.Match(p.pattern, relative(p.dir, name)); ok {
			return !p.not
		}
	}
	return false
}

// relative returns a name as seen from a directory that holds it.
func relative(dir, name string) string {
	if dir == "." {
		return name
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
}

// above returns the patterns that hold in a directory because of those above it, up to the
// root of its repository; without a repository there are none. A directory that is itself
// ignored was asked for: nothing above it counts.
func above(fsys fs.FS, dir string) ignores {
	chain, found := []string{dir}, false
	for at := dir; ; {
		if _, err := fs.Stat(fsys, path.Join(at, ".git")); err == nil {
			found = true
			break
		}
		up := path.Dir(at)
		if up == at {
			break
		}
		at = up
		chain = append(chain, at)
	}
	if _, ok := fsys.(osFS); ok && !found {
		return nil // the directories above are not those of a project
	}
	var out ignores
	for i := len(chain) - 1; i > 0; i-- {
		out = out.with(fsys, chain[i])
		if out.match(chain[i-1], true) {
			return nil
		}
	}
	return out
}
