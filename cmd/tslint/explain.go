package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

func newExplain(std streams) *cobra.Command {
	o := &options{}
	c := &cobra.Command{
		Use: "explain RULE|KEY",
		Long: "Prints the page of a rule, or what TorchServe does with a setting: a key of\n" +
			"config.properties or model-config.yaml, a member of models={...}, a flag, a TS_\n" +
			"variable. Where a name is several of these, all are printed.",
		Example: "  tslint explain proxy-timeout-short\n  tslint explain default_response_timeout",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misuse("tslint rules lists the rules", "explain takes one name, not %d", len(args))
			}
			style, err := o.style(std)
			if err != nil {
				return err
			}
			return explain(std.out, args[0], style.Color)
		},
	}
	c.Flags().StringVar(&o.color, "color", "auto", "colour: auto (default), always, never; `WHEN`")
	return c
}

// aboutFlag lets a flag of torchserve be named as it is written: tslint explain --ncs.
func aboutFlag(args []string) []string {
	if len(args) != 2 || args[0] != "explain" || args[1] == "--help" || args[1] == "-h" {
		return args
	}
	if _, ok := torchserve.KnownFlag(args[1]); ok {
		return []string{"explain", "--", args[1]}
	}
	return args
}

func explain(w io.Writer, name string, color bool) error {
	all, err := allRules()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, r := range all {
		if r.ID == name {
			page(&b, r, color)
		}
	}
	explainKey(&b, name, color)
	if b.Len() == 0 {
		names := append(lint.Names(all), keyNames()...)
		if near := lint.Nearest(name, names); near != "" {
			return misuse("did you mean "+near+"?", "there is no rule or setting %s", name)
		}
		return misuse("tslint rules lists the rules", "there is no rule or setting %s", name)
	}
	_, err = w.Write(b.Bytes())
	return err
}

// page prints what a rule says of itself, then its page.
func page(b *bytes.Buffer, r *lint.Rule, color bool) {
	facts := fmt.Sprintf("%s, %s, profile %s", r.Family, r.Severity, r.Profile)
	if r.Versions != "" {
		facts += ", TorchServe " + r.Versions
	}
	if r.Fix != lint.NoFix {
		facts += fmt.Sprintf(", fix: %s", r.Fix)
	}
	text := strings.TrimPrefix(r.Page, "# "+r.ID+"\n")
	markdown(b, "# "+r.ID, color)
	fmt.Fprintf(b, "%s (%s)\n", r.Title, facts)
	for i, p := range r.Params {
		if i == 0 {
			fmt.Fprintln(b, "\nParameters, in .tslint.yaml:")
		}
		fmt.Fprintf(b, "  %s: %v  %s\n", p.Name, spelt(p), p.Doc)
	}
	markdown(b, text, color)
}
