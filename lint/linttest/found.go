package linttest

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// Findings runs one rule on files, as their .tslint.yaml says if there is one. release is that of every server;
// empty: it is not known, or the files say it.
func Findings(t *testing.T, rules []*lint.Rule, id, release string, files map[string]string) []*lint.Finding {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, data := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(data)}
	}
	config := lint.NewConfig()
	config.Only = []string{id}
	if release != "" {
		r, ok := model.ParseRelease(release)
		if !ok {
			t.Fatalf("there is no TorchServe %s", release)
		}
		v := model.Known(r, model.Origin{Why: "from the test"})
		config.Release = &v
	}
	return run(t, rules, fsys, ".", config).Findings
}

// Found says what Findings finds: "app.yaml:3 error, app.yaml:5 info".
func Found(t *testing.T, rules []*lint.Rule, id, release string, files map[string]string) string {
	t.Helper()
	var out []string
	for _, f := range Findings(t, rules, id, release, files) {
		s := f.At.Place()
		line, _ := s.File.Line(s.Start)
		out = append(out, fmt.Sprintf("%s:%d %s", s.File.Name, line, f.Severity))
	}
	return strings.Join(out, ", ")
}
