package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ConfigKeyUnknown is documented, with examples that run as tests, in config-key-unknown.md.
var ConfigKeyUnknown = &lint.Rule{
	Meta: lint.Meta{
		ID:       "config-key-unknown",
		Title:    "A key of config.properties is read by no release",
		Severity: lint.Warning,
		Needs:    []string{"config"},
		Params: []lint.Param{
			{Name: "extra-keys", Default: []string{}, Doc: "keys that plug-ins read"},
		},
		Fix: lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if s.Config != nil && !s.Config.Bundled {
				unknownKeys(p, s, s.Config.Entries)
			}
		}
		return nil
	},
}

func configKeyUnknown(p *lint.Pass, s *model.Server, e *model.Entry) {
	_, known := torchserve.Exists(e.Key)
	_, misnamed := torchserve.Misnamed(e.Key)
	_, _, ofModel := torchserve.PerModel(e.Key)
	if known || misnamed || ofModel || meansVMArgs(e.Key) || slices.Contains(p.Words("extra-keys"), e.Key) || strings.HasPrefix(e.Key, "\u00ef\u00bb\u00bf") {
		return
	}
	better, near := nearest(e.Key)
	hint := elsewhere(e.Key)
	if near {
		hint = fmt.Sprintf("; did you mean %s?", better)
	}
	f := p.Report(e.KeyAt, "%s is not a TorchServe property and is ignored%s", named(e.Key), hint).
		Advise("use the key that is meant, or delete the line; settings of a handler belong in model-config.yaml")
	if plug := s.Settings.Get("plugins_path"); plug != nil {
		f.Weaken(lint.Info).Cause(plug)
	}
	if near {
		f.Edit(lint.Unsafe, "use the key that is meant", source.Edit{Span: e.KeyAt.Origin.Span, New: better})
	}
}

// unknownKeys goes through the entries of a file. Lines of JSON that the line before does not
// continue to are one finding.
func unknownKeys(p *lint.Pass, s *model.Server, entries []*model.Entry) {
	for i := 0; i < len(entries); i++ {
		first := i
		for i < len(entries) && piece(entries[i].Key) {
			i++
		}
		if i > first {
			jsonAsKeys(p, entries[first], i-first)
		}
		if i < len(entries) {
			configKeyUnknown(p, s, entries[i])
		}
	}
}

// piece reports whether a key is the beginning of a line of JSON.
func piece(key string) bool { return key != "" && strings.ContainsAny(key[:1], `"{}[]`) }

func jsonAsKeys(p *lint.Pass, e *model.Entry, lines int) {
	what := "it is"
	if lines > 1 {
		what = fmt.Sprintf("%d lines are", lines)
	}
	p.Report(e.KeyAt, "%s is no property but a line of JSON: the line before does not end in a backslash, so %s ignored", e.Key, what).
		Advise("end each line of the value but the last with a backslash")
}

func named(key string) string {
	if key == "" {
		return "a line without a key"
	}
	return key
}

// nearest returns the key that a spelling is likely meant to be: the same letters in another case or
// with dashes, or at most two letters away.
func nearest(key string) (string, bool) {
	var keys []string
	flat := strings.ToLower(strings.ReplaceAll(key, "-", "_"))
	for _, q := range torchserve.Properties() {
		if strings.ToLower(q.Key) == flat {
			return q.Key, true
		}
		keys = append(keys, q.Key)
	}
	return torchserve.Nearest(key, keys)
}

// elsewhere names the layer in which a name does exist.
func elsewhere(key string) string {
	if _, ok := torchserve.LookupModelKey(key); ok {
		return "; it is a key of model-config.yaml"
	}
	if _, ok := torchserve.KnownFlag("--" + strings.ReplaceAll(key, "_", "-")); ok {
		return "; it is a flag of the command line"
	}
	if q, ok := torchserve.ByEnv(key, model.Latest()); ok {
		return fmt.Sprintf("; it is the variable of %s", q.Key)
	}
	return ""
}
