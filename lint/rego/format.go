package rego

import (
	"io/fs"
	"path"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
)

// Unformatted returns the policies of a folder, tests included, that are not in the form
// that opa fmt gives them.
func Unformatted(fsys fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".rego" {
			return err
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		formatted, err := format.SourceWithOpts(name, src, format.Opts{RegoVersion: ast.RegoV1})
		if err == nil && string(formatted) != string(src) {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
