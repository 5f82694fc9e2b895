package workers

import (
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// ZeroWorkersRegistered is documented, with examples that run as tests, in zero-workers-registered.md.
var ZeroWorkersRegistered = &lint.Rule{
	Meta: lint.Meta{
		ID:       "zero-workers-registered",
		Title:    "A model is registered without a worker",
		Severity: lint.Warning,
		Needs:    []string{"config", "manifest", "compose", "dockerfile"},
		Fix:      lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if workless(s) {
				zeroWorkersRegistered(p, s)
			}
		}
		return nil
	},
}

// workless reports whether the server lets models be registered, and gives them no worker of
// its own accord. Its GPUs and CPUs do not count then (facts: precedence.md 5).
func workless(s *model.Server) bool {
	if on, ok := s.ModelAPI.Get(); !ok || !on || s.Settings == nil {
		return false
	}
	scaled := slices.ContainsFunc(s.Calls, func(c *model.Call) bool { return c.Method == "PUT" })
	n := s.Settings.Get("default_workers_per_model")
	return !scaled && (n == nil || n.Or("") == "0")
}

func zeroWorkersRegistered(p *lint.Pass, s *model.Server) {
	for _, c := range s.Calls {
		n, known := c.Workers.Get()
		if c.Method != "POST" || c.Model == "" || !known || n != 0 || mayHavePair(s, c.Model) {
			continue
		}
		var at model.Cited = c.Workers
		without := "initial_workers=0"
		if c.Workers.Origin.Kind == model.Absent {
			at, without = c.At, "without initial_workers"
		}
		f := p.Report(at, "the call registers %s %s, and default_workers_per_model is not set: it gets no worker, and every request ends in 503%s", c.Model, without, unlessPacked(s, c.Model)).
			Advise("add initial_workers=1&synchronous=true to the URL")
		if c.Workers.Origin.Kind != model.Absent {
			f.Replace(lint.Unsafe, "start one worker", "1")
			continue
		}
		if span := c.At.Origin.Span; quoted(span) {
			end := source.Span{File: span.File, Start: span.End, End: span.End}
			f.Edit(lint.Unsafe, "start one worker", source.Edit{Span: end, New: "&initial_workers=1&synchronous=true"})
		}
	}
}

// quoted reports whether a shell takes what stands behind an & for a part of the URL.
func quoted(s source.Span) bool {
	return s.File != nil && s.Start > 0 && strings.ContainsRune("'\"", rune(s.File.Data[s.Start-1]))
}

// mayHavePair reports whether the archive that is registered has a model-config.yaml, which may
// set minWorkers and maxWorkers, and the release may read it.
func mayHavePair(s *model.Server, file string) bool {
	a := stored(s, file)
	r, ok := s.Release.Get()
	return a != nil && (a.ConfigFile != nil || a.Fault != nil) && (!ok || r.AtLeast("0.8.0"))
}

// unlessPacked says that an archive which is not among the inputs may set the number.
func unlessPacked(s *model.Server, file string) string {
	if r, ok := s.Release.Get(); stored(s, file) != nil || ok && r.Before("0.8.0") {
		return ""
	}
	return " (unless a model-config.yaml in it sets minWorkers and maxWorkers)"
}

// stored returns the archive of a file name among the inputs, or nil.
func stored(s *model.Server, file string) *model.Archive {
	for _, a := range s.Store {
		if name := a.Name.Or(""); name == file || strings.TrimSuffix(name, ".mar") == file {
			return a
		}
	}
	return nil
}
