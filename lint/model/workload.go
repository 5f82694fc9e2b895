package model

import (
	"time"
)

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
