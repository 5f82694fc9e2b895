// Package load finds the files of a deployment, reads them once, and says what each is.
// It gives no meaning to what they hold.
package load

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Options say what to read.
type Options struct {
	FS        fs.FS    // of the working directory, or of a test; OS() allows absolute names and ..
	Paths     []string // files, directories, globs; "-" is Stdin; empty: "."
	Stdin     io.Reader
	StdinName string // name of what is read from Stdin; empty: <stdin>
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
	Manifest *source.File // MAR-INF/MANIFEST.json, read only; nil: absent
	Config   *source.File // the file that the manifest names as configFile, or else any model-config.yaml in it; nil: absent
	Members  []Member     // files, in order of name
	Fault    string       // why it cannot be read as an archive; empty: it can
}

// A Member is one file in an archive.
type Member struct {
	Name string
	Size int64 // uncompressed, bytes
}

// Load finds and reads everything under the paths, in parallel. The result depends on
// the files alone. An error means that nothing can be said; files that cannot be read
// are in Skipped.
func Load(ctx context.Context, o Options) (*Inputs, error) {
	f := &finder{fsys: o.FS, seen: map[string]bool{}}
	stdin := false
	for _, p := range o.Paths {
		if p == "-" {
			stdin = true
			continue
		}
		f.path(ctx, p)
	}
	if len(o.Paths) == 0 {
		f.path(ctx, ".")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	in := &Inputs{Skipped: f.skipped}
	read(ctx, o.FS, f.found, in)
	if stdin {
		readStdin(o, in)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(in.Files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(in.Skipped, func(a, b Skip) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Why, b.Why)) })
	return in, nil
}

// read reads what was found, several files at a time, into slots.
func read(ctx context.Context, fsys fs.FS, found []candidate, in *Inputs) {
	files := make([]*File, len(found))
	skips := make([]*Skip, len(found))
	var next sync.Mutex
	at := 0
	var wg sync.WaitGroup
	for range min(len(found), 2*runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				next.Lock()
				i := at
				at++
				next.Unlock()
				if i >= len(found) {
					return
				}
				files[i], skips[i] = one(fsys, found[i])
			}
		})
	}
	wg.Wait()
	for i := range found {
		if files[i] != nil {
			in.Files = append(in.Files, files[i])
		}
		if skips[i] != nil {
			in.Skipped = append(in.Skipped, *skips[i])
		}
	}
}

// one reads one file and says what it is; what is of no kind is skipped, and said to be where
// it was asked for or looks as if it were meant.
func one(fsys fs.FS, c candidate) (*File, *Skip) {
	skip := func(why string) (*File, *Skip) { return nil, &Skip{c.name, why, c.asked} }
	if c.dir {
		return &File{File: source.NewFile(c.name, ""), Kind: MAR, Archive: openDir(fsys, c.name)}, nil
	}
	if isArchive(c.name) {
		a, err := openArchive(fsys, c.name)
		if err != nil {
			return skip(reason(err))
		}
		return &File{File: source.NewFile(c.name, ""), Kind: MAR, Archive: a}, nil
	}
	data, why := readText(fsys, c.name)
	if why != "" {
		return skip(why)
	}
	kind := Classify(c.name, data)
	if kind == Unknown {
		if c.asked || meant(c.name) {
			return skip("not recognised")
		}
		return nil, nil
	}
	return &File{File: source.NewFile(c.name, data), Kind: kind, Asked: c.asked}, nil
}

func readStdin(o Options, in *Inputs) {
	name := cmp.Or(o.StdinName, "<stdin>")
	skip := func(why string) { in.Skipped = append(in.Skipped, Skip{name, why, true}) }
	if o.Stdin == nil {
		skip("there is no standard input")
		return
	}
	b, err := io.ReadAll(io.LimitReader(o.Stdin, maxStream+1))
	if err != nil {
		skip(reason(err))
		return
	}
	data, why := acceptable(string(b), int64(len(b)))
	if why != "" {
		skip(why)
		return
	}
	kind := Classify(name, data)
	if kind == Unknown {
		skip("not recognised")
		return
	}
	f := &File{File: source.NewFile(name, data), Kind: kind, Asked: true}
	f.ReadOnly = true
	in.Files = append(in.Files, f)
}
