package memory

import (
	"fmt"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

// Host memory of one worker process beside the model itself, where nobody declares it
// (facts: runtime.md E4).
const (
	baseCPU     = 300 * model.Bytes(1<<20)
	baseCUDA    = 2 * model.Bytes(1<<30)
	jvmOverhead = 256 * model.Bytes(1<<20)
)

// A base is what is assumed of memory that nobody declares.
type base struct{ cpu, cuda, jvm model.Bytes }

// A budget is what a server needs of its memory limit. Models whose worker count is not
// known are left out: what is summed is needed at the least.
type budget struct {
	limit    model.Bytes
	jvm      model.Bytes // frontend: heap, direct memory where it is set, overhead
	tmp      model.Bytes // archives extracted into memory
	shares   []share     // largest first among equals in order
	declared bool        // every share rests on a declared size
}

// A share is what the workers of one model need.
type share struct {
	model   *model.Model
	workers int         // processes
	each    model.Bytes // one process
	source  string      // of each
}

func (b *budget) need() model.Bytes {
	sum := b.jvm + b.tmp
	for _, s := range b.shares {
		sum += s.all()
	}
	return sum
}

func (s share) all() model.Bytes { return model.Bytes(s.workers) * s.each }

// largest returns the share that needs most.
func (b *budget) largest() share {
	top := b.shares[0]
	for _, s := range b.shares[1:] {
		if s.all() > top.all() {
			top = s
		}
	}
	return top
}

// safe returns how many processes of the largest share fit beside all else.
func (b *budget) safe() int { return b.within(b.limit) }

// within returns how many processes of the largest share need no more than size with all else.
func (b *budget) within(size model.Bytes) int {
	top := b.largest()
	rest := size - (b.need() - top.all())
	return max(0, int(rest/top.each))
}

// roundUp returns a size that people would write as a limit: in quarters of a GiB, small ones
// in steps of 64 MiB.
func roundUp(size model.Bytes) model.Bytes {
	step := 256 * model.Bytes(1<<20)
	if size < 1<<30 {
		step = 64 << 20
	}
	return (size + step - 1) / step * step
}

// sum writes the need as an addition: "6 workers x 3Gi (declared) + JVM 1.25Gi = 19.25Gi".
func (b *budget) sum() string {
	text := ""
	for _, s := range b.shares {
		if text != "" {
			text += " + "
		}
		text += fmt.Sprintf("%d %s x %s (%s)", s.workers, plural(s.workers), model.Show(s.each), s.source)
	}
	text += " + JVM " + model.Show(b.jvm)
	if b.tmp > 0 {
		text += " + archives extracted into memory " + model.Show(b.tmp)
	}
	return text + " = " + model.Show(b.need())
}

func plural(n int) string {
	if n == 1 {
		return "worker"
	}
	return "workers"
}

// plan sums up a server; each says what one process of a model needs, and from where.
func plan(s *model.Server, of base, each func(*model.Model, base) (model.Bytes, string, bool)) (*budget, bool) {
	if s.Memory == nil {
		return nil, false
	}
	limit, ok := s.Memory.Get()
	if !ok || limit <= 0 {
		return nil, false
	}
	b := &budget{limit: limit, jvm: frontend(s, of), tmp: extracted(s), declared: true}
	for _, m := range s.Models {
		workers, ok1 := m.MinWorkers.Get()
		processes, ok2 := m.Processes.Get()
		if !ok1 || !ok2 || workers*processes <= 0 {
			continue
		}
		size, source, ok := each(m, baseOf(s, m, of))
		if !ok {
			continue
		}
		b.declared = b.declared && source == declared
		b.shares = append(b.shares, share{m, workers * processes, size, source})
	}
	return b, len(b.shares) > 0
}

const declared = "declared"

// baseOf says what a process of the model needs without its weights.
func baseOf(s *model.Server, m *model.Model, of base) base {
	gpus, known := s.GPUs.Get()
	device := ""
	if m.DeviceType != nil {
		device = m.DeviceType.Or("")
	}
	if known && gpus > 0 && device != "cpu" {
		of.cpu = of.cuda
	}
	return of
}

// frontend is the least that the JVM may take: its heap, and direct memory where it is set.
func frontend(s *model.Server, of base) model.Bytes {
	if s.JVM == nil {
		return of.jvm
	}
	sum := s.JVM.Heap.Or(0) + of.jvm
	if s.JVM.DirectMemory != nil {
		sum += s.JVM.DirectMemory.Or(0)
	}
	return sum
}

// extracted is what archives take where TEMP lies on a volume in memory.
func extracted(s *model.Server) (sum model.Bytes) {
	if !tempInMemory(s) {
		return 0
	}
	for _, m := range s.Models {
		if m.Archive != nil {
			sum += m.Archive.Size
		}
	}
	return sum
}

// tempInMemory reports whether archives are extracted to a volume of medium Memory: TEMP
// is /home/model-server/tmp in the official image.
func tempInMemory(s *model.Server) bool {
	temp := "/home/model-server/tmp"
	for _, e := range s.Env {
		if e.Name.Or("") == "TEMP" {
			temp = e.Value.Or("")
		}
	}
	for _, m := range s.Mounts {
		if strings.TrimSuffix(m.Path.Or(""), "/") == strings.TrimSuffix(temp, "/") && m.Source == "emptyDir" && m.Medium.Or("") == "Memory" {
			return true
		}
	}
	return false
}

// serialized is the size of a model's weights, uncompressed.
func serialized(m *model.Model) (model.Bytes, bool) {
	if m.Archive == nil {
		return 0, false
	}
	return m.Archive.SerializedSize.Get()
}
