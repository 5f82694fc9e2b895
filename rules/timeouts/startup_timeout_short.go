package timeouts

import (
	"fmt"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
)

// StartupTimeoutShort is documented, with examples that run as tests, in startup-timeout-short.md.
var StartupTimeoutShort = &lint.Rule{
	Meta: lint.Meta{
		ID:       "startup-timeout-short",
		Title:    "A model gets less time to load than it takes",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config", "mar", "image"},
		Params: []lint.Param{
			{Name: "load-rate", Default: 200 * model.Bytes(1<<20), Unit: "bytes", Doc: "weights that are loaded in a second, where no load time is declared"},
		},
		Fix: lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		return each(p, func(_ *model.Server, m *model.Model, r model.Release) { startupTimeoutShort(p, m, r) })
	},
}

// spawn is what a worker takes beside reading its weights, in an estimate.
const spawn = 15 * time.Second

func startupTimeoutShort(p *lint.Pass, m *model.Model, r model.Release) {
	bound, key := loadBound(m, r)
	limit, ok := bound.Get()
	load, source, why, known := loadTime(p, m)
	if !ok || !known || limit >= load || limit <= 0 {
		return
	}
	also := ""
	if key == "responseTimeout" {
		also = fmt.Sprintf("; before 0.12.0 it bounds loading too, and this is TorchServe %s", r)
	}
	f := p.Report(bound, "%s has %s to load (%s%s), loading takes %s (%s)", name(m), model.Show(limit), key, also, model.Show(load), source)
	if why != nil {
		f.Cause(why)
	}
	f.Advise("raise %s to %s, twice the time that loading takes", key, model.Show(2*load))
	if bound.Origin.Kind == model.Written {
		f.Replace(lint.Unsafe, "wait twice as long as loading takes", fmt.Sprint(int((2*load + time.Second - 1).Seconds())))
	}
}

// loadTime returns how long a model takes to load, as declared or estimated by its size.
func loadTime(p *lint.Pass, m *model.Model) (load time.Duration, source string, why model.Cited, ok bool) {
	if d, ok := declared(m.Declared.LoadTime); ok {
		return d, "declared", m.Declared.LoadTime, true
	}
	size, ok := artifact(m)
	if !ok || size <= 0 {
		return 0, "", nil, false
	}
	rate := p.Bytes("load-rate")
	load = spawn + time.Duration(float64(size)/float64(rate)*float64(time.Second)).Round(time.Second)
	source = fmt.Sprintf("estimate: %s at %s a second and %s for the process", model.Show(size), model.Show(rate), model.Show(spawn))
	return load, source, nil, true
}

// artifact is the size of a model's weights, as declared or as seen in its archive.
func artifact(m *model.Model) (model.Bytes, bool) {
	if m.Declared.ArtifactSize != nil {
		return m.Declared.ArtifactSize.Get()
	}
	if m.Archive == nil {
		return 0, false
	}
	return m.Archive.SerializedSize.Get()
}
