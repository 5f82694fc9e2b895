package torchserve

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// A ModelKey is one key of model-config.yaml that the frontend reads. A value of another type
// counts as absent, with one line in the log.
type ModelKey struct {
	Key      string // dotted below torchrun
	Type     string // int, bool, string, list, map, as YAML 1.1 resolves them
	Default  string
	Unit     string
	Since    string
	Removed  string
	Words    []string // values that count, of a string; empty: any
	Lowest   int64    // an int below it counts as absent, or as RaisedTo where Raised says so
	Raised   string   // first release that raises lower values; empty: none
	RaisedTo int64
}

var modelKeys = []ModelKey{
	{Key: "minWorkers", Type: "int", Default: "0", Unit: "workers", Since: "0.8.0", Lowest: 1, Raised: "0.10.0", RaisedTo: 1},
	{Key: "maxWorkers", Type: "int", Default: "0", Unit: "workers", Since: "0.8.0", Lowest: 1},
	{Key: "batchSize", Type: "int", Default: "0", Unit: "requests", Since: "0.8.0", Lowest: 1, Raised: "0.10.0", RaisedTo: 1},
	{Key: "maxBatchDelay", Type: "int", Default: "0", Unit: "ms", Since: "0.8.0", Lowest: 1},
	{Key: "responseTimeout", Type: "int", Default: "120", Unit: "s", Since: "0.8.0", Lowest: 1},
	{Key: "startupTimeout", Type: "int", Default: "120", Unit: "s", Since: "0.12.0", Lowest: 1},
	{Key: "deviceType", Type: "string", Since: "0.8.0", Words: []string{"cpu", "gpu"}},
	{Key: "parallelType", Type: "string", Since: "0.8.0", Words: []string{"pp", "tp", "pptp", "custom"}},
	{Key: "parallelLevel", Type: "int", Default: "0", Unit: "processes", Since: "0.11.1"},
	{Key: "deviceIds", Type: "list", Since: "0.8.0"},
	{Key: "torchrun", Type: "map", Since: "0.8.0"},
	{Key: "maxRetryTimeoutInSec", Type: "int", Default: "300", Unit: "s", Since: "0.8.0", Lowest: 1, Raised: "0.10.0"},
	{Key: "clientTimeoutInMills", Type: "int", Default: "0", Unit: "ms", Since: "0.8.0"},
	{Key: "jobQueueSize", Type: "int", Default: "0", Unit: "requests", Since: "0.8.1", Lowest: 1},
	{Key: "useJobTicket", Type: "bool", Default: "false", Since: "0.8.1"},
	{Key: "sequenceMaxIdleMSec", Type: "int", Default: "0", Unit: "ms", Since: "0.10.0"},
	{Key: "sequenceTimeoutMSec", Type: "int", Default: "0", Unit: "ms", Since: "0.12.0"},
	{Key: "maxSequenceJobQueueSize", Type: "int", Default: "1", Unit: "requests", Since: "0.10.0", Lowest: 1, Raised: "0.10.0", RaisedTo: 1},
	{Key: "maxNumSequence", Type: "int", Default: "1", Unit: "sequences", Since: "0.10.0", Lowest: 1, Raised: "0.10.0", RaisedTo: 1},
	{Key: "continuousBatching", Type: "bool", Default: "false", Since: "0.9.0"},
	{Key: "sequenceBatching", Type: "bool", Default: "false", Since: "0.11.0"},
	{Key: "asyncCommunication", Type: "bool", Default: "false", Since: "0.11.1"},
	{Key: "useVenv", Type: "bool", Default: "false", Since: "0.10.0"},
	{Key: "torchrun.nnodes", Type: "int", Default: "1", Since: "0.8.0", Lowest: 1},
	{Key: "torchrun.nproc-per-node", Type: "int", Default: "1", Unit: "processes", Since: "0.8.0", Lowest: 1},
	{Key: "torchrun.rdzv-backend", Type: "string", Default: "c10d", Since: "0.8.0"},
	{Key: "torchrun.rdzv-endpoint", Type: "string", Since: "0.8.0"},
	{Key: "torchrun.rdzv-conf", Type: "string", Since: "0.8.0"},
	{Key: "torchrun.max-restarts", Type: "int", Default: "3", Since: "0.8.0", Removed: "0.8.1", Lowest: 1},
	{Key: "torchrun.monitor-interval", Type: "int", Default: "5", Since: "0.8.0", Lowest: 1},
	{Key: "torchrun.node-rank", Type: "int", Default: "0", Since: "0.8.0"},
	{Key: "torchrun.OMP_NUMBER_THREADS", Type: "int", Default: "1", Unit: "threads", Since: "0.8.0", Lowest: 1},
}

// ModelKeys returns every key of model-config.yaml that the frontend of any release reads. All
// others belong to handlers.
func ModelKeys() []ModelKey { return modelKeys }

// LookupModelKey returns a key as any release reads it.
func LookupModelKey(key string) (ModelKey, bool) {
	for _, k := range modelKeys {
		if k.Key == key {
			return k, true
		}
	}
	return ModelKey{}, false
}

// In reports whether a release reads the key.
func (k ModelKey) In(r model.Release) bool {
	return r.AtLeast(k.Since) && (k.Removed == "" || r.Before(k.Removed))
}

// Accepts returns the words that count in a release.
func (k ModelKey) Accepts(r model.Release) []string {
	if k.Key == "parallelType" && r.Before("0.11.1") {
		return k.Words[:3]
	}
	return k.Words
}

// Effective returns what a release makes of an integer of the right type: absent where it is
// too low.
func (k ModelKey) Effective(n int64, r model.Release) (int64, bool) {
	if n >= k.Lowest {
		return n, true
	}
	if k.Raised != "" && r.AtLeast(k.Raised) {
		return k.RaisedTo, true
	}
	return 0, false
}

// ModelKeyNear returns the frontend's key that another spelling stands for: another case,
// underscores, or at most two letters away.
func ModelKeyNear(key string) (string, bool) {
	flat := strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(key, "_", ""), "-", ""))
	var names []string
	for _, k := range modelKeys {
		if strings.Contains(k.Key, ".") {
			continue
		}
		if k.Key != key && strings.ToLower(k.Key) == flat {
			return k.Key, true
		}
		names = append(names, k.Key)
	}
	if _, exact := LookupModelKey(key); exact {
		return "", false
	}
	return Nearest(key, names)
}

// A JSONKey is a member of an entry of models or model_snapshot.
type JSONKey struct {
	Key      string
	Since    string // read in models from this release; empty: never
	Snapshot string // read in model_snapshot from this release; empty: never
	Required string // a restore without it ends the server before this release; "always": in all; empty: none
	Unit     string
}

var jsonKeys = []JSONKey{
	{Key: "minWorkers", Since: "0.4.1", Snapshot: "0.1.0", Required: "always", Unit: "workers"},
	{Key: "maxWorkers", Since: "0.4.1", Snapshot: "0.1.0", Required: "always", Unit: "workers"},
	{Key: "batchSize", Since: "0.4.1", Snapshot: "0.1.0", Required: "always", Unit: "requests"},
	{Key: "maxBatchDelay", Since: "0.4.1", Snapshot: "0.1.0", Required: "always", Unit: "ms"},
	{Key: "responseTimeout", Since: "0.4.1", Snapshot: "0.1.1", Required: "0.12.0", Unit: "s"},
	{Key: "startupTimeout", Since: "0.12.0", Snapshot: "0.12.0", Unit: "s"},
	{Key: "runtimeType", Since: "0.10.0", Snapshot: "0.10.0"},
	{Key: "defaultVersion", Snapshot: "0.1.0", Required: "always"},
	{Key: "marName", Snapshot: "0.1.0", Required: "always"},
	{Key: "parallelLevel", Snapshot: "0.8.0", Unit: "processes"},
}

// JSONKeys returns the members that models or model_snapshot of any release have.
func JSONKeys() []JSONKey { return jsonKeys }

// LookupJSONKey returns a member by its exact name.
func LookupJSONKey(key string) (JSONKey, bool) {
	for _, k := range jsonKeys {
		if k.Key == key {
			return k, true
		}
	}
	return JSONKey{}, false
}

// NeededBy reports whether a release ends when an entry of model_snapshot lacks the member.
func (k JSONKey) NeededBy(r model.Release) bool {
	switch k.Required {
	case "":
		return false
	case "always":
		return r.AtLeast("0.1.1")
	}
	return r.AtLeast("0.1.1") && r.Before(k.Required)
}
