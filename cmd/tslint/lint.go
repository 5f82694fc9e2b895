package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/report"
)

func newLint(std streams) *cobra.Command {
	o := &options{}
	c := &cobra.Command{
		Use:  "lint [PATH...]",
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, paths []string) error { return lintPaths(c, std, o, paths) },
	}
	f := c.Flags()
	o.input(c)
	o.selection(c)
	f.StringArrayVarP(&o.formats, "format", "f", nil, "text (default), compact, json, github; repeatable; `NAME[=FILE]`")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print findings only")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say what was found and how long it took")
	f.StringVar(&o.failOn, "fail-on", "", "what fails: error, warning (default), info, never; `LEVEL`")
	return c
}

func lintPaths(c *cobra.Command, std streams, o *options, paths []string) error {
	if len(paths) > 0 && c.ArgsLenAtDash() < 0 { // what is behind -- is a path
		if near := nearCommand(c.Root(), paths[0]); near != "" {
			return misuse("did you mean tslint "+near+"?", "%s is no command, and no such file or directory", paths[0])
		}
	}
	outputs, err := parseFormats(o.formats)
	if err != nil {
		return err
	}
	j, err := o.job(std, paths)
	if err != nil {
		return err
	}
	ctx, cancel := o.bounded(c.Context())
	defer cancel()
	res, runErr := lint.Run(ctx, j.rules, j.options)
	if res == nil {
		return &exit{code: failure(c.Context(), runErr), err: runErr}
	}
	end := verdict(c.Context(), o, j.options.Config, res, runErr)
	r := report.Run{Result: res, Version: version(), ExitCode: end.code}
	if runErr != nil {
		r.Errors = append(r.Errors, runErr.Error())
	}
	if err := write(std, outputs, r, j.style); err != nil {
		return err
	}
	if o.quiet {
		skipped(std.err, asked(r.Skipped))
	} else {
		footer(std.err, o, r, paths, time.Since(j.options.Today))
	}
	if end.code == clean {
		return nil
	}
	return end
}

// A job is what a command checks, by which rules, and how it shows that.
type job struct {
	rules   []*lint.Rule
	options lint.Options
	style   report.Style
}

func (o *options) job(std streams, paths []string) (*job, error) {
	style, err := o.style(std)
	if err != nil {
		return nil, err
	}
	rules, err := allRules()
	if err != nil {
		return nil, err
	}
	fsys := load.OS()
	config, err := o.configure(fsys, paths, rules)
	if err != nil {
		return nil, err
	}
	return &job{rules, lint.Options{FS: fsys, Paths: paths, Stdin: std.in, StdinName: o.stdinName, Config: config, Today: time.Now()}, style}, nil
}

// bounded ends the context with --timeout.
func (o *options) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.timeout > 0 {
		return context.WithTimeout(ctx, o.timeout)
	}
	return context.WithCancel(ctx)
}

// verdict says with what code a run ends: the first of bug, usage, unchecked, found that applies.
func verdict(ctx context.Context, o *options, config *lint.Config, res *lint.Result, err error) *exit {
	if err != nil {
		return &exit{code: failure(ctx, err), err: err}
	}
	if len(asked(res.Skipped)) > 0 {
		return &exit{code: unchecked}
	}
	if res.Files == 0 && !o.allowEmpty {
		return &exit{code: unchecked}
	}
	for _, f := range res.Findings {
		if f.Severity >= config.FailOn {
			return &exit{code: found}
		}
	}
	return &exit{code: clean}
}

// failure is the code of an error of a run.
func failure(ctx context.Context, err error) int {
	switch {
	case errors.As(err, new(*lint.Bug)):
		return bug
	case errors.Is(ctx.Err(), context.Canceled):
		return interrupted
	case errors.Is(err, context.DeadlineExceeded):
		return unchecked
	}
	return usage // the only other errors are those of policies
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
