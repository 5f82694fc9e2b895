package config

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// IntValueOutOfRange is documented, with examples that run as tests, in int-value-out-of-range.md.
var IntValueOutOfRange = &lint.Rule{
	Meta: lint.Meta{
		ID:       "int-value-out-of-range",
		Title:    "An integer is one that the server does not work with",
		Severity: lint.Error,
		Needs:    []string{"config", "model-config"},
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			for _, m := range s.Models {
				retryOverflow(p, m)
			}
		}
		return entries(p, func(s *model.Server, e *model.Entry) { intValueOutOfRange(p, s, e) })
	},
}

// longestRetry is the largest maxRetryTimeoutInSec, in seconds, that is an int in milliseconds.
const longestRetry = 2147483

func retryOverflow(p *lint.Pass, m *model.Model) {
	q := m.Config.Param("maxRetryTimeoutInSec")
	if q == nil {
		return
	}
	if n, ok := q.Int.Get(); ok && n > longestRetry {
		p.Report(q, "maxRetryTimeoutInSec=%d is above %d s: in milliseconds it overflows, and a worker that fails is never restarted", n, longestRetry).
			Advise("write at most %d; the default is 300", longestRetry)
	}
}

func intValueOutOfRange(p *lint.Pass, s *model.Server, e *model.Entry) {
	r, ok := s.Release.Get()
	q, reads := torchserve.Lookup(e.Key, r)
	if !ok || !reads || q.Type != torchserve.Int && q.Type != torchserve.Long || !holds(s, e) || unread(s, q) {
		return
	}
	raw, known := s.Settings.Get(e.Key).Get()
	read := torchserve.ReadInt
	if q.Type == torchserve.Long {
		read = torchserve.ReadLong
	}
	n, err := read(raw)
	if !known || err != nil {
		return
	}
	bounds, effect := outOfRange(s, q.Key, n, r)
	if effect == "" {
		return
	}
	p.Report(e, "%s=%d is outside %s: %s", e.Key, n, bounds, effect).
		Advise("write a value of that range, or delete the line for the default")
}

// outOfRange says what a number does that the server takes and does not work with; empty where
// it works (facts: config-properties.yaml on_bad_value).
func outOfRange(s *model.Server, key string, n int64, r model.Release) (bounds, effect string) {
	const ends = "the server exits at start"
	loads := len(s.Models) > 0
	switch key {
	case "max_request_size":
		if n == 0 || r.Before("0.4.0") {
			return below(n, 1, "1 byte and above", "every request with a body fails")
		}
		return below(n, 0, "1 byte and above", ends)
	case "default_workers_per_model", "number_of_gpu":
		if loads {
			return below(n, 0, "0 and above", "the server exits when it loads a model at start")
		}
	case "job_queue_size":
		if loads {
			return below(n, 1, "1 and above", "the server exits when it loads a model at start")
		}
		return below(n, 1, "1 and above", "every registration answers 403")
	}
	return fixedRange(key, n)
}

// fixedRange is outOfRange for keys whose range no release changed.
func fixedRange(key string, n int64) (bounds, effect string) {
	const ends = "the server exits at start"
	switch key {
	case "number_of_netty_threads", "netty_client_threads":
		return below(n, 0, "0 and above", ends)
	case "grpc_inference_port", "grpc_management_port":
		if n > 65535 {
			return "0 to 65535", ends
		}
		return below(n, 0, "0 to 65535", ends)
	case "grpc_inference_max_connection_age_ms", "grpc_management_max_connection_age_ms":
		return below(n, 1, "1 ms and above", ends)
	case "grpc_inference_max_connection_age_grace_ms", "grpc_management_max_connection_age_grace_ms":
		return below(n, 0, "0 ms and above", ends)
	case "metric_time_interval":
		return below(n, 1, "1 s and above", "the server exits at the end of its start")
	case "io_ratio":
		if n > 100 {
			return "1 to 100", ends
		}
		return below(n, 1, "1 to 100", ends)
	case "default_response_timeout":
		return below(n, 1, "1 s and above", "every prediction fails at once with 500, and kills its worker")
	case "default_startup_timeout":
		return below(n, 1, "1 s and above", "workers are killed while they load, over and over")
	case "max_response_size":
		return below(n, 18, "18 bytes and above", "workers can never load, while /ping stays 200")
	case "initial_worker_port":
		if n > 65535 {
			return "1 to 65535", "workers fail one by one"
		}
		return below(n, 1, "1 to 65535", "workers fail one by one")
	}
	return "", ""
}

func below(n, least int64, bounds, effect string) (string, string) {
	if n >= least {
		return "", ""
	}
	return bounds, effect
}
