package main

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/rego"
	"github.com/torchserve-lint/tslint/policies"
	"github.com/torchserve-lint/tslint/rules"
)

func newRoot(std streams) *cobra.Command {
	root := &cobra.Command{
		Use:                "tslint",
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true,
		CompletionOptions:  cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { help(std.out, c) })
	root.SetUsageFunc(func(c *cobra.Command) error { help(std.out, c); return nil })
	root.SetHelpCommand(newHelp())
	root.AddCommand(newLint(std), newShow(std), newFix(std), newExplain(std), newRules(std), newVersion(std), newCompletion(std))
	return root
}

// withCommand puts lint before arguments that name no command: an argument that is a path is
// linted.
func withCommand(root *cobra.Command, args []string) []string {
	for i, a := range args {
		switch {
		case a == "--help" || a == "-h":
			return args
		case a == "--version": // cobra's own would link templates in, a seventh of the program
			return []string{"version"}
		case a == "--":
			return slices.Concat([]string{"lint"}, args)
		case strings.HasPrefix(a, "-") && a != "-":
			continue
		case i > 0 && takesValue(root, args[i-1]):
			continue
		case isCommand(root, a):
			return args
		default:
			return slices.Concat([]string{"lint"}, args)
		}
	}
	return slices.Concat([]string{"lint"}, args)
}

// takesValue reports whether a flag's value is the next argument.
func takesValue(root *cobra.Command, arg string) bool {
	if !strings.HasPrefix(arg, "-") || arg == "-" || strings.Contains(arg, "=") {
		return false
	}
	l, _, err := root.Find([]string{"lint"})
	if err != nil {
		return false
	}
	var f *pflag.Flag
	if name, long := strings.CutPrefix(arg, "--"); long {
		f = l.Flags().Lookup(name)
	} else if len(arg) == 2 {
		f = l.Flags().ShorthandLookup(arg[1:])
	}
	return f != nil && f.NoOptDefVal == ""
}

func isCommand(root *cobra.Command, name string) bool {
	return slices.Contains(commandNames(root), name)
}

func commandNames(root *cobra.Command) []string {
	out := []string{"help", "__complete", "__completeNoDesc"}
	for _, c := range root.Commands() {
		out = append(out, c.Name())
	}
	return out
}

// nearCommand returns the command that a word is likely meant to be, where nothing of that name
// is there to be linted.
func nearCommand(root *cobra.Command, word string) string {
	if _, err := os.Lstat(word); err == nil || strings.ContainsAny(word, "./*?[{") {
		return ""
	}
	names := slices.DeleteFunc(commandNames(root), func(n string) bool { return strings.HasPrefix(n, "_") })
	return lint.Nearest(word, names)
}

// flagHint says what a misspelt flag is likely meant to be.
func flagHint(root *cobra.Command, args []string, err error) string {
	const hint = "tslint --help lists the commands and flags"
	word, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return hint
	}
	c, _, findErr := root.Find(withCommand(root, args))
	if findErr != nil {
		return hint
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := lint.Nearest(word, names); near != "" {
		return "did you mean --" + near + "?"
	}
	return hint
}

// allRules returns the rules of both languages.
func allRules() ([]*lint.Rule, error) {
	fromRego, err := rego.Rules(policies.FS)
	if err != nil {
		return nil, &exit{code: usage, err: err}
	}
	return slices.Concat(rules.All, fromRego), nil
}
