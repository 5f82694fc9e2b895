package proxy

import (
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// Annotations of a Service behind a Classic Load Balancer.
var (
	clbIdle  = timing{name: awsPrefix + "connection-idle-timeout", on: "Service", kind: "gap_any", reads: atoiSeconds, def: time.Minute, min: time.Second, max: 4000 * time.Second, zero: zeroInvalid, invalid: blocks, beyond: keepsDefault}
	clbDrain = timing{name: awsPrefix + "connection-draining-timeout", on: "Service", kind: "drain", reads: atoiSeconds, def: 300 * time.Second, optional: true, invalid: blocks, beyond: keepsDefault}
)

func awsCLB() *controller {
	return &controller{
		id: "aws-clb", title: "AWS Classic Load Balancer",
		prefixes: []string{awsPrefix},
		timings:  []*timing{&clbIdle, &clbDrain},
		balancer: clbHop,
	}
}

func clbHop(c *cluster, ctl *controller, o *Object, _ syntax.Node) *model.Hop {
	b := portHop(ctl, o)
	b.timer(&clbIdle, annotated(o, &clbIdle))
	b.timer(&clbDrain, annotated(o, &clbDrain))
	return b.finish(c, o)
}
