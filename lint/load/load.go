// Package load finds the files of a deployment, reads them once, and says what each is.
// It gives no meaning to what they hold.
//
// A directory is walked with its hidden files and directories, without .git, what .gitignore
// files exclude (if it lies in a repository those above it count too), and .tslint.yaml.
// Links to files within it are followed, others are not. Of what is found, files that hold
// something of a deployment are inputs; those that could be missed are said to be skipped,
// which hidden files are not. A path that is named is looked at whatever excludes it.
package load

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"slices"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Options say what to read.
type Options struct {
	FS        fs.FS    // of the working directory, or of a test; OS() allows absolute names and .., and knows links
	Paths     []string // files, directories, globs; "-" is Stdin; empty: "."
	Stdin     io.Reader
	StdinName string            // name of what is read from Stdin, instead of what has that name on disk; empty: <stdin>
	Changed   map[string]string // what files hold once changes are written, by name; in place of what FS has
}

// Inputs are the files of a deployment.
type Inputs struct {
	Files   []*File // by name
	Skipped []Skip  // what was not looked at, by name
}

// A File is one input, read once.
type File struct {
	*source.File
	Kind    Kind
	Archive *Archive // of Kind MAR
	Asked   bool     // it was named on the command line
}

// A Kind says what a file is, by what it holds.
type Kind int

// Kinds of files.
const (
	Unknown      Kind = iota
	Manifest          // a stream of YAML or JSON documents with apiVersion and kind
	Properties        // a config.properties, whatever its name
	ModelConfig       // a model-config.yaml, whatever its name
	MAR               // a .mar, .tar.gz or model directory
	Requirements      // a pip requirements file
	NginxConf         // an nginx.conf
	EnvoyConf         // an Envoy bootstrap
	TraefikConf       // a static configuration of Traefik
)

// A Skip is something that was not looked at.
type Skip struct {
	Name  string
	Why   string // lower case, no full stop: larger than 10 MiB
	Asked bool   // it was named on the command line: exit code 3
}

// An Archive is what can be seen of an archive or model directory without unpacking it.
type Archive struct {
	Manifest     *source.File // MAR-INF/MANIFEST.json, read only; nil: absent
	Config       *source.File // the file that the manifest names as configFile, or else any model-config.yaml in it; nil: absent
	Requirements *source.File // the file that the manifest names as requirementsFile; nil: absent, or too large
	Members      []Member     // files, in order of name
	Fault        string       // why nothing can be said of what it holds, all else is empty then; empty: it was read
}

// A Member is one file in an archive.
type Member struct {
	Name string
	Size int64 // uncompressed, bytes
}

// Load finds and reads everything under the paths, in parallel. The result depends on
// the files alone. An error means that nothing can be said: the context ended. Files that
// cannot be read are in Skipped. A pipe or a stalled disk does not hold it up: it returns
// when the context ends, whatever is still being read.
func Load(ctx context.Context, o Options) (*Inputs, error) {
	done := make(chan *Inputs, 1)
	go func() { done <- load(ctx, o) }()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case in := <-done:
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return in, nil
	}
}

func load(ctx context.Context, o Options) *Inputs {
	paths := slices.DeleteFunc(slices.Clone(o.Paths), func(p string) bool { return p == "-" })
	stdin := len(paths) < len(o.Paths)
	if len(o.Paths) == 0 {
		paths = []string{"."}
	}
	f := find(ctx, o.FS, paths)
	in := &Inputs{Skipped: f.skipped}
	if stdin {
		f.replace(cmp.Or(o.StdinName, stdinName))
	}
	in.read(ctx, o, f.found)
	if stdin {
		in.add(fromStdin(o))
	}
	slices.SortFunc(in.Files, func(a, b *File) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(in.Skipped, Skip.compare)
	in.Skipped = slices.CompactFunc(in.Skipped, func(a, b Skip) bool { return a.Name == b.Name && a.Why == b.Why })
	return in
}

// compare orders what was not looked at, what was asked for first.
func (s Skip) compare(o Skip) int {
	if order := cmp.Or(cmp.Compare(s.Name, o.Name), cmp.Compare(s.Why, o.Why)); order != 0 || s.Asked == o.Asked {
		return order
	}
	if s.Asked {
		return -1
	}
	return 1
}
