package model

import (
	"iter"
	"slices"
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

	Config    *Config     // the config.properties in effect; nil when there is none or it is not visible
	Lacking   *Lacking    // the config file that it is started with and that is not there; nil: it is, or that cannot be told
	Settings  *Settings   `rego:"-"` // nil: which config it gets is not known
	Models    []*Model    // that are loaded at start, in order
	LoadsAll  Value[bool] // load_models=all
	Store     []*Archive  `rego:"-"` // archives among the inputs that lie with its files, loaded or not
	Calls     []*Call     `rego:"-"` // that change which models it has at run time
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

// Shortest returns the hop that gives up first on the way to predictions, or nil.
func (s *Server) Shortest() (top *Hop) {
	for _, r := range s.Routes {
		h, ok := r.Timeout()
		if !ok || h == nil || h.Timeout.Or(Forever) == Forever || r.Role != "" && r.Role != "inference" {
			continue
		}
		if top == nil || h.Timeout.Or(0) < top.Timeout.Or(0) {
			top = h
		}
	}
	return top
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

// A Call is a command of a Job, of another container or of a hook that registers a model, scales
// or deletes one.
type Call struct {
	At      Value[string] // the URL
	Method  string        // POST registers, PUT scales, DELETE deletes
	Model   string        // archive or name in the URL; empty: not readable
	Workers Value[int]    // initial_workers, at the least 0, that a registration asks for
	Hook    bool          // it runs whenever the server starts
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
