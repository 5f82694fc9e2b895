// Package load finds the files of a deployment, reads them once, and says what each is.
// It gives no meaning to what they hold.
package load

import (
	"context"
	"io"
	"io/fs"

	"github.com/torchserve-lint/tslint/lint/source"
)

// Options say what to read.
type Options struct {
	FS        fs.FS    // of the working directory, or of a test
	Paths     []string // files, directories, globs; "-" is Stdin; empty: "."
	Stdin     io.Reader
	StdinName string // name of what is read from Stdin
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
func Load(ctx context.Context, o Options) (*Inputs, error) { panic("not built") }
