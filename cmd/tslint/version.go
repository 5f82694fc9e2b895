package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(std streams) *cobra.Command {
	return &cobra.Command{
		Use:  "version",
		Long: "Prints the version of tslint.",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(std.out, "tslint", version())
			return err
		},
	}
}

// version is that of the module, or of the checkout that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "devel"
	}
	return info.Main.Version
}

const shells = "shells: bash, zsh, fish, powershell"

func newCompletion(std streams) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Long:      "Prints a script that completes commands and flags of tslint in a shell.",
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misuse(shells, "completion takes one shell, not %d", len(args))
			}
			switch args[0] {
			case "bash":
				return c.Root().GenBashCompletionV2(std.out, true)
			case "zsh":
				return c.Root().GenZshCompletion(std.out)
			case "fish":
				return c.Root().GenFishCompletion(std.out, true)
			case "powershell":
				return c.Root().GenPowerShellCompletionWithDesc(std.out)
			}
			return misuse(shells, "there is no completion for %s", args[0])
		},
	}
}
