package link

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

func newArchiveFile(f *load.File) *archiveFile {
	return &archiveFile{name: path.Base(f.Name), dir: path.Dir(f.Name), file: f, archive: f.Archive, config: f.Archive.Config}
}

// read returns what an archive says of itself. It is worked out once.
func (a *archiveFile) read() *model.Archive {
	if a.said == nil {
		a.said = a.say()
		a.said.Unnamed = a.unnamed(a.said)
		if f := a.archive.Requirements; f != nil {
			a.said.Packages = packages(f.Text())
		}
	}
	return a.said
}

// unnamed returns the model-config.yaml that lies in the archive and that its manifest does not name.
func (a *archiveFile) unnamed(said *model.Archive) *model.Value[string] {
	if a.config == nil || said.Fault != nil || a.archive.Manifest == nil {
		return nil
	}
	name := strings.TrimPrefix(a.config.Name, a.file.Name+"!")
	if said.ConfigFile != nil && said.ConfigFile.Or("") == name {
		return nil
	}
	v := model.Known(name, model.Origin{Key: "model-config.yaml", Span: start(a.config.Text())})
	return &v
}

var requirement = regexp.MustCompile(`(?m)^[ \t]*([A-Za-z0-9][A-Za-z0-9._-]*[^#;\r\n]*)`)

// packages returns what a requirements file asks for, without comments and conditions.
func packages(t source.Text) (out []model.Value[string]) {
	s := t.String()
	for _, m := range requirement.FindAllStringSubmatchIndex(s, -1) {
		end := m[2] + len(strings.TrimRight(s[m[2]:m[3]], " \t"))
		out = append(out, model.Known(s[m[2]:end], model.Origin{Key: "requirement", Span: t.SpanOf(m[2], end)}))
	}
	return out
}

func (a *archiveFile) say() *model.Archive {
	start := source.Span{File: a.file.File}
	out := &model.Archive{Name: model.Known(a.name, model.Origin{Key: "archive", Span: start})}
	unknown := model.Origin{Key: "serializedFile", On: start, Kind: model.Absent}
	out.SerializedSize = model.Unknown[model.Bytes](unknown)
	for _, m := range a.archive.Members {
		out.Members = append(out.Members, model.Member{Name: m.Name, Size: model.Bytes(m.Size)})
		out.Size += model.Bytes(m.Size)
	}
	if a.archive.Fault != "" {
		out.Fault = &model.Fault{At: model.Known(a.name, model.Origin{Key: "archive", Span: start}), Text: a.archive.Fault, Line: 1}
		return out
	}
	if a.archive.Manifest == nil {
		return out
	}
	j, p := syntax.ParseJSON(a.archive.Manifest.Text())
	if p != nil || j.Kind != syntax.JSONObject {
		at, text := a.archive.Manifest.Text().SpanOf(0, 0), "no object"
		if p != nil {
			at, text = p.Span, p.Msg
		}
		out.Fault = &model.Fault{At: model.Known("MANIFEST.json", model.Origin{Key: "MANIFEST.json", Span: at}), Text: text, Line: lineOf(at)}
		return out
	}
	a.describe(out, j.Get("model"))
	return out
}

// describe takes over what the manifest says of its model.
func (a *archiveFile) describe(out *model.Archive, m *syntax.JSON) {
	if m == nil {
		return
	}
	for key, to := range map[string]**model.Value[string]{
		"modelName": &out.ModelName, "modelVersion": &out.ModelVersion, "handler": &out.Handler, "modelFile": &out.ModelFile,
		"serializedFile": &out.Serialized, "requirementsFile": &out.Requirements, "configFile": &out.ConfigFile,
	} {
		if v := m.Get(key); v != nil && v.Kind == syntax.JSONString {
			w := written(key, v.Text)
			*to = &w
		}
	}
	if out.Serialized == nil {
		return
	}
	for _, member := range out.Members {
		if member.Name == out.Serialized.Or("") {
			o := out.Serialized.Origin
			o.Why = fmt.Sprintf("size of %s in %s", member.Name, a.name)
			out.SerializedSize = model.Known(member.Size, o)
		}
	}
}

func lineOf(s source.Span) int {
	if s.File == nil {
		return 1
	}
	line, _ := s.File.Line(s.Start)
	return line
}
