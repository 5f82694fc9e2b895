package model

import (
	"iter"
	"slices"
	"time"

	"github.com/torchserve-lint/tslint/lint/source"
)

// A Deployment is everything that was loaded, linked together.
type Deployment struct {
	Kinds   []string  // what was among the inputs, in the words of lint.Meta.Needs, sorted
	Servers []*Server // by place; one of unknown release stands here once for each distinct outcome
	Routes  []*Route  `rego:"-"` // every way in, also those behind which no server is known
}

// A Server is one container that runs TorchServe, or, where Workload is nil, a
// config.properties or model-config.yaml that no workload among the inputs uses.
type Server struct {
	Name     Value[string]  // the workload's name, else that of the file
	Workload *Workload      // nil for a file that is judged alone
	Image    *Image         // nil without a workload
	Release  Value[Release] // known in each outcome; Origin says where it is from, Kind Absent where nothing says
	Releases []Release      `rego:"-"` // the releases that this outcome stands for; all of these behave alike here

	Container Value[string] // name of the container; unknown without a workload
	Wrapper   Value[bool]   // a KServe wrapper stands in front of TorchServe in the container
	Start     *Start        // how the process is started; nil where it is not visible
	Env       []*EnvVar     // of the container, in order
	EnvOpen   Value[bool]   // whether variables may come from elsewhere too (envFrom of what is not visible)

	Config    *Config                   // the config.properties in effect; nil when there is none or it is not visible
	Lacking   *Lacking                  // the config file that it is started with and that is not there; nil: it is, or that cannot be told
	Settings  map[string]*Value[string] `rego:"-"` // every key of config.properties that this release reads, effective, raw text; nil Value: unset
	Models    []*Model                  // that are loaded at start, in order
	LoadsAll  Value[bool]               // load_models=all
	Store     []*Archive                `rego:"-"` // archives among the inputs that lie with its files, loaded or not
	Calls     []*Call                   `rego:"-"` // that register or delete models of it at run time
	Listeners []*Listener

	Memory        *Value[Bytes] // limit; nil: none is set
	MemoryRequest *Value[Bytes]
	CPU           *Value[MilliCPU] // limit; nil: none is set
	CPURequest    *Value[MilliCPU]
	GPUs          Value[int] // that TorchServe counts: 0 is known where the container asks for none
	JVM           *JVM

	Readiness, Liveness, Startup *Probe // nil: there is none
	Ports                        []*ContainerPort
	Mounts                       []*Mount
	Services                     []*Service // that lead to the container
	Routes                       []*Route   // that lead to the container, through one of the Services or directly

	User     *Value[string] // that the container runs as, by runAsUser of it or of its pod; nil: the image says
	LowPorts Value[bool]    // ports below 1024 are open to every user: by a sysctl, or NET_BIND_SERVICE

	TokenAuth Value[bool] // whether a request needs a token
	ModelAPI  Value[bool] // whether models can be registered and deleted at run time
}

// Crossings yields each model with each proxy in front of it.
func (s *Server) Crossings() iter.Seq2[*Model, *Hop] {
	return func(yield func(*Model, *Hop) bool) {
		for _, m := range s.Models {
			for _, r := range s.Routes {
				for _, h := range r.Hops {
					if !yield(m, h) {
						return
					}
				}
			}
		}
	}
}

// Listener returns the listener of a role, or nil.
func (s *Server) Listener(role string) *Listener {
	for _, l := range s.Listeners {
		if l.Role == role {
			return l
		}
	}
	return nil
}

// A Lacking is a config file that the container does not have.
type Lacking struct {
	Path  string        // in the container
	From  Value[string] // what names it: --ts-config, TS_CONFIG_FILE
	Why   string        // the ConfigMap settings holds base.properties
	Other []string      // paths of config files that the container does have
}

// A Call is a command of a Job, of another container or of a hook that registers a model, or deletes one.
type Call struct {
	At     Value[string] // the URL
	Method string        // POST, DELETE
	Model  string        // archive or name in the URL; empty: not readable
	Hook   bool          // it runs whenever the server starts
}

// Shared reports whether inference and management are one listener, which serves both.
func (s *Server) Shared() bool {
	a, b := s.Listener("inference"), s.Listener("management")
	if a == nil || b == nil {
		return false
	}
	hostA, ok1 := a.Host.Get()
	hostB, ok2 := b.Host.Get()
	portA, ok3 := a.Port.Get()
	portB, ok4 := b.Port.Get()
	return ok1 && ok2 && ok3 && ok4 && hostA == hostB && portA == portB
}

// A Workload is the Kubernetes object that a server's container belongs to.
type Workload struct {
	Kind          Value[string] // Deployment, Pod, ...
	Name          Value[string]
	Namespace     string
	Replicas      *Value[int]          // nil: not written
	GracePeriod   Value[time.Duration] // terminationGracePeriodSeconds, 30 s by default
	HostNetwork   Value[bool]
	RestartPolicy Value[string]
}

// An Image is a container image reference.
type Image struct {
	Ref        Value[string] // as written
	Repository string        // without tag and digest
	Tag        string        // empty: none
	Digest     string        // empty: none
	Official   bool          // one of the TorchServe project's repositories, mirrors of the same name aside
	Stock      Value[bool]   // its entrypoint is that of the official image, as far as can be told
	Moves      bool          // the tag is known to move: none, latest, nightly, dev
	Flavour    string        // cpu, gpu or empty
}

// A Start is how the container's process is started.
type Start struct {
	Line       Value[string] // the whole command line; stands at args, else command, else the image
	Stock      Value[bool]   // the official entrypoint runs: no command of its own
	Serve      Value[bool]   // the official entrypoint's own command, serve
	Flags      []*Flag       // of torchserve, in order
	Foreground Value[bool]
}

// Flag returns the last use of a flag by its long name, --ts-config, or nil.
func (s *Start) Flag(name string) *Flag {
	if s == nil {
		return nil
	}
	for _, f := range slices.Backward(s.Flags) {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// A Flag is one flag of the torchserve command.
type Flag struct {
	Name   string          // long name: --ts-config; as written when no release knows it
	As     Value[string]   // as it is written
	Values []Value[string] // its words
}

// Cite cites the flag's first word, else the flag.
func (f *Flag) Cite() Citation {
	if len(f.Values) > 0 {
		return f.Values[0].Cite()
	}
	return f.As.Cite()
}

// An EnvVar is one variable of the container.
type EnvVar struct {
	Name  Value[string]
	Value Value[string] // unknown where it comes from something not visible; never a Secret's
}

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

// A Listener is one port that TorchServe opens.
type Listener struct {
	Role    string        // inference, management, metrics, grpc-inference, grpc-management
	Key     string        // the property that sets it: inference_address, grpc_inference_port
	Address Value[string] // as effective, raw; unknown where it is not valid
	Scheme  Value[string] // http, https, unix, grpc
	Host    Value[string]
	Port    Value[int]
	Open    Value[bool] // false where the release or a setting leaves it out
}

// Loopback reports whether only the container itself can reach the listener.
func (l *Listener) Loopback() bool {
	h, ok := l.Host.Get()
	return ok && (h == "127.0.0.1" || h == "localhost")
}

// A JVM is what is known of the frontend's memory.
type JVM struct {
	Heap             Value[Bytes]  // -Xmx, MaxRAMPercentage of the limit, else 25 % of it; unknown without a limit
	DirectMemory     *Value[Bytes] // -XX:MaxDirectMemorySize; nil: not set
	MaxRAMPercentage *Value[string]
}

// A Probe is a health check of the kubelet.
type Probe struct {
	Name                          string        // readinessProbe, livenessProbe, startupProbe
	At                            Value[string] // the probe's key
	Handler                       Value[string] // httpGet, tcpSocket, exec, grpc; at its own key
	Path                          Value[string] // of httpGet; / by default
	Port                          Value[int]    // unknown for exec, and for a name that nobody declares
	PortAt                        Value[string] // as written
	Scheme                        Value[string] // HTTP by default
	Host                          *Value[string]
	Command                       Value[string]  // of exec, words joined by blanks
	Token                         *Value[string] // an Authorization header
	InitialDelay, Period, Timeout Value[time.Duration]
	FailureThreshold              Value[int]
}

// A ContainerPort is a port that the container declares.
type ContainerPort struct {
	Name     *Value[string]
	Port     Value[int]
	HostPort *Value[int]
	Used     bool // a Service, a probe or a scrape refers to it
}

// A Mount is a volume where the container sees it.
type Mount struct {
	Path, SubPath Value[string]
	Volume        Value[string]
	Source        string // configMap, secret, emptyDir, persistentVolumeClaim, projected, hostPath, ...
	Object        string // name of what Source names
	Medium        Value[string]
	ReadOnly      Value[bool]
}

// A Service is a Kubernetes Service that selects a server's pod.
type Service struct {
	Name      Value[string]
	Namespace string
	Type      Value[string] // ClusterIP by default
	Ports     []*ServicePort
	External  bool // LoadBalancer or NodePort
}

// A ServicePort is one port of a Service.
type ServicePort struct {
	Name     *Value[string]
	Port     Value[int]
	Target   Value[int]     // port of the container; unknown for a name that nobody declares
	TargetAt Value[string]  // targetPort as written, else port
	Protocol *Value[string] // appProtocol; nil: not written
	Scrape   bool           // an annotation sends Prometheus there
	Role     string         // of the listener that it leads to; empty: none, or not TorchServe's container
	Ours     Value[bool]    // whether the port leads to the TorchServe container, not to another one of the pod
}
