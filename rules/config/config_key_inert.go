package config

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// ConfigKeyInert is documented, with examples that run as tests, in config-key-inert.md.
var ConfigKeyInert = &lint.Rule{
	Meta: lint.Meta{
		ID:       "config-key-inert",
		Title:    "A key has no effect when torchserve starts the server",
		Severity: lint.Info,
		Needs:    []string{"config"},
		Fix:      lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return entries(p, func(s *model.Server, e *model.Entry) { configKeyInert(p, s, e) })
	},
}

func configKeyInert(p *lint.Pass, s *model.Server, e *model.Entry) {
	r, ok := s.Release.Get()
	why, right := inert(e.Key, r)
	if !ok || why == "" || e.Key == "workflow_store" && e.Raw.Or("") == "/home/model-server/wf-store" {
		return // the image's own file has that line
	}
	p.Report(e.KeyAt, "%s=%s has no effect: %s", e.Key, e.Raw.Or(""), why).
		Advise("delete the line; %s", right).
		Edit(lint.Safe, "delete the line", deletion(e)...)
}

func inert(key string, r model.Release) (why, right string) {
	switch key {
	case "python":
		return "the launcher passes --python with the interpreter that it runs on", "start torchserve with the interpreter that is meant"
	case "model_server_home":
		return "the launcher passes -Dmodel_server_home, which wins", "set the variable TS_MODEL_SERVER_HOME"
	case "tsConfigFile":
		return "it names the file, and is read as a property of the JVM only", "use --ts-config or TS_CONFIG_FILE"
	case "workflow_store":
		if r.AtLeast("0.4.0") && r.Before("0.10.0") {
			return "before 0.10.0 the launcher always passes -w, the model store where --workflow-store is absent", "use --workflow-store"
		}
	}
	return "", ""
}
