package model

import (
	"slices"
	"time"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A Config is a config.properties.
type Config struct {
	Name     string        // path as the container sees it, else the file's own
	From     Value[string] // what names it: --ts-config, the mount, the file itself
	Text     source.Text   `rego:"-"` // of the whole file, to append to; zero for the one in the image
	Bundled  bool          // the official image's own file
	Launcher Value[bool]   // the Python launcher reads it too (vmargs, model_store, plugins_path)
	Entries  []*Entry      // in order, duplicates included
	Models   *JSON         // the property models; nil: absent
	Snapshot *JSON         // the property model_snapshot; nil: absent
	Launched []*Entry      // vmargs, plugins_path and model_store as the launcher reads them, the last of each; empty where it does not read the file
	Faults   []*Fault      // escapes that stop the server
}

// An Entry is one line of a config.properties.
type Entry struct {
	Key       string
	KeyAt     Value[string] // the key, where it stands
	Raw       Value[string] // the value as Java reads it, trailing blanks included
	Lines     int           // physical lines that it spans
	Wins      bool          // no later entry has the same key
	Separator string        // what parts key and value: "=", ":" or " "
}

// Cite cites the value, or the key where the value is empty.
func (e *Entry) Cite() Citation {
	c := e.Raw.Cite()
	c.Key = e.Key
	return c
}

// A JSON is the value of the property models or model_snapshot.
type JSON struct {
	Key    string        // models, model_snapshot
	Raw    Value[string] // the whole value
	Fault  *Fault        // not valid for the server; Models is then empty
	Count  *Value[int]   // modelCount, of a snapshot
	Models []*ModelEntry // in order
}

// A Fault says why something does not parse, and where.
type Fault struct {
	At   Value[string]
	Text string        // lower case, no full stop
	Line int           // within the embedded text, from 1
	Mend []source.Edit `rego:"-"` // that makes it parse: backslashes that are missing at line ends; nil: nothing so simple does
}

// A ModelEntry is what models or model_snapshot say of one version of one model.
type ModelEntry struct {
	Model, Version Value[string]
	Params         []*Param
}

// Param returns the last parameter of a name, or nil.
func (e *ModelEntry) Param(name string) *Param {
	for _, p := range slices.Backward(e.Params) {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// A Param is one member of a ModelEntry, or one key of a model-config.yaml.
type Param struct {
	Name  string         // dotted in model-config.yaml: torchrun.nproc-per-node
	KeyAt Value[string]  // the name, where it stands
	Raw   Value[string]  // the value as written
	Type  string         // int, float, string, bool, null, list, map
	Int   Value[int64]   // where the server reads an integer from it
	Wins  bool           // no later one has the same name
	Odd   *Value[string] // of the list deviceIds the first element that is no integer; nil: all are
}

// Cite cites the value.
func (p *Param) Cite() Citation { return p.Raw.Cite() }

// A ModelConfig is a model-config.yaml.
type ModelConfig struct {
	Name   string         // of the file
	From   Value[string]  // what names it: the manifest's configFile, else the file itself
	Text   source.Text    `rego:"-"`
	Packed bool           // it lies in an archive or model directory
	Named  Value[bool]    // the archive's manifest names it; true for a file that will be packed
	Fault  *Fault         // it does not parse, or is no mapping
	Shape  string         // map, list, scalar, empty; empty text when it does not parse
	Params []*Param       // in order, top level and one level below
	Odd    *Value[string] // the first key that is no text; nil: all are
}

// Param returns the last parameter of a name, or nil.
func (c *ModelConfig) Param(name string) *Param {
	if c == nil {
		return nil
	}
	for _, p := range slices.Backward(c.Params) {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// An Archive is a .mar, a .tar.gz or a model directory.
type Archive struct {
	Name           Value[string]  // of the file
	ModelName      *Value[string] // of the manifest; nil: absent
	ModelVersion   *Value[string]
	Handler        *Value[string]
	ModelFile      *Value[string] // an eager model
	Serialized     *Value[string]
	Requirements   *Value[string]
	ConfigFile     *Value[string]
	Packages       []Value[string] // lines of the requirements file that name a package, as pip reads them
	Unnamed        *Value[string]  // a model-config.yaml in it that the manifest does not name
	Fault          *Fault          // the manifest does not parse
	Members        []Member        // without directories
	Size           Bytes           // of all members, uncompressed
	SerializedSize Value[Bytes]    // of the serialized file, uncompressed
}

// A Member is one file in an archive.
type Member struct {
	Name string
	Size Bytes // uncompressed
}

// A Model is one model that a Server loads.
type Model struct {
	Name     Value[string] // as registered
	Version  Value[string]
	File     Value[string] // in the model store, or a URL
	Archive  *Archive      // nil when it is not among the inputs
	Config   *ModelConfig  // in effect; nil when there is none, or the archive is not visible
	Entry    *ModelEntry   // of models, or of model_snapshot where the model is restored from it
	Restored bool          // from model_snapshot

	MinWorkers      Value[int] // that start; Computed where nobody wrote a number
	MaxWorkers      Value[int]
	Processes       Value[int] // of one worker: nproc-per-node with a parallelType, else 1
	BatchSize       Value[int]
	MaxBatchDelay   Value[time.Duration] // as effective; waits only where BatchSize > 1
	ResponseTimeout Value[time.Duration]
	StartupTimeout  Value[time.Duration] // before 0.12.0 it is ResponseTimeout
	JobQueueSize    Value[int]
	DeviceType      *Value[string]
	ParallelType    *Value[string]

	Declared Declared // by the user in .tslint.yaml
}

// Head returns the longest time until the server answers a request at the head of the
// queue: the batch delay, where there are batches, and the response timeout.
func (m *Model) Head() (head, delay time.Duration, ok bool) {
	answer, ok1 := m.ResponseTimeout.Get()
	batch, ok2 := m.BatchSize.Get()
	wait, ok3 := m.MaxBatchDelay.Get()
	if !ok1 || !ok2 || batch > 1 && !ok3 {
		return 0, 0, false
	}
	if batch > 1 {
		delay = wait
	}
	return answer + delay, delay, true
}

// Declared are facts of a model that no manifest holds. A nil one was not declared.
type Declared struct {
	WorkerMemory, WorkerMemoryPeak, WorkerGPUMemory, ArtifactSize *Value[Bytes]
	PayloadMax, ResponseMax                                       *Value[Bytes]
	LoadTime, LatencyP95, LatencyMax                              *Value[time.Duration]
	PeakConcurrency                                               *Value[int]
	Mode                                                          *Value[string] // online, offline
}
