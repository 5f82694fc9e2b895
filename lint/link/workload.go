package link

import (
	"path"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// templates say where the pod of each kind of workload is.
var templates = map[string][]string{
	"Pod": {}, "Deployment": {"spec", "template"}, "StatefulSet": {"spec", "template"}, "DaemonSet": {"spec", "template"},
	"ReplicaSet": {"spec", "template"}, "Job": {"spec", "template"}, "CronJob": {"spec", "jobTemplate", "spec", "template"},
}

// readPod reads the pod of a workload; nil where the object has none, as a patch of Kustomize.
func readPod(file, kind string, n syntax.Node) *pod {
	where, ok := templates[kind]
	if !ok {
		return nil
	}
	template := n.At(where...)
	spec := template.At("spec")
	if !spec.At("containers").IsList() {
		return nil
	}
	p := &pod{
		workload:  readWorkload(n, spec),
		namespace: n.At("metadata", "namespace").String(),
		labels:    map[string]string{},
		volumes:   map[string]*volume{},
		file:      file,
		dir:       path.Dir(file),
	}
	for k, v := range template.At("metadata", "labels").Pairs() {
		p.labels[k] = v.String()
	}
	for _, at := range []syntax.Node{n.At("metadata", "annotations"), template.At("metadata", "annotations")} {
		if v := at.At("tslint/torchserve-version"); v.OK() {
			p.release = v.Text()
		}
		if port, err := strconv.Atoi(at.At("prometheus.io/port").String()); err == nil && at.At("prometheus.io/scrape").String() == "true" {
			p.scrape = port
		}
	}
	for _, v := range spec.At("volumes").Items() {
		if vol := readVolume(v); vol != nil {
			p.volumes[vol.name.String()] = vol
		}
	}
	for _, n := range spec.At("containers").Items() {
		c := readContainer(p, n)
		c.readUser(n.At("securityContext"), spec.At("securityContext"))
		p.containers = append(p.containers, c)
	}
	for _, c := range p.containers {
		c.resolvePorts()
	}
	readCalls(p, spec)
	return p
}

func readWorkload(n, spec syntax.Node) *model.Workload {
	name := n.At("metadata", "name").Text()
	if name.Span().File == nil {
		name = n.At("metadata", "generateName").Text()
	}
	on := name.Span()
	if on.File == nil {
		on = n.At("kind").Text().Span()
	}
	w := &model.Workload{
		Kind:        written("kind", n.At("kind").Text()),
		Name:        model.Known(name.String(), model.Origin{Key: "metadata.name", Span: on}),
		Namespace:   n.At("metadata", "namespace").String(),
		GracePeriod: secondsOr("terminationGracePeriodSeconds", spec.At("terminationGracePeriodSeconds"), 30, on),
		HostNetwork: boolOr("hostNetwork", spec.At("hostNetwork"), on),
	}
	if r := n.At("spec", "replicas"); r.OK() {
		v := number("replicas", r)
		w.Replicas = &v
	}
	w.RestartPolicy = model.Known("Always", kubernetes("restartPolicy", on))
	if r := spec.At("restartPolicy"); r.OK() {
		w.RestartPolicy = written("restartPolicy", r.Text())
	}
	return w
}

// volumeKinds are the members of a volume that say what it is.
var volumeKinds = []string{"configMap", "secret", "projected", "emptyDir", "persistentVolumeClaim", "hostPath", "csi", "nfs", "ephemeral", "downwardAPI"}

func readVolume(n syntax.Node) *volume {
	for _, kind := range volumeKinds {
		if at := n.At(kind); at.OK() {
			v := readSource(kind, at)
			v.name = n.At("name").Text()
			return v
		}
	}
	if !n.At("name").OK() {
		return nil
	}
	return &volume{name: n.At("name").Text()}
}

// readSource reads what a volume, or a part of a projected one, comes from.
func readSource(kind string, at syntax.Node) *volume {
	v := &volume{kind: kind, medium: at.At("medium").Text()}
	for _, key := range []string{"name", "secretName", "claimName", "path"} {
		if at.At(key).OK() {
			v.object = at.At(key).Text()
		}
	}
	if items := at.At("items"); items.IsList() {
		v.items = map[string]string{}
		for _, i := range items.Items() {
			v.items[i.At("path").String()] = i.At("key").String()
		}
	}
	for _, s := range at.At("sources").Items() {
		for _, kind := range []string{"configMap", "secret"} {
			if part := s.At(kind); part.OK() {
				v.parts = append(v.parts, readSource(kind, part))
			}
		}
	}
	return v
}

func readContainer(p *pod, n syntax.Node) *container {
	c := &container{
		pod: p, name: n.At("name").Text(), image: n.At("image").Text(),
		command: texts(n.At("command")), args: texts(n.At("args")),
		argsAt: n.At("args").Span(), commandAt: n.At("command").Span(),
		workingDir: n.At("workingDir").Text(),
		memory:     size("limits.memory", n.At("resources", "limits", "memory")),
		cpu:        cpu("limits.cpu", n.At("resources", "limits", "cpu")),

		memoryRequest: size("requests.memory", n.At("resources", "requests", "memory")),
		cpuRequest:    cpu("requests.cpu", n.At("resources", "requests", "cpu")),
	}
	if c.name.Span().File == nil {
		c.name = c.image
	}
	for _, e := range n.At("env").Items() {
		c.env = append(c.env, readEnv(e))
	}
	for _, e := range n.At("envFrom").Items() {
		c.envFrom = append(c.envFrom, envSource{e.At("configMapRef", "name").Text(), e.At("secretRef", "name").Text(), e.At("prefix").String()})
	}
	for _, m := range n.At("volumeMounts").Items() {
		c.mounts = append(c.mounts, mount{m.At("mountPath").Text(), m.At("subPath").Text(), m.At("name").Text(), m.At("readOnly").String() == "true"})
	}
	for _, port := range n.At("ports").Items() {
		c.ports = append(c.ports, readPort(port))
	}
	c.gpus = gpus(n.At("resources"), c.name.Span())
	c.readiness = readProbe("readinessProbe", n)
	c.liveness = readProbe("livenessProbe", n)
	c.startup = readProbe("startupProbe", n)
	c.ref = parseImage(c.image)
	c.start = readStart(c)
	return c
}

// readUser reads as whom a container runs; what its own context says wins over that of its pod.
func (c *container) readUser(own, pod syntax.Node) {
	for _, n := range []syntax.Node{own, pod} {
		if user := n.At("runAsUser"); user.OK() && c.user == nil {
			c.user = optional("runAsUser", user)
		}
	}
	c.lowPorts = model.Known(false, model.Origin{Key: "securityContext", On: c.name.Span()})
	for _, capability := range own.At("capabilities", "add").Items() {
		if name := capability.String(); name == "NET_BIND_SERVICE" || name == "ALL" {
			c.lowPorts = model.Known(true, model.Origin{Key: "capabilities", Span: capability.Text().Span()})
		}
	}
	for _, sysctl := range pod.At("sysctls").Items() {
		if sysctl.At("name").String() == "net.ipv4.ip_unprivileged_port_start" {
			c.lowPorts = model.Known(true, model.Origin{Key: "sysctls", Span: sysctl.At("name").Text().Span()})
		}
	}
}

func texts(n syntax.Node) []source.Text {
	if !n.IsList() {
		return nil
	}
	out := []source.Text{}
	for _, i := range n.Items() {
		out = append(out, i.Text())
	}
	return out
}

func readEnv(n syntax.Node) envVar {
	v := envVar{name: n.At("name").Text(), value: n.At("value").Text()}
	if from := n.At("valueFrom"); from.OK() {
		v.from = from.Span()
		v.configMap, v.key = from.At("configMapKeyRef", "name").String(), from.At("configMapKeyRef", "key").String()
	} else if v.value.Span().File == nil { // an empty value is one, too
		v.value = v.name.Cut(len(v.name.String()), len(v.name.String()))
	}
	return v
}

func readPort(n syntax.Node) *model.ContainerPort {
	p := &model.ContainerPort{Name: optional("ports.name", n.At("name")), Port: number("containerPort", n.At("containerPort"))}
	if h := n.At("hostPort"); h.OK() {
		v := number("hostPort", h)
		p.HostPort = &v
	}
	return p
}

// gpus counts the devices that a container asks for; none is a known number.
func gpus(resources syntax.Node, on source.Span) model.Value[int] {
	for _, section := range []string{"limits", "requests"} {
		for key, v := range resources.At(section).Pairs() {
			if strings.HasSuffix(key, "/gpu") || strings.HasPrefix(key, "nvidia.com/mig-") || strings.HasSuffix(key, "/gpu.shared") {
				return number("resources."+section+"."+key, v)
			}
		}
	}
	return model.Known(0, model.Origin{Kind: model.Default, Key: "nvidia.com/gpu", On: on, Why: "no GPU is asked for"})
}
