package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// A Run is what a report is about.
type Run struct {
	*lint.Result
	Version  string // of tslint
	ExitCode int
	Errors   []string // that are no findings
}

// JSON writes a run for programs: schema.json describes it. Lines and columns begin at 1, columns
// count Unicode code points, bytes begin at 0.
func JSON(w io.Writer, r Run) error {
	d := document{
		SchemaVersion: 1,
		Tool:          tool{"tslint", r.Version},
		Summary: summary{
			Error: r.Count(lint.Error), Warning: r.Count(lint.Warning), Info: r.Count(lint.Info),
			Files: r.Files, Suppressed: len(r.Suppressed), ExitCode: r.ExitCode,
		},
		Findings: []finding{}, Suppressed: []suppressed{}, NotLooked: []notLooked{}, Errors: []string{},
	}
	families := map[string]string{}
	for _, rule := range r.Rules {
		families[rule.ID] = rule.Family
	}
	for _, f := range r.Findings {
		d.Findings = append(d.Findings, jsonFinding(f, families[f.Rule]))
	}
	for _, s := range r.Suppressed {
		out := suppressed{finding: jsonFinding(s.Finding, families[s.Rule]), Reason: s.Reason}
		if !s.Until.IsZero() {
			out.Until = s.Until.Format("2006-01-02")
		}
		d.Suppressed = append(d.Suppressed, out)
	}
	for _, s := range r.Skipped {
		d.NotLooked = append(d.NotLooked, notLooked{s.Name, s.Why})
	}
	d.Errors = append(d.Errors, r.Errors...)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

type document struct {
	SchemaVersion int          `json:"schemaVersion"`
	Tool          tool         `json:"tool"`
	Summary       summary      `json:"summary"`
	Findings      []finding    `json:"findings"`
	Suppressed    []suppressed `json:"suppressed"`
	NotLooked     []notLooked  `json:"notLooked"`
	Errors        []string     `json:"errors"`
}

type tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type summary struct {
	Error      int `json:"error"`
	Warning    int `json:"warning"`
	Info       int `json:"info"`
	Files      int `json:"files"`
	Suppressed int `json:"suppressed"`
	Baselined  int `json:"baselined"`
	ExitCode   int `json:"exitCode"`
}

type finding struct {
	Fingerprint string    `json:"fingerprint"`
	Rule        string    `json:"rule"`
	Family      string    `json:"family"`
	Level       string    `json:"level"`
	Message     string    `json:"message"`
	Help        string    `json:"help"`
	Location    *location `json:"location"`
	Origin      string    `json:"origin,omitempty"`
	Related     []related `json:"related"`
	Fixes       []fix     `json:"fixes"`
}

type suppressed struct {
	finding
	Reason string `json:"reason"`
	Until  string `json:"until,omitempty"`
}

type location struct {
	File     string     `json:"file"`
	Start    position   `json:"start"`
	End      position   `json:"end"`
	Key      string     `json:"key"`
	Object   *object    `json:"object"`
	Embedded *embedding `json:"embedded"`
}

type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

type object struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

type embedding struct {
	Key  string `json:"key"`
	Line int    `json:"line"`
}

type related struct {
	Key      string    `json:"key"`
	Value    string    `json:"value"`
	Origin   string    `json:"origin"`
	Location *location `json:"location"`
}

type fix struct {
	Title string `json:"title"`
	Kind  string `json:"kind"`
	Edits []edit `json:"edits"`
}

type edit struct {
	File      string `json:"file"`
	StartByte int    `json:"startByte"`
	EndByte   int    `json:"endByte"`
	NewText   string `json:"newText"`
}

type notLooked struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

func jsonFinding(f *lint.Finding, family string) finding {
	out := finding{
		Fingerprint: fingerprint(f), Rule: f.Rule, Family: family, Level: f.Severity.String(), Message: f.Message, Help: f.Help,
		Location: locate(f.At.Place(), f.At.Key), Related: []related{}, Fixes: []fix{},
	}
	if f.At.Span.File == nil {
		out.Origin = f.At.Why
	}
	for _, c := range f.Because {
		out.Related = append(out.Related, related{c.Key, c.Text, c.String(), locate(c.Span, c.Key)})
	}
	if f.Fix != nil {
		x := fix{Title: f.Fix.Title, Kind: f.Fix.Kind.String(), Edits: []edit{}}
		for _, e := range f.Fix.Edits {
			x.Edits = append(x.Edits, edit{e.Span.File.Name, e.Span.Start, e.Span.End, e.New})
		}
		out.Fixes = append(out.Fixes, x)
	}
	return out
}

func locate(s source.Span, key string) *location {
	if s.File == nil {
		return nil
	}
	out := &location{File: s.File.Name, Start: place(s.File, s.Start), End: place(s.File, s.End), Key: key}
	o, embedded, line := s.File.At(s.Start)
	if o.Kind != "" {
		out.Object = &object{o.Kind, o.Namespace, o.Name}
	}
	if embedded != "" {
		out.Embedded = &embedding{embedded, line}
	}
	return out
}

func place(f *source.File, off int) position {
	line, col := f.Line(off)
	return position{line, col, off}
}

// fingerprint tells a finding from others without its line: the rule, the file, the object and the key,
// and the values that it rests on.
func fingerprint(f *lint.Finding) string {
	parts := []string{f.Rule}
	for _, c := range slices.Concat([]model.Citation{f.At}, f.Because) {
		file, name := "", ""
		if s := c.Place(); s.File != nil {
			file = s.File.Name
			o, key, _ := s.File.At(s.Start)
			name = strings.Join([]string{o.Kind, o.Namespace, o.Name, key}, "/")
		}
		parts = append(parts, file, name, c.Key, strings.Join(strings.Fields(c.Text), " "))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
