package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/natefinch/atomic"
	"github.com/spf13/cobra"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/report"
)

func newFix(std streams) *cobra.Command {
	o := &options{}
	change, bold := false, false
	c := &cobra.Command{
		Use: "fix [PATH...]",
		Long: "Prints what fixes would change, as a unified diff. Safe fixes keep what was meant; the unsafe ones change capacity,\n" +
			"latency or who has access. What an archive holds is never changed. Exit code 1: there is something to do.",
		Example: "  tslint fix ./deploy                    show the diff of the safe fixes\n" +
			"  tslint fix --write ./deploy            change the files\n" +
			"  tslint fix --unsafe --only proxy .     the bolder ones too, of one family",
		RunE: func(c *cobra.Command, paths []string) error { return fixPaths(c, std, o, paths, change, bold) },
	}
	o.input(c)
	o.selection(c)
	f := c.Flags()
	f.BoolVar(&change, "write", false, "change the files")
	f.BoolVar(&bold, "unsafe", false, "make unsafe fixes too")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print the diff only")
	return c
}

func fixPaths(c *cobra.Command, std streams, o *options, paths []string, change, bold bool) error {
	if slices.Contains(paths, "-") {
		return misuse("save it as a file, and name that", "standard input cannot be fixed")
	}
	j, err := o.job(std, paths)
	if err != nil {
		return err
	}
	kind := lint.Safe
	if bold {
		kind = lint.Unsafe
	}
	ctx, cancel := o.bounded(c.Context())
	defer cancel()
	fixed, err := lint.ApplyFixes(ctx, j.rules, j.options, kind)
	if err != nil {
		return &exit{code: failure(c.Context(), err), err: err}
	}
	if change {
		err = rewrite(fixed.Changes)
	} else {
		err = report.Diff(std.out, fixed.Changes, j.style)
	}
	if err != nil {
		return &exit{code: unchecked, err: err}
	}
	if !o.quiet {
		tellFixed(std.err, fixed, change, bold)
	}
	end := verdict(c.Context(), o, j.options.Config, fixed.Result, nil)
	switch {
	case end.code == unchecked:
		return end
	case len(fixed.Changes) > 0 && !change:
		return &exit{code: found}
	}
	return nil
}

// rewrite changes files, each at once or not at all. It begins only if all still hold what the
// fixes were made for.
func rewrite(changes []lint.Change) error {
	for _, c := range changes {
		now, err := os.ReadFile(filepath.FromSlash(c.Name))
		if err != nil {
			return err
		}
		if string(now) != c.Before {
			return fmt.Errorf("%s was changed by somebody else meanwhile; nothing is written", c.Name)
		}
	}
	for _, c := range changes {
		name, err := filepath.EvalSymlinks(filepath.FromSlash(c.Name)) // the link stays one
		if err != nil {
			return err
		}
		if err := atomic.WriteFile(name, strings.NewReader(c.After)); err != nil {
			return err
		}
	}
	return nil
}

// tellFixed says what was fixed and what else could be.
func tellFixed(w io.Writer, fixed *lint.Fixed, changed, bold bool) {
	skipped(w, fixed.Skipped)
	for _, f := range fixed.Applied {
		fmt.Fprintf(w, "%s: %s [%s]\n", f.At.Place(), f.Fix.Title, f.Rule)
	}
	left := map[lint.FixKind]int{}
	for _, f := range fixed.Findings {
		if f.Fix != nil {
			left[f.Fix.Kind]++
		}
	}
	line := "nothing to fix"
	if n := len(fixed.Applied); n > 0 {
		line = fmt.Sprintf("%s in %s", count(n, "change"), count(len(fixed.Changes), "file"))
	}
	switch {
	case len(fixed.Changes) > 0 && changed:
		line += ", written"
	case len(fixed.Changes) > 0:
		line += "; --write makes them"
	}
	if n := left[lint.Unsafe]; n > 0 && !bold {
		line += fmt.Sprintf("; %d more with --unsafe", n)
		left[lint.Unsafe] = 0
	}
	if n := left[lint.Safe] + left[lint.Unsafe]; n > 0 {
		line += fmt.Sprintf("; %s that fixes of others bring back", count(n, "finding"))
	}
	fmt.Fprintln(w, line)
}
