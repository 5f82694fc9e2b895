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

func newCompletion(std streams) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Long:      "Prints a script that completes commands and flags of tslint in a shell.",
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(c *cobra.Command, args []string) error {
			switch args[0] {
			case "bash":
				return c.Root().GenBashCompletionV2(std.out, true)
			case "zsh":
				return c.Root().GenZshCompletion(std.out)
			case "fish":
				return c.Root().GenFishCompletion(std.out, true)
			}
			return c.Root().GenPowerShellCompletionWithDesc(std.out)
		},
	}
}
