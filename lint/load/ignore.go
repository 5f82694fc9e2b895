package load

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignores are the patterns of .gitignore files, outermost first: the last that matches decides.
type ignores []ignore

type ignore struct {
	dir     string // of the file that it stands in
	pattern string
	not     bool // takes back what an earlier one ignored
	dirOnly bool
}

// with adds the .gitignore of a directory.
func (g ignores) with(fsys fs.FS, dir string, entries []fs.DirEntry) ignores {
	if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" }) {
		return g
	}
	data, why := readText(fsys, path.Join(dir, ".gitignore"))
	if why != "" {
		return g
	}
	g = slices.Clip(g)
	for line := range strings.Lines(data) {
		if p, ok := parseIgnore(dir, strings.TrimRight(line, "\r\n")); ok {
			g = append(g, p)
		}
	}
	return g
}

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
	p.pattern = strings.TrimPrefix(line, "/")
	if !anchored {
		p.pattern = "**/" + p.pattern
	}
	return p, p.pattern != "" && doublestar.ValidatePattern(p.pattern)
}

// match reports whether a file or directory is ignored. Below an ignored directory nothing
// is looked at, so only the name itself is matched.
func (g ignores) match(name string, isDir bool) bool {
	for _, p := range slices.Backward(g) {
		rel := name
		if p.dir != "." {
			rel = strings.TrimPrefix(strings.TrimPrefix(name, p.dir), "/")
		}
		if p.dirOnly && !isDir {
			continue
		}
		// Braces are plain characters for git.
		pattern := strings.NewReplacer("{", `\{`, "}", `\}`).Replace(p.pattern)
		if ok, _ := doublestar.Match(pattern, rel); ok {
			return !p.not
		}
	}
	return false
}
