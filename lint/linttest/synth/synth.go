// Package synth makes deployments for benchmarks and tests: many, of realistic shape, and
// the same on every machine.
package synth

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing/fstest"
	"text/template"
)

//go:embed templates
var files embed.FS

// Faults are what is wrong with a faulty deployment: one of these.
var faults = []string{
	"mgmt-exposed", "min-gt-max", "no-limits", "port-mismatch", "bad-body-size", "dup-key",
	"token-disabled", "latest-tag", "hpa-conflict", "unknown-key", "timeout-inversion", "model-name-drift",
}

// FaultRate is the share of deployments that are faulty.
const FaultRate = 0.01

// A deployment is what the templates ask for.
type deployment struct {
	Fault, Name, Team, Model, Archive, Version, Tag, Management, TargetPort, Sum string
	Labels, Resources, Properties, ModelConfig                                   string

	GPUs, CPU, Memory, MinWorkers, MaxWorkers, BatchSize, Delay, Timeout, Queue, Netty, BodyMB int
	IngressMB, IngressTimeout, Replicas, HPAMin, HPAMax, MaxLength, NewTokens, QueueTarget     int
}

// Files returns n deployments of seven files each, below d00000, d00001, ...; deployment
// i depends on i alone.
func Files(n int) fstest.MapFS {
	t := template.Must(template.New("").Funcs(template.FuncMap{
		"indent": indent,
		"mul":    func(a, b int) int { return a * b },
		"add":    func(a, b int) int { return a + b },
		"max":    func(a, b int) int { return max(a, b) },
	}).ParseFS(files, "templates/*"))
	out := fstest.MapFS{}
	for i := range n {
		d := choose(i)
		dir := fmt.Sprintf("d%05d", i)
		d.Properties = adjust(d, render(t, "config.properties", d))
		d.ModelConfig = render(t, "model-config.yaml", d)
		d.Sum = fmt.Sprintf("%x", sha256.Sum256([]byte(d.Properties)))
		out[path.Join(dir, "config.properties")] = &fstest.MapFile{Data: []byte(d.Properties)}
		out[path.Join(dir, "model-config.yaml")] = &fstest.MapFile{Data: []byte(d.ModelConfig)}
		for _, name := range []string{"deployment.yaml", "service.yaml", "ingress.yaml", "hpa.yaml", "configmap.yaml"} {
			out[path.Join(dir, "k8s", name)] = &fstest.MapFile{Data: []byte(render(t, name, d))}
		}
	}
	return out
}

// Write writes n deployments below dir.
func Write(dir string, n int) error {
	for name, f := range Files(n) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func render(t *template.Template, name string, d *deployment) string {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, d); err != nil {
		panic(err) // the templates are ours
	}
	return b.String()
}

func indent(n int, s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(strings.Repeat(" ", n))
		}
		b.WriteString(line)
	}
	return b.String()
}

func choose(i int) *deployment {
	r := rand.New(rand.NewPCG(1, uint64(i)))
	d := &deployment{}
	if pick := faults[r.IntN(len(faults))]; r.Float64() < FaultRate {
		d.Fault = pick
	}
	d.Model = one(r, "resnet18", "resnet50", "densenet161", "bert-seqc", "llama3-8b", "mistral-7b", "whisper-small", "t5-base", "mnist", "vgg16")
	d.Team = one(r, "vision", "speech", "search", "ads", "risk", "nlp", "recsys", "fraud")
	d.Name = fmt.Sprintf("ts-%s-%05d", d.Model, i)
	d.GPUs, d.CPU, d.Memory = one(r, 0, 0, 1, 2, 4), one(r, 2, 4, 8), one(r, 4, 8, 16)
	d.MinWorkers = one(r, 1, 2, 4)
	d.MaxWorkers = d.MinWorkers * one(r, 1, 2)
	d.BatchSize, d.Delay, d.Timeout = one(r, 1, 4, 8, 16), one(r, 20, 50, 100, 200), one(r, 60, 120, 300)
	d.Queue, d.Netty, d.BodyMB = one(r, 100, 500, 1000), one(r, 8, 16, 32), one(r, 8, 16, 64)
	d.Version = fmt.Sprintf("%d.%d", 1+r.IntN(4), r.IntN(10))
	d.Replicas, d.MaxLength, d.NewTokens = one(r, 2, 3, 4), one(r, 128, 256, 512), one(r, 32, 64, 128)
	d.QueueTarget = one(r, 20000, 50000, 100000)
	d.derive()
	return d
}

// derive sets what follows from the choices, and from the fault.
func (d *deployment) derive() {
	d.Management, d.TargetPort, d.Archive, d.Tag = "http://127.0.0.1:8081", "preds", d.Model, "0.12.0-cpu"
	if d.GPUs > 0 {
		d.Tag = "0.12.0-gpu"
	}
	d.IngressMB, d.IngressTimeout = d.BodyMB, d.Timeout+30
	d.HPAMin, d.HPAMax = d.Replicas, d.Replicas*3
	switch d.Fault {
	case "latest-tag":
		d.Tag = "latest-gpu"
	case "mgmt-exposed":
		d.Management = "http://0.0.0.0:8081"
	case "min-gt-max":
		d.MinWorkers = d.MaxWorkers + 2
	case "bad-body-size":
		d.IngressMB = 1
	case "timeout-inversion":
		d.IngressTimeout = d.Timeout - 40
	case "port-mismatch":
		d.TargetPort = "9090"
	case "model-name-drift":
		d.Archive = d.Model + "-v2"
	case "hpa-conflict":
		d.HPAMin, d.HPAMax = 1, 1
	}
	d.Labels = fmt.Sprintf("app.kubernetes.io/name: %s\napp.kubernetes.io/component: inference\napp.kubernetes.io/part-of: %s\napp.kubernetes.io/version: %q\n", d.Name, d.Team, d.Version)
	amounts := fmt.Sprintf("cpu: \"%d\"\nmemory: %dGi\n", d.CPU, d.Memory)
	if d.GPUs > 0 {
		amounts += fmt.Sprintf("nvidia.com/gpu: \"%d\"\n", d.GPUs)
	}
	d.Resources = "resources:\n"
	if d.Fault != "no-limits" {
		d.Resources += "  limits:\n" + indent(4, amounts)
	}
	d.Resources += "  requests:\n" + indent(4, amounts)
}

// adjust makes the faults that lie in the text of the properties.
func adjust(d *deployment, props string) string {
	switch d.Fault {
	case "unknown-key":
		return strings.Replace(props, "job_queue_size=", "job_que_size=", 1)
	case "dup-key":
		return props + fmt.Sprintf("job_queue_size=%d\n", d.Queue*2)
	}
	return props
}

func one[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }
