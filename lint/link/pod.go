package link

import (
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// A pod is a pod template and the workload that it belongs to.
type pod struct {
	workload   *model.Workload
	namespace  string
	labels     map[string]string
	containers []*container // init containers and sidecars are not among them
	volumes    map[string]*volume
	file       string      // name of the manifest
	dir        string      // its folder
	release    source.Text // annotation tslint/torchserve-version
	scrape     int         // port of prometheus.io/port, 0: none
	calls      []call      // of its commands that register or delete models
}

// A container is one container of a pod, as written.
type container struct {
	pod        *pod
	name       source.Text // the container's name, else its image: never empty
	image      source.Text
	command    []source.Text // nil: not written
	args       []source.Text
	commandAt  source.Span // the key command, or args where there is none; zero: neither
	argsAt     source.Span // the key args; zero: not written
	env        []envVar
	envFrom    []envSource
	workingDir source.Text
	mounts     []mount

	ports                        []*model.ContainerPort
	memory, memoryRequest        *model.Value[model.Bytes]
	cpu, cpuRequest              *model.Value[model.MilliCPU]
	gpus                         model.Value[int]
	user                         *model.Value[string]
	lowPorts                     model.Value[bool]
	readiness, liveness, startup *model.Probe
	start                        *model.Start
	ref                          *model.Image
}

// An envVar is one entry of env. Its value is not known where from says something.
type envVar struct {
	name, value source.Text
	from        source.Span // of a valueFrom; zero: value is written
	configMap   string      // that valueFrom names
	key         string
}

// An envSource is one entry of envFrom.
type envSource struct {
	configMap, secret source.Text
	prefix            string
}

// A mount is one entry of volumeMounts.
type mount struct {
	path, subPath, volume source.Text
	readOnly              bool
}

// A volume is one volume of a pod.
type volume struct {
	name   source.Text
	kind   string            // configMap, secret, projected, emptyDir, persistentVolumeClaim, hostPath, ...
	object source.Text       // that it names: ConfigMap, Secret, claim
	medium source.Text       // of an emptyDir
	items  map[string]string // path by key; nil: every key under its own name
	parts  []*volume         // of a projected volume
}

// A configMap is a ConfigMap, with the files in it.
type configMap struct {
	namespace, name string
	data            map[string]source.Text // also binaryData, decoded, at the place of the whole value
	dataAt          map[string]source.Span // of the keys
	configs         []*configFile
	modelFiles      []*modelFile
}
