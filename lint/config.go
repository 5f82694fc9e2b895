package lint

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/torchserve-lint/tslint/lint/source"
)

// ConfigName is the name of a configuration file.
const ConfigName = ".tslint.yaml"

// FindConfig returns the configuration file that holds for the paths: the nearest from
// each up to the root of the repository that it lies in, which holds .git; outside of a
// repository, up to the folder home. It is "" where there is none, and an error where
// paths have different ones. Names are those of fsys, all from its root, or all absolute.
func FindConfig(fsys fs.FS, home string, paths ...string) (string, error) {
	found := ""
	for i, p := range paths {
		name := nearest(fsys, home, p)
		if i > 0 && name != found {
			if name == "" || found == "" {
				return "", fmt.Errorf("%s holds for some of the paths only: lint them one by one, or name one with --config", name+found)
			}
			return "", fmt.Errorf("%s and %s both hold: lint the paths one by one, or name one with --config", found, name)
		}
		found = name
	}
	return found, nil
}

func nearest(fsys fs.FS, home, p string) string {
	if info, err := fs.Stat(fsys, p); err == nil && !info.IsDir() {
		p = path.Dir(p)
	}
	own := ""
	for dir := p; ; dir = path.Dir(dir) {
		name := path.Join(dir, ConfigName)
		if _, err := fs.Stat(fsys, name); err == nil && own == "" {
			own = name
		}
		if _, err := fs.Stat(fsys, path.Join(dir, ".git")); err == nil {
			return own
		}
		if path.Dir(dir) == dir {
			break
		}
	}
	dir := path.Dir(own)
	if own != "" && dir != p && home != "." && !strings.HasPrefix(dir+"/", strings.TrimSuffix(home, "/")+"/") {
		return ""
	}
	return own
}

// LoadConfig reads a configuration file. The rules are those that it may speak of.
func LoadConfig(fsys fs.FS, name string, rules []*Rule) (*Config, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	return ParseConfig(source.NewFile(name, string(data)), rules)
}

// A ConfigError holds every fault of a configuration file.
type ConfigError []ConfigFault

// A ConfigFault is something that a configuration file may not say.
type ConfigFault struct {
	At      source.Span
	Message string // lower case, no full stop
}

// Error writes each fault with its place and line.
func (e ConfigError) Error() string {
	lines := make([]string, len(e))
	for i, f := range e {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

func (f ConfigFault) String() string {
	line, from := f.At.File.Source(f.At.Start)
	n, _ := f.At.File.Line(f.At.Start)
	before, word := line[:min(f.At.Start-from, len(line))], ""
	if end := min(f.At.End-from, len(line)); end > len(before) {
		word = line[len(before):end]
	}
	blank := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before)
	carets := strings.Repeat("^", max(1, utf8.RuneCountInString(word)))
	return fmt.Sprintf("%s: error: %s\n%5d | %s\n      | %s%s", f.At, f.Message, n, line, blank, carets)
}
