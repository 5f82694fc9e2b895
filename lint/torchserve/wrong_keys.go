package torchserve

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// misnamed are spellings that people write for keys that exist; no release reads them.
var misnamed = map[string]string{
	"model_api_enabled":    "enable_model_api",
	"disable_token_auth":   "disable_token_authorization",
	"enable_token_auth":    "disable_token_authorization",
	"enable_auth":          "disable_token_authorization",
	"num_of_gpu":           "number_of_gpu",
	"model-store":          "model_store",
	"inference_addres":     "inference_address",
	"cors_allowed_origins": "cors_allowed_origin",
	"enable_metrics":       "enable_metrics_api",
}

// Misnamed returns the key that is meant by a listed wrong spelling, among them ts_ before any key
// but those that begin so.
func Misnamed(key string) (right string, ok bool) {
	if right, ok := misnamed[key]; ok {
		return right, true
	}
	rest, found := strings.CutPrefix(key, "ts_")
	if !found {
		return "", false
	}
	_, exists := Exists(key)
	_, ok = Exists(rest)
	return rest, ok && !exists
}

// twins are the server's own settings for keys of a model.
var twins = map[string]string{
	"minworkers": "default_workers_per_model", "maxworkers": "default_workers_per_model", "initialworkers": "default_workers_per_model",
	"responsetimeout": "default_response_timeout", "startuptimeout": "default_startup_timeout", "jobqueuesize": "job_queue_size",
}

// perModel are the keys of a model, in lower case without underscores: they are read from
// model-config.yaml, models={...} or a registration, never at the top of config.properties.
var perModel = map[string]string{
	"batchsize": "batchSize", "maxbatchdelay": "maxBatchDelay", "minworkers": "minWorkers", "maxworkers": "maxWorkers",
	"responsetimeout": "responseTimeout", "startuptimeout": "startupTimeout", "initialworkers": "initial_workers",
	"jobqueuesize": "jobQueueSize", "maxretrytimeoutinsec": "maxRetryTimeoutInSec", "clienttimeoutinmills": "clientTimeoutInMills",
	"devicetype": "deviceType", "deviceids": "deviceIds", "paralleltype": "parallelType", "parallellevel": "parallelLevel",
	"usejobticket": "useJobTicket", "continuousbatching": "continuousBatching", "sequencebatching": "sequenceBatching",
	"asynccommunication": "asyncCommunication", "sequencemaxidlemsec": "sequenceMaxIdleMSec", "maxnumsequence": "maxNumSequence",
	"maxsequencejobqueuesize": "maxSequenceJobQueueSize", "sequencetimeoutmsec": "sequenceTimeoutMSec", "usevenv": "useVenv",
	"runtimetype": "runtimeType",
}

// PerModel returns the name of a model's key that stands where the server's keys do, and
// the server's own setting of that kind; twin is empty where there is none.
func PerModel(key string) (name, twin string, ok bool) {
	if _, exists := Exists(key); exists {
		return "", "", false // job_queue_size
	}
	flat := strings.ToLower(strings.ReplaceAll(key, "_", ""))
	name, ok = perModel[flat]
	return name, twins[flat], ok
}

// Nearest returns the candidate that a word is likely meant to be: at most two letters
// away, and not most of the word.
func Nearest(word string, candidates []string) (string, bool) {
	best, at := "", 3
	for _, c := range candidates {
		if d := model.Distance(word, c, at); d < at && d*2 < len(word) {
			best, at = c, d
		}
	}
	return best, best != ""
}
