package lint

// Rules whose findings the engine itself makes.
var (
	// SyntaxError is about inputs that do not parse, where no other rule says more of them.
	SyntaxError = &Rule{Meta: Meta{
		ID:       "syntax-error",
		Family:   "config",
		Title:    "A file does not parse",
		Severity: Error,
	}}
	// SuppressionInvalid is about directives that do not do what they say.
	SuppressionInvalid = &Rule{Meta: Meta{
		ID:       "suppression-invalid",
		Family:   "suppression",
		Title:    "A suppression is malformed, misplaced or names an unknown rule",
		Severity: Warning,
		Fix:      Safe,
	}}
	// SuppressionUnused is about directives that silence nothing.
	SuppressionUnused = &Rule{Meta: Meta{
		ID:       "suppression-unused",
		Family:   "suppression",
		Title:    "A suppression silences nothing",
		Severity: Warning,
		Fix:      Safe,
	}}
	// SuppressionExpired is about directives whose last day is past, or near.
	SuppressionExpired = &Rule{Meta: Meta{
		ID:       "suppression-expired",
		Family:   "suppression",
		Title:    "A suppression has ended, or soon will",
		Severity: Warning,
		Params:   []Param{{Name: "warn-days", Default: 14, Doc: "how many days ahead the end is announced"}},
	}}
	// SuppressionReasonMissing is about directives that do not say why.
	SuppressionReasonMissing = &Rule{Meta: Meta{
		ID:       "suppression-reason-missing",
		Family:   "suppression",
		Title:    "A suppression gives no reason",
		Severity: Warning,
		Profile:  Strict,
	}}
)
