package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"
	"github.com/torchserve-lint/tslint/lint/link"
	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
)

func newShow(std streams) *cobra.Command {
	o := &options{}
	all, path, format := false, false, "text"
	c := &cobra.Command{
		Use: "show [PATH...]",
		Long: "Prints the effective deployment: what each server will really run with, where\n" +
			"each value comes from, and what it won over. A server whose release is not\n" +
			"known is shown as the last release would read it.",
		Example: "  tslint show ./deploy\n  tslint show --path ./deploy",
		RunE: func(c *cobra.Command, paths []string) error {
			if format != "text" && format != "json" {
				return misuse("formats: text, json", "there is no format %s", format)
			}
			d, err := o.deployment(c, std, paths)
			if err != nil {
				return err
			}
			b := bufio.NewWriter(std.out)
			switch {
			case format == "json":
				err = showJSON(b, d, all)
			case path:
				showPath(b, d)
			default:
				for _, s := range shown(d) {
					showServer(b, s, all)
				}
			}
			if err == nil {
				err = b.Flush()
			}
			if err != nil {
				return &exit{code: unchecked, err: err}
			}
			return nil
		},
	}
	o.input(c)
	c.Flags().BoolVar(&all, "all", false, "every setting of config.properties")
	c.Flags().BoolVar(&path, "path", false, "the way of a request, one hop a line")
	c.Flags().StringVarP(&format, "format", "f", format, "text (default), json; `NAME`")
	return c
}

// deployment reads what the paths hold, without running a rule.
func (o *options) deployment(c *cobra.Command, std streams, paths []string) (*model.Deployment, error) {
	rules, err := allRules()
	if err != nil {
		return nil, err
	}
	fsys := load.OS()
	config, err := o.configure(fsys, paths, rules)
	if err != nil {
		return nil, err
	}
	ctx, cancel := o.bounded(c.Context())
	defer cancel()
	in, err := load.Load(ctx, load.Options{FS: fsys, Paths: paths, Stdin: std.in, StdinName: o.stdinName})
	if err != nil {
		return nil, stopped(ctx, err)
	}
	l := link.New(ctx, in, link.Options{Release: config.Release, Models: config.Models, GPUMemory: config.GPUMemory})
	if l == nil {
		return nil, stopped(ctx, ctx.Err())
	}
	for _, p := range l.Problems {
		fmt.Fprintf(std.err, "%s: %s\n", p.Span, p.Msg)
	}
	skipped(std.err, slices.Concat(in.Skipped, l.Skipped))
	d := l.All()
	if f := l.Failures(); len(f) > 0 {
		return nil, &exit{code: bug, err: fmt.Errorf("reading %s: %v", f[0].Name, f[0].Value)}
	}
	if len(d.Servers) == 0 && len(d.Routes) == 0 && !o.allowEmpty {
		return nil, &exit{code: unchecked, err: fmt.Errorf("no TorchServe server among the files")}
	}
	return d, nil
}

// stopped says why a deployment could not be read to its end.
func stopped(ctx context.Context, err error) error {
	switch ctxErr := ctx.Err(); {
	case errors.Is(ctxErr, context.Canceled):
		return &exit{code: interrupted, err: err}
	case errors.Is(ctxErr, context.DeadlineExceeded):
		return &exit{code: unchecked, err: errors.New("the time was up before everything was read")}
	}
	return &exit{code: unchecked, err: err}
}

// shown returns the servers, of several outcomes of one the newest.
func shown(d *model.Deployment) (out []*model.Server) {
	for i, s := range d.Servers {
		if i+1 < len(d.Servers) && d.Servers[i+1].Name.Origin.Place() == s.Name.Origin.Place() && d.Servers[i+1].Container.Origin.Place() == s.Container.Origin.Place() {
			continue
		}
		out = append(out, s)
	}
	return out
}

// Columns of a sheet.
const (
	sheetName  = 18
	sheetValue = 24
)

// terminal measures text as terminals show it, whatever the locale.
func terminal() *runewidth.Condition { return &runewidth.Condition{StrictEmojiNeutral: true} }

// A sheet prints rows of a name, a value and its origin.
type sheet struct {
	w    io.Writer
	name int // columns of the names
}

func (p sheet) title(indent, format string, args ...any) {
	fmt.Fprintf(p.w, indent+format+"\n", args...)
}

// row prints a value with where it comes from, and what it won over, below it. The origin of a
// value that is too wide for its column is below it as well.
func (p sheet) row(indent, name string, v model.Cited) {
	c := v.Cite()
	text := strings.Join(strings.Fields(c.Text), " ")
	if terminal().StringWidth(text) > sheetValue {
		p.title(indent, "%-*s %s", p.name, name, text)
		p.title(indent, "%-*s   %s", p.name, "", origin(c.Origin))
	} else {
		p.title(indent, "%-*s %s %s", p.name, name, terminal().FillRight(text, sheetValue), origin(c.Origin))
	}
	for _, o := range beaten(c) {
		text := o.Text
		if text != "" {
			text += " "
		}
		word := "over"
		if c.Kind == model.Computed {
			word = "from"
		}
		p.title(indent, "%-*s   %s %s %s(%s)", p.name, "", word, o.Key, text, origin(o.Origin))
	}
}

// beaten returns what a value won over; that a default takes the place of another is no news.
func beaten(c model.Citation) (out []model.Citation) {
	for _, o := range c.Over {
		if c.Kind != model.Default || o.Kind != model.Default {
			out = append(out, o)
		}
	}
	return out
}

func origin(o model.Origin) string {
	switch {
	case o.Span.File == nil && o.Why == "":
		return "not written"
	case o.Span.File == nil:
		return o.Why
	}
	text := o.Span.String()
	if _, key, line := o.Span.File.At(o.Span.Start); key != "" {
		text += fmt.Sprintf(" (%s:%d)", key, line)
	}
	if o.Why != "" {
		text += ", " + o.Why
	}
	return text
}
