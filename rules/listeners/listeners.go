// Package listeners holds the rules about the ports that TorchServe opens, and who reaches for them.
package listeners

import "github.com/torchserve-lint/tslint/lint"

// Rules lists them, by ID.
var Rules = []*lint.Rule{
	BindAddressInvalid,
	BindLoopbackInContainer,
	BindPrivilegedPort,
	CORSOptionsMissing,
	GRPCAddressInvalid,
	GRPCClientLimitLow,
	GRPCLoopback,
	GRPCTLSFilesMissing,
	PortClash,
	PortMismatch,
	TLSPairIncomplete,
}
