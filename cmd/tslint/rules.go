package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

func newRules(std streams) *cobra.Command {
	format, profile := "text", "strict"
	c := &cobra.Command{
		Use:     "rules",
		Long:    "Lists the rules: id, family, severity, profile and title; as Markdown and JSON\nalso the fix and the releases that have the fault.",
		Example: "  tslint rules\n  tslint rules -f markdown",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			p, ok := lint.ParseProfile(profile)
			if !ok {
				return misuse("profiles: recommended, strict", "there is no profile %s", profile)
			}
			all, err := allRules()
			if err != nil {
				return err
			}
			return listRules(std.out, format, sortedRules(all, p))
		},
	}
	c.Flags().StringVarP(&format, "format", "f", format, "text (default), json, markdown; `NAME`")
	c.Flags().StringVar(&profile, "profile", profile, "recommended, or strict (default), which is all; `NAME`")
	return c
}

func sortedRules(all []*lint.Rule, p lint.Profile) []*lint.Rule {
	out := slices.DeleteFunc(slices.Clone(all), func(r *lint.Rule) bool { return r.Profile > p })
	slices.SortFunc(out, func(a, b *lint.Rule) int {
		return cmp.Or(strings.Compare(a.Family, b.Family), strings.Compare(a.ID, b.ID))
	})
	return out
}

func listRules(w io.Writer, format string, rules []*lint.Rule) error {
	switch format {
	case "text":
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, r := range rules {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.ID, r.Family, r.Severity, r.Profile, r.Title)
		}
		return t.Flush()
	case "markdown":
		return markdownRules(w, rules)
	case "json":
		return jsonRules(w, rules)
	}
	return misuse("formats: text, json, markdown", "there is no format %s", format)
}

func markdownRules(w io.Writer, rules []*lint.Rule) error {
	fmt.Fprintln(w, "| rule | family | severity | profile | fix | releases | what it finds |")
	_, err := fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	for _, r := range rules {
		fmt.Fprintf(w, "| `%s` | %s | %s | %s | %s | %s | %s |\n", r.ID, r.Family, r.Severity, r.Profile, r.Fix, cmp.Or(r.Versions, "all"), r.Title)
	}
	return err
}

func jsonRules(w io.Writer, rules []*lint.Rule) error {
	type param struct {
		Name    string `json:"name"`
		Default any    `json:"default"`
		Unit    string `json:"unit"`
		Doc     string `json:"doc"`
	}
	type rule struct {
		ID       string   `json:"id"`
		Family   string   `json:"family"`
		Title    string   `json:"title"`
		Severity string   `json:"severity"`
		Profile  string   `json:"profile"`
		Versions string   `json:"versions"`
		Needs    []string `json:"needs"`
		Fix      string   `json:"fix"`
		Params   []param  `json:"params"`
	}
	out := []rule{}
	for _, r := range rules {
		x := rule{r.ID, r.Family, r.Title, r.Severity.String(), r.Profile.String(), r.Versions, slices.Concat([]string{}, r.Needs), r.Fix.String(), []param{}}
		for _, p := range r.Params {
			x.Params = append(x.Params, param{p.Name, spelt(p), p.Unit, p.Doc})
		}
		out = append(out, x)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

// spelt returns a parameter's default as it is written in .tslint.yaml: a number in its unit.
func spelt(p lint.Param) any {
	switch v := p.Default.(type) {
	case time.Duration:
		if p.Unit == "ms" {
			return v.Milliseconds()
		}
		return v.Seconds()
	case model.Bytes:
		return model.Show(v)
	}
	return p.Default
}
