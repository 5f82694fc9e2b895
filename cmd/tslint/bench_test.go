package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/link"
	"github.com/torchserve-lint/tslint/lint/linttest/synth"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/report"
	"gopkg.in/yaml.v3"
)

var sizes = []int{1, 100, 1000}

// BenchmarkParse is the measure: yaml.v3 parses the same YAML, and the documents embedded in it,
// and does nothing else.
func BenchmarkParse(b *testing.B) {
	each(b, func(b *testing.B, files fs.FS) {
		var texts [][]byte
		_ = fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(name, ".yaml") {
				text, _ := fs.ReadFile(files, name)
				texts = append(texts, text)
			}
			return err
		})
		for b.Loop() {
			for _, t := range texts {
				parse(b, t)
			}
		}
	})
}

func parse(b *testing.B, text []byte) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var n yaml.Node
		if err := dec.Decode(&n); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			b.Fatal(err)
		}
		root := n.Content[0]
		for i := 0; i+1 < len(root.Content); i += 2 {
			if root.Content[i].Value != "data" {
				continue
			}
			data := root.Content[i+1].Content
			for j := 0; j+1 < len(data); j += 2 {
				if strings.HasSuffix(data[j].Value, ".yaml") {
					parse(b, []byte(data[j+1].Value))
				}
			}
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	each(b, func(b *testing.B, files fs.FS) {
		for b.Loop() {
			if _, err := load.Load(b.Context(), load.Options{FS: files}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkLink(b *testing.B) {
	each(b, func(b *testing.B, files fs.FS) {
		in, err := load.Load(b.Context(), load.Options{FS: files})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			link.New(b.Context(), in, link.Options{}).All()
		}
	})
}

// BenchmarkRules runs the rules on what is linked already.
func BenchmarkRules(b *testing.B) {
	rules := loadRules(b)
	each(b, func(b *testing.B, files fs.FS) {
		in, err := load.Load(b.Context(), load.Options{FS: files})
		if err != nil {
			b.Fatal(err)
		}
		d := link.New(b.Context(), in, link.Options{}).All()
		for b.Loop() {
			for _, r := range rules {
				if r.Check != nil {
					if _, err := lint.Check(b.Context(), r, d); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	})
}

// BenchmarkRun is a whole run with its report.
func BenchmarkRun(b *testing.B) {
	rules := loadRules(b)
	each(b, func(b *testing.B, files fs.FS) {
		for b.Loop() {
			res, err := lint.Run(b.Context(), rules, lint.Options{FS: files})
			if err != nil {
				b.Fatal(err)
			}
			if err := report.Text(io.Discard, res.Findings, report.Style{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func each(b *testing.B, f func(*testing.B, fs.FS)) {
	for _, n := range sizes {
		files := synth.Files(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			f(b, files)
		})
	}
}
