package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// ValueUnitWrong is documented, with examples that run as tests, in value-unit-wrong.md.
var ValueUnitWrong = &lint.Rule{
	Meta: lint.Meta{
		ID:       "value-unit-wrong",
		Title:    "A value makes sense in another unit only",
		Severity: lint.Warning,
		Needs:    []string{"config", "model-config"},
		Params: []lint.Param{
			{Name: "seconds-max", Default: 10000 * time.Second, Unit: "s", Doc: "a timeout in seconds from here on is taken for milliseconds"},
			{Name: "millis-min", Default: 99 * time.Millisecond, Unit: "ms", Doc: "a timeout in milliseconds up to here is taken for seconds"},
			{Name: "bytes-min", Default: model.Bytes(4096), Unit: "bytes", Doc: "a size in bytes below is taken for MiB"},
		},
		Fix: lint.Unsafe,
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, m := range s.Models {
				if m.Config != nil {
					modelUnits(p, s, m.Config.Params)
				}
				if m.Entry != nil {
					modelUnits(p, s, m.Entry.Params)
				}
			}
		}
		return entries(p, func(s *model.Server, e *model.Entry) { valueUnitWrong(p, s, e) })
	},
}

// unitOf are the units of the keys that are looked at.
var unitOf = map[string]string{
	"responseTimeout": "s", "startupTimeout": "s", "default_response_timeout": "s", "default_startup_timeout": "s",
	"unregister_model_timeout": "s", "maxRetryTimeoutInSec": "s", "clientTimeoutInMills": "ms", "max_request_size": "bytes", "max_response_size": "bytes",
}

func valueUnitWrong(p *lint.Pass, s *model.Server, e *model.Entry) {
	r, ok := s.Release.Get()
	if _, reads := torchserve.Lookup(e.Key, r); !ok || !reads || unitOf[e.Key] == "" || !holds(s, e) {
		return
	}
	raw, _ := s.Settings.Get(e.Key).Get()
	if n, err := torchserve.ReadInt(raw); err == nil {
		unit(p, e, e.Key, n, e.Raw.Origin.Span)
	}
}

func modelUnits(p *lint.Pass, s *model.Server, params []*model.Param) {
	r, ok := s.Release.Get()
	for _, q := range params {
		k, reads := torchserve.LookupModelKey(q.Name)
		n, known := q.Int.Get()
		if ok && reads && known && q.Wins && (k.In(r) || k.Since == "0.8.0") && (q.Name != "maxRetryTimeoutInSec" || n <= longestRetry) {
			unit(p, q, q.Name, n, q.Raw.Origin.Span)
		}
	}
}

// unit reports a number that is too large or too small for the unit of its key.
func unit(p *lint.Pass, at model.Cited, key string, n int64, span source.Span) {
	means, better := "", ""
	switch of := unitOf[key]; {
	case of == "s" && n >= int64(p.Duration("seconds-max")/time.Second):
		means = readable(time.Duration(n) * time.Second)
		if n%1000 == 0 {
			better = strconv.FormatInt(n/1000, 10)
		}
	case of == "ms" && n > 0 && n <= p.Duration("millis-min").Milliseconds():
		means, better = fmt.Sprintf("%d ms", n), strconv.FormatInt(n*1000, 10)
	case of == "bytes" && n > 0 && n < int64(p.Bytes("bytes-min")):
		means = fmt.Sprintf("%d bytes", n)
		if n<<20 < 1<<31 {
			better = strconv.FormatInt(n<<20, 10)
		}
	}
	if means == "" {
		return
	}
	words := map[string]string{"s": "seconds", "ms": "milliseconds", "bytes": "bytes"}[unitOf[key]]
	f := p.Report(at, "%s=%d means %s; the unit is %s", key, n, means, words).
		Advise("convert the value to %s", words)
	if better != "" && span.File != nil && span.File.Data[span.Start:span.End] == strconv.FormatInt(n, 10) {
		f.Replace(lint.Unsafe, "convert it to "+words, better)
	}
}

// readable writes a long time in its two largest units: 20 days 20 h.
func readable(d time.Duration) string {
	var parts []string
	for _, u := range []struct {
		name string
		size time.Duration
	}{{"days", 24 * time.Hour}, {"h", time.Hour}, {"min", time.Minute}, {"s", time.Second}} {
		if n := d / u.size; n > 0 && len(parts) < 2 {
			if n == 1 && u.name == "days" {
				u.name = "day"
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, u.name))
			d -= n * u.size
		}
	}
	return strings.Join(parts, " ")
}
