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

// EnvUnknown is documented, with examples that run as tests, in env-unknown.md.
var EnvUnknown = &lint.Rule{
	Meta: lint.Meta{
		ID:       "env-unknown",
		Title:    "A variable that looks like a setting is read by nobody",
		Severity: lint.Warning,
		Needs:    []string{"manifest"},
		Params: []lint.Param{
			{Name: "extra-variables", Default: []string{}, Doc: "variables that handlers or scripts read"},
		},
		Fix: lint.Safe,
	},
	Check: func(p *lint.Pass) error {
		return servers(p, func(s *model.Server, r model.Release) {
			for _, e := range s.Env {
				envUnknown(p, s, r, e)
			}
		})
	},
}

func envUnknown(p *lint.Pass, s *model.Server, r model.Release, e *model.EnvVar) {
	name := e.Name.Or("")
	if direct[name] || slices.Contains(p.Words("extra-variables"), name) || uses(s, name) {
		return
	}
	why, right := unreadVariable(s, r, name)
	if why == "" {
		return
	}
	f := p.Report(e.Name, "%s is not read by TorchServe %s; %s", name, r, why).
		Advise("set the property in config.properties, use the variable that is read, or delete it")
	on := s.Settings.Get("enable_envvars_config")
	if right != "" && variable(s, right) == nil && on != nil && torchserve.ReadBool(on.Or("")) {
		f.Edit(lint.Safe, "use the variable that is read", source.Edit{Span: e.Name.Origin.Span, New: right})
	}
}

// uses reports whether the command of the container fills the variable in.
func uses(s *model.Server, name string) bool {
	if s.Start == nil {
		return false
	}
	line, known := s.Start.Line.Get()
	return !known || strings.Contains(line, "$"+name) || strings.Contains(line, "${"+name) || strings.Contains(line, "$("+name)
}

// direct are read whatever the config says, by the server, the launcher or handlers of its own.
var direct = map[string]bool{
	"TS_CONFIG_FILE": true, "TS_MODEL_SERVER_HOME": true, "TS_BENCHMARK": true, "TS_RUN_IN_DOCKER": true,
	"TS_REQUEST_SEQUENCE_ID": true, "TS_REQUEST_SEQUENCE_START": true, "TS_REQUEST_SEQUENCE_END": true,
}

// others are variables of other servers and images, with what takes their place.
var others = map[string]string{
	"JAVA_OPTS": "the JVM reads JAVA_TOOL_OPTIONS", "MODEL_STORE": "the model store is --model-store or model_store", "LOG4J_CONFIG_FILE": "the file is --log-config",
}

// unreadVariable says why a variable is not read, and which one is meant; why is empty where it
// is read, or where nothing can be said.
func unreadVariable(s *model.Server, r model.Release, name string) (why, right string) {
	if why := others[name]; why != "" && s.Image != nil && s.Image.Official && !s.Wrapper.Or(true) {
		return why, ""
	}
	if rest, ok := strings.CutPrefix(name, "MMS_"); ok {
		if _, ok := torchserve.ByEnv("TS_"+rest, r); ok {
			return "it is of Multi Model Server; TS_" + rest + " is the variable here", "TS_" + rest
		}
		return "it is of Multi Model Server", ""
	}
	rest, ok := strings.CutPrefix(name, "TS_")
	if !ok {
		return "", ""
	}
	if _, ok := torchserve.ByEnv(name, r); ok {
		return unreadAnyway(s, r, name), ""
	}
	return unreadSetting(s, r, name, strings.ToLower(rest))
}

// unreadAnyway says why a variable of a property is not read.
func unreadAnyway(s *model.Server, r model.Release, name string) string {
	switch name {
	case "TS_ASYNC_LOGGING":
		return "async_logging is looked at before the environment is; only config.properties sets it"
	case "TS_ALLOWED_URLS":
		on, own := s.Settings.Get("enable_envvars_config"), s.Settings.Get("use_env_allowed_urls")
		if on == nil || !torchserve.ReadBool(on.Or("")) || own == nil {
			return "" // env-not-enabled
		}
		if raw, ok := own.Get(); ok && r.AtLeast("0.9.0") && strings.ToLower(raw) != "true" {
			return fmt.Sprintf("from 0.9.0 it needs use_env_allowed_urls=true in config.properties, so allowed_urls stays %s", stays(s, "allowed_urls"))
		}
	}
	return ""
}

// unreadSetting says of TS_ before anything that is no variable of the release what is meant.
func unreadSetting(s *model.Server, r model.Release, name, key string) (why, right string) {
	for _, q := range torchserve.Properties() {
		if q.Env == name {
			return fmt.Sprintf("%s exists %s", q.Key, span(q.Since, q.Removed)), ""
		}
	}
	if key == "token_expiration_min" && r.AtLeast("0.10.0") {
		return "the variable is TS_TOKEN_EXPIRATION_TIME_MIN", "TS_TOKEN_EXPIRATION_TIME_MIN"
	}
	if q, ok := torchserve.Lookup(key, r); ok {
		return "no variable sets " + q.Key + ", only config.properties does", ""
	}
	if of, _, ok := torchserve.PerModel(key); ok {
		return of + " is a setting of a model, which no variable sets", ""
	}
	var names []string
	for _, q := range torchserve.Properties() {
		if _, ok := torchserve.ByEnv(q.Env, r); ok {
			names = append(names, q.Env)
		}
	}
	if near, ok := torchserve.Nearest(name, names); ok {
		return "did you mean " + near + "?", near
	}
	if s.Image == nil || !s.Image.Official {
		return "", "" // a script of the image may read it
	}
	return "no setting is called like that", ""
}
