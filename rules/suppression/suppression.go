// Package suppression lists the rules about directives that silence others. The engine
// makes their findings, for it alone knows what the directives silence.
package suppression

import "github.com/torchserve-lint/tslint/lint"

// Rules lists the rules of this family.
var Rules = []*lint.Rule{
	lint.SuppressionExpired,
	lint.SuppressionInvalid,
	lint.SuppressionReasonMissing,
	lint.SuppressionUnused,
}
