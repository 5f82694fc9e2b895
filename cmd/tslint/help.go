package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const overview = `tslint - finds what will go wrong in TorchServe deployments

Usage: tslint [PATH...]            lint files, directories, globs (default: .)
       tslint COMMAND [...]

Examples:
  tslint ./deploy                        lint a directory
  tslint show ./deploy                   what the servers will really run with
  tslint fix ./deploy                    show what fixes would change
  tslint explain proxy-timeout-short     what a rule means
  tslint -f text -f json=out.json .      two reports in one run
  cat app.yaml | tslint -                lint standard input

Commands:
  lint  show  fix  explain  rules  version  completion
`

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:  "help [COMMAND]",
		Long: "Prints the help of tslint, or of a command.",
		RunE: func(c *cobra.Command, args []string) error {
			about, _, err := c.Root().Find(args)
			if err == nil && (len(args) == 0 || about.HasParent()) {
				return about.Help()
			}
			hint := "tslint --help lists the commands and flags"
			if near := nearCommand(c.Root(), args[0]); near != "" {
				hint = "did you mean tslint help " + near + "?"
			}
			return misuse(hint, "there is no command %s", args[0])
		},
	}
}

// help prints one screen for tslint itself, and a page for each command.
func help(w io.Writer, c *cobra.Command) {
	if c.HasParent() && c.Name() != "lint" {
		fmt.Fprintf(w, "%s\n\nUsage: tslint %s\n", c.Long, c.Use)
		if c.Example != "" {
			fmt.Fprintf(w, "\nExamples:\n%s\n", c.Example)
		}
		if c.Flags().HasAvailableFlags() {
			fmt.Fprintln(w)
		}
		flags(w, "Flags", c.Flags(), nil)
		return
	}
	fmt.Fprint(w, overview)
	l, _, err := c.Root().Find([]string{"lint"})
	if err != nil {
		return
	}
	for _, g := range groups {
		flags(w, g.title, l.Flags(), g.names)
	}
}

// Groups are the flags by what they are about, in the order of the help.
var groups = []struct {
	title string
	names []string
}{
	{"Input", []string{"stdin-filename", "allow-empty"}},
	{"Rules", []string{"profile", "only", "enable", "disable", "torchserve-version"}},
	{"Output", []string{"format", "color", "quiet", "verbose"}},
	{"Result", []string{"fail-on"}},
	{"Global", []string{"config", "timeout"}},
}

// flags prints flags of a set, all of them where no names are given.
func flags(w io.Writer, title string, set *pflag.FlagSet, names []string) {
	var lines []string
	add := func(f *pflag.Flag) {
		if f == nil || f.Hidden || f.Name == "help" {
			return
		}
		name := "    --" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", --" + f.Name
		}
		value, text := pflag.UnquoteUsage(f)
		text = strings.TrimSuffix(text, "; "+value) // where the sentence does not need the name
		lines = append(lines, strings.TrimRight(fmt.Sprintf("  %-26s %s", name+" "+value, text), " "))
	}
	if names == nil {
		set.VisitAll(add)
	}
	for _, n := range names {
		add(set.Lookup(n))
	}
	if len(lines) > 0 {
		fmt.Fprintf(w, "%s:\n%s\n", title, strings.Join(lines, "\n"))
	}
}
