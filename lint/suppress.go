package lint

// Suppressed is a finding that a directive covers.
type Suppressed struct {
	*Finding
	Reason string // empty: none is given
	Until  string // 2027-03-01; empty: for good
}
