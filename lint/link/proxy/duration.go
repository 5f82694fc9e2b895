package proxy

import (
	"strings"
	"time"
)

func goDuration(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s)
	return d, err == nil
}

func contourDuration(s string) (time.Duration, bool) {
	if s == "infinity" || s == "infinite" {
		return noLimit, true
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && !strings.ContainsAny(s, "+-") && s != "0"
}

// gatewayDuration reads GEP-2257: one to four numbers of up to five digits, each with h, m, s or ms.
func gatewayDuration(s string) (time.Duration, bool) {
	var sum time.Duration
	for n := 0; n < 4; n++ {
		v, unit, rest, ok := part(s)
		if !ok || len(s)-len(unit)-len(rest) > 5 || !has("h m s ms", unit) {
			return 0, false
		}
		sum += times(v, units[unit])
		if s = rest; s == "" {
			return sum, true
		}
	}
	return 0, false
}

// traefikDuration reads what the controller takes; the pattern of the API server, which
// takes more, is traefikPattern.
func traefikDuration(s string) (time.Duration, bool) {
	if n, rest, ok := leading(s); ok && rest == "" {
		return times(n, time.Second), true
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && traefikPattern(s)
}

// traefikPattern reports whether the custom resource definition lets the value pass.
func traefikPattern(s string) bool {
	for s != "" {
		_, rest, ok := leading(s)
		if !ok {
			return false
		}
		s = rest
		for _, unit := range []string{"ns", "us", "µs", "ms", "s", "m", "h"} {
			if after, found := strings.CutPrefix(rest, unit); found {
				s = after
				break
			}
		}
	}
	return true
}

func protoDuration(s string) (time.Duration, bool) {
	number, ok := strings.CutSuffix(strings.TrimPrefix(s, "-"), "s")
	seconds, fraction, dot := strings.Cut(number, ".")
	_, rest, digits := leading(seconds)
	if !ok || !digits || rest != "" {
		return 0, false
	}
	if _, rest, digits = leading(fraction); dot && (!digits || rest != "" || len(fraction) > 9) {
		return 0, false
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return noLimit, true
	}
	return d, true
}
