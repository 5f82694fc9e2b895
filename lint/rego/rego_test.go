package rego_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/rego"
	"github.com/torchserve-lint/tslint/lint/source"
)

// deployment is one server with a model, written at places of a file of words.
func deployment() *model.Deployment {
	f := source.NewFile("app.yaml", "ts resnet 60 4Gi never")
	at := func(key string, from, to int) model.Origin {
		return model.Origin{Key: key, Span: source.Span{File: f, Start: from, End: to}}
	}
	memory := model.Known(model.Bytes(4<<30), at("memory", 13, 16))
	inherited := at("maxBatchDelay", 3, 9)
	inherited.Kind, inherited.Why = model.Default, "default, TorchServe 0.9.0"
	m := &model.Model{
		Name:            model.Known("resnet", at("name", 3, 9)),
		ResponseTimeout: model.Known(60*time.Second, at("responseTimeout", 10, 12)),
		StartupTimeout:  model.Known(model.Forever, at("startupTimeout", 17, 22)),
		MaxBatchDelay:   model.Known(100*time.Millisecond, inherited),
		BatchSize:       model.Unknown[int](at("batchSize", 3, 9)),
	}
	s := &model.Server{
		Name:    model.Known("ts", at("name", 0, 2)),
		Memory:  &memory,
		Release: model.Known(must(model.ParseRelease("0.9.0")), at("image", 0, 2)),
		Models:  []*model.Model{m},
	}
	return &model.Deployment{Kinds: []string{"manifest"}, Servers: []*model.Server{s}}
}

func must[T any](v T, ok bool) T {
	if !ok {
		panic("not ok")
	}
	return v
}

// policy is a policy of one body, whose finding it must make by itself.
func policy(params, body string) string {
	if params != "" {
		params = "#   params:\n#     limit: " + params + "\n"
	}
	return "# METADATA\n# title: A test\n# custom:\n#   severity: warning\n#   fix: unsafe\n" + params +
		"package tslint.policies[\"the-test\"]\n\ndeny contains finding if {\n\tsome server in input.servers\n\tsome model in server.models\n" + body + "\n}\n"
}

func check(t *testing.T, src string) ([]*lint.Finding, error) {
	t.Helper()
	rules, err := rego.Rules(fstest.MapFS{"team/a.rego": {Data: []byte(src)}})
	if err != nil {
		return nil, err
	}
	return lint.Check(t.Context(), rules[0], deployment())
}

func TestValues(t *testing.T) {
	const finding = "\tfinding := {\"message\": \"it holds\", \"at\": model.name}"
	for name, test := range map[string]struct {
		condition, limit string
		holds            bool
	}{
		"durations are milliseconds":        {condition: "model.response_timeout.value == 60000", holds: true},
		"sizes are bytes":                   {condition: "server.memory.value == 4294967296", holds: true},
		"releases are texts":                {condition: `server.release.value == "0.9.0"`, holds: true},
		"texts have units":                  {condition: `model.response_timeout.text == "60 s"; server.memory.text == "4Gi"`, holds: true},
		"written":                           {condition: `model.response_timeout.kind == "written"`, holds: true},
		"default":                           {condition: `model.max_batch_delay.kind == "default"`, holds: true},
		"no limit has no value":             {condition: "model.startup_timeout.value > 0"},
		"no limit has a text":               {condition: `model.startup_timeout.text == "no limit"`, holds: true},
		"what is unknown has no value":      {condition: "model.batch_size.value < 1000"},
		"what is absent is not there":       {condition: "not server.readiness; server.name", holds: true},
		"a limit in seconds, spelt 5s":      {condition: `data.params["the-test"].limit == 5`, limit: "{default: 5s, unit: s}", holds: true},
		"a limit in seconds, spelt 5":       {condition: `data.params["the-test"].limit == 5`, limit: "{default: 5, unit: s}", holds: true},
		"a limit in milliseconds, spelt 5s": {condition: `data.params["the-test"].limit == 5000`, limit: "{default: 5s, unit: ms}", holds: true},
		"a limit in bytes":                  {condition: `data.params["the-test"].limit == 314572800`, limit: "{default: 300Mi, unit: bytes}", holds: true},
		"a ratio":                           {condition: `data.params["the-test"].limit == 0.5`, limit: "{default: 0.5, unit: ratio}", holds: true},
		"a list":                            {condition: `data.params["the-test"].limit == ["a", "b"]`, limit: "{default: [a, b]}", holds: true},
	} {
		found, err := check(t, policy(test.limit, "\t"+test.condition+"\n"+finding))
		if err != nil || (len(found) == 1) != test.holds {
			t.Errorf("%s: %d findings, %v", name, len(found), err)
		}
	}
}

func TestFinding(t *testing.T) {
	found, err := check(t, policy("", `	finding := {
		"message": $"{model.name.value} may take {model.response_timeout.text}",
		"at": model.response_timeout,
		"because": [server.memory, model.max_batch_delay],
		"help": "lower it",
		"severity": "info",
		"fix": {"title": "halve it", "with": "30"},
	}`))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	f := found[0]
	if f.Rule != "the-test" || f.Severity != lint.Info || f.Message != "resnet may take 60 s" || f.Help != "lower it" {
		t.Errorf("got %+v", f)
	}
	if got := f.At.Place().String(); got != "app.yaml:1:11" {
		t.Errorf("it stands at %s", got)
	}
	if len(f.Because) != 2 || f.Because[0].Text != "4Gi" || f.Because[1].Why != "default, TorchServe 0.9.0" {
		t.Errorf("because %+v", f.Because)
	}
	if f.Fix == nil || f.Fix.Kind != lint.Unsafe || f.Fix.Title != "halve it" {
		t.Fatalf("fix %+v", f.Fix)
	}
	if got, err := source.Apply(f.At.Span.File, f.Fix.Edits); got != "ts resnet 30 4Gi never" {
		t.Error(got, err)
	}
}

// Whatever is wrong with a policy is said with its file, and a line where there is one.
func TestFaults(t *testing.T) {
	const finding = "\tfinding := {\"message\": \"m\", \"at\": model.name}"
	good := policy("", finding)
	for name, test := range map[string]struct{ src, want string }{
		"no head":                {"package x\n", "team/a.rego:1: want # METADATA"},
		"unknown key":            {strings.Replace(good, "# title", "# titel", 1), "line 2: field titel not found"},
		"unknown severity":       {strings.Replace(good, "severity: warning", "severity: bad", 1), `severity "bad" is not known`},
		"unknown unit":           {policy("{default: 5, unit: min}", finding), `parameter limit: unit "min" is not known`},
		"unknown release":        {strings.Replace(good, "fix: unsafe", "versions: \">=0.8.7\"", 1), `versions ">=0.8.7" is no range of releases`},
		"not Rego":               {good + "}", "team/a.rego:13:1: error: unexpected }"},
		"deny is no set":         {strings.Replace(good, "deny contains finding", "deny", 1), "team/a.rego:6: error: no rule of the form: deny contains finding if"},
		"unknown field":          {policy("", "\tmodel.nam.value\n"+finding), "team/a.rego:11:2: error: undefined ref: model.nam.value"},
		"wrong type":             {policy("", "\tserver.memory.value == \"4Gi\"\n"+finding), "error: match error"},
		"network":                {policy("", "\thttp.send({})\n"+finding), "team/a.rego:11:2: error: undefined function http.send"},
		"clock":                  {policy("", "\ttime.now_ns() > 0\n"+finding), "undefined function time.now_ns"},
		"environment":            {policy("", "\topa.runtime()\n"+finding), "undefined function opa.runtime"},
		"chance":                 {policy("", "\trand.intn(\"x\", 2) == 1\n"+finding), "undefined function rand.intn"},
		"builtin fails":          {policy("", "\tto_number(model.name.value) > 0\n"+finding), "team/a.rego:11:2: error: to_number: strconv.ParseFloat"},
		"no message":             {policy("", "\tfinding := {\"at\": model.name}"), `deny yields {"at":{"id":`},
		"no place":               {policy("", "\tfinding := {\"message\": \"m\", \"at\": 3}"), `deny yields {"at":3,"message":"m"}, want {"message"`},
		"broken sprintf":         {policy("", "\tfinding := {\"message\": sprintf(\"%s %d\", [model.name.value]), \"at\": model.name}"), `%!d(`},
		"unknown key of finding": {policy("", "\tfinding := {\"message\": \"m\", \"at\": model.name, \"hlep\": \"x\"}"), `the-test: hlep is "x"`},
		"stronger":               {policy("", "\tfinding := {\"message\": \"m\", \"at\": model.name, \"severity\": \"error\"}"), `severity is "error", want one that is not above warning`},
	} {
		err := rego.Verify(fstest.MapFS{"team/a.rego": {Data: []byte(test.src)}})
		if err == nil {
			_, err = check(t, test.src)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
}

func TestDeadline(t *testing.T) {
	rules, err := rego.Rules(fstest.MapFS{"team/a.rego": {Data: []byte(policy("", `	count([1 | some x in numbers.range(1, 30000); some y in numbers.range(1, 30000); x == y]) > 0
	finding := {"message": "m", "at": model.name}`))}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = lint.Check(ctx, rules[0], deployment())
	if err == nil || !strings.Contains(err.Error(), "policy the-test did not come to an end") {
		t.Error(err)
	}
	var bug *lint.Bug
	if errors.As(err, &bug) {
		t.Error("a deadline is no bug")
	}
}

func TestTwoOfOneName(t *testing.T) {
	src := []byte(policy("", "\tfinding := {\"message\": \"m\", \"at\": model.name}"))
	_, err := rego.Rules(fstest.MapFS{"a/x.rego": {Data: src}, "b/y.rego": {Data: src}})
	if err == nil || err.Error() != "b/y.rego:1: the-test is also the policy of a/x.rego" {
		t.Error(err)
	}
}
