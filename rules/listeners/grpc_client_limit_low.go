package listeners

import (
	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// GRPCClientLimitLow is documented, with examples that run as tests, in grpc-client-limit-low.md.
var GRPCClientLimitLow = &lint.Rule{
	Meta: lint.Meta{
		ID:       "grpc-client-limit-low",
		Title:    "Messages may be larger than what gRPC lets through by default",
		Severity: lint.Warning,
		Versions: ">=0.3.0",
		Needs:    []string{"config", "manifest"},
	},
	Check: func(p *lint.Pass) error {
		for _, s := range p.Servers {
			l := s.Listener("grpc-inference")
			if l == nil || s.Wrapper.Or(false) {
				continue
			}
			if who := reachers(s, l); len(who) > 0 {
				grpcClientLimitLow(p, s, who[0])
			}
		}
		return nil
	},
}

// messageLimit is what gRPC receives in one message, where nobody says otherwise.
const messageLimit = model.Bytes(4 << 20)

func grpcClientLimitLow(p *lint.Pass, s *model.Server, who consumer) {
	if v := above(s.Settings.Get("max_response_size")); v != nil {
		p.Report(v, "max_response_size=%s on a gRPC deployment: clients refuse answers above %s unless they set a channel option", bytes(v), model.Show(messageLimit)).
			Cause(who.at).
			Advise("set grpc.max_receive_message_length in the clients")
	}
	r, ok := s.Release.Get()
	if v := above(s.Settings.Get("max_request_size")); v != nil && ok && r.Before(followsRequests) {
		p.Report(v, "max_request_size=%s does not count for gRPC before TorchServe %s: the server refuses requests above %s", bytes(v), followsRequests, model.Show(messageLimit)).
			Cause(who.at).
			Advise("send large requests over REST, or use TorchServe %s or later", followsRequests)
	}
}

// followsRequests is the first release whose gRPC server takes what max_request_size says.
const followsRequests = "0.4.0"

// above returns a size that somebody wrote and that is above the limit of messages; else nil.
func above(v *model.Value[string]) *model.Value[string] {
	if v == nil || v.Origin.Kind != model.Written {
		return nil
	}
	if raw, ok := v.Get(); ok {
		if n, err := torchserve.ReadInt(raw); err == nil && model.Bytes(n) > messageLimit {
			return v
		}
	}
	return nil
}

func bytes(v *model.Value[string]) string {
	n, _ := torchserve.ReadInt(v.Or(""))
	return model.Show(model.Bytes(n))
}
