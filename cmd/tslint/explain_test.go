package main

import (
	"strings"
	"testing"
)

// TestExplain has a few settings of each layer, with what the facts say of them.
func TestExplain(t *testing.T) {
	for name, wants := range map[string][]string{
		"default_response_timeout": {"(config.properties)", "default        120", "unit           s", "range          1 or more", "releases       from 0.1.0",
			"TS_DEFAULT_RESPONSE_TIMEOUT", "the server exits when it loads a model at start", "responseTimeout in model-config.yaml (any such file cancels this key)",
			"what wins      variable (with enable_envvars_config=true) > file > default"},
		"metrics_format":               {"releases       0.2.0 to 0.7.1"},
		"TS_TOKEN_EXPIRATION_TIME_MIN": {"# token_expiration_min (config.properties)", "unit           min", "the default holds"},
		"vmargs":                       {"the Python launcher alone", "variable       none", "what wins      file > default"},
		"cpp_log_config":               {"--cpp-log-config, from 0.10.0", "variable (with enable_envvars_config=true) > flag > file > default"},
		"job_queue_size":               {"its own config.properties says 1000"},
		"batchSize": {"(model-config.yaml)", "none: what comes next holds", "0.8.0 to 0.12.0: model-config.yaml > models > 1",
			"0.8.0: 1; 0.8.1 to 0.12.0: models > 1", "from 0.10.0 it is raised to 1", "(models and model_snapshot)", "required       in model_snapshot"},
		"responseTimeout":      {"model-config.yaml > 120 s, because there is a model-config.yaml", "in model_snapshot before 0.12.0"},
		"parallelType":         {"pp, tp, pptp, custom"},
		"nproc-per-node":       {"# torchrun.nproc-per-node (model-config.yaml)", "unit           processes"},
		"max-restarts":         {"releases       0.8.0"},
		"marName":              {"models         never read", "model_snapshot from 0.1.0"},
		"pt2":                  {"(model-config.yaml, for handlers)", "base_handler"},
		"deepspeed":            {"# deepspeed.config", "# deepspeed.checkpoint"},
		"--disable-token-auth": {"(flag of torchserve)", "also           --dt", "from 0.11.1", "sets           disable_token_authorization", "ends the launcher with status 2"},
		"ncs":                  {"# --no-config-snapshots (flag of torchserve)"},
		"models":               {"# models (config.properties)", "# --models (flag of torchserve)"},
		"TS_CONFIG_FILE":       {"before --ts-config"},
		"workers-unpinned":     {"# workers-unpinned", "Nobody says how many workers a model gets"},
	} {
		code, out, errs := tslint(t, "explain", name)
		if code != clean {
			t.Errorf("%s: code %d, %s", name, code, errs)
		}
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", name, want, out)
			}
		}
	}
}

// TestExplainAll explains every name that there is.
func TestExplainAll(t *testing.T) {
	for _, name := range keyNames() {
		if name == "--help" { // that of tslint
			continue
		}
		if code, out, errs := tslint(t, "explain", name); code != clean || !strings.HasPrefix(out, "# ") {
			t.Errorf("%s: code %d, %q, %s", name, code, out, errs)
		}
	}
}
