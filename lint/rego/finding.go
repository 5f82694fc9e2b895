package rego

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// shape is what a policy yields.
const shape = `want {"message": "…", "at": a setting of the input, and where there is more to say "because": [settings], "help": "…", "severity": "info", "fix": {"title": "…", "with": "…"}}`

// report turns one member of deny into a finding.
func (in *input) report(p *lint.Pass, v any) error {
	f, _ := v.(map[string]any)
	message, _ := f["message"].(string)
	at, ok := in.cited(f["at"])
	if !ok || message == "" || strings.Contains(message, "%!") {
		return fmt.Errorf("deny yields %s, %s", show(v), shape)
	}
	finding := p.Report(at, "%s", message)
	for _, key := range slices.Sorted(maps.Keys(f)) {
		if err := in.add(p, finding, key, f[key]); err != nil {
			return err
		}
	}
	return nil
}

// add sets what else a policy says of a finding.
func (in *input) add(p *lint.Pass, f *lint.Finding, key string, v any) error {
	text, isText := v.(string)
	switch key {
	case "message", "at":
		return nil
	case "because":
		because, ok := v.([]any)
		for _, b := range because {
			c, cites := in.cited(b)
			ok = ok && cites
			if cites {
				f.Cause(c)
			}
		}
		if ok {
			return nil
		}
	case "help":
		if isText {
			f.Advise("%s", text)
			return nil
		}
	case "severity":
		if severity, ok := lint.ParseSeverity(text); ok && severity <= p.Rule.Severity {
			f.Weaken(severity)
			return nil
		}
		return fmt.Errorf("severity is %s, want one that is not above %s", show(v), p.Rule.Severity)
	case "fix":
		fix, _ := v.(map[string]any)
		title, ok1 := fix["title"].(string)
		with, ok2 := fix["with"].(string)
		if ok1 && ok2 && len(fix) == 2 && p.Rule.Fix != lint.NoFix {
			f.Replace(p.Rule.Fix, title, with)
			return nil
		}
	}
	return fmt.Errorf("%s is %s, %s", key, show(v), shape)
}

// cited returns the setting that a policy handed back.
func (in *input) cited(v any) (model.Cited, bool) {
	m, _ := v.(map[string]any)
	id, _ := m["id"].(json.Number)
	i, err := strconv.Atoi(id.String())
	if err != nil || i < 0 || i >= len(in.cites) {
		return nil, false
	}
	return in.cites[i], true
}

func show(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}
