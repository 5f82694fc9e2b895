package proxy

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An amount is a time.Duration or model.Bytes.
type amount interface{ ~int64 }

// noLimit is both model.Forever and model.Unlimited.
const noLimit = math.MaxInt64

// A grammar is how a controller reads a scalar.
type grammar[T amount] struct {
	words string                     // what a value has to be, in words
	unit  string                     // of a bare number: s, ms, min; empty: a bare number is refused
	read  func(string) (T, bool)     // false: not in the grammar
	write func(time.Duration) string // nil for sizes
}

const (
	day  = 24 * time.Hour
	week = 7 * day
)

var units = map[string]time.Duration{
	"ns": time.Nanosecond, "us": time.Microsecond, "µs": time.Microsecond, "ms": time.Millisecond,
	"s": time.Second, "m": time.Minute, "h": time.Hour, "d": day, "w": week,
	"M": 30 * day, "y": 365 * day,
}

var (
	atoiSeconds = &grammar[time.Duration]{"a whole number of seconds without a unit", "s", whole(time.Second, 10), inWhole(time.Second, "")}
	atoiMillis  = &grammar[time.Duration]{"a whole number of milliseconds without a unit", "ms", whole(time.Millisecond, 10), inWhole(time.Millisecond, "")}
	base0       = &grammar[time.Duration]{"a whole number of seconds without a unit", "s", whole(time.Second, 0), inWhole(time.Second, "")}
	digits      = &grammar[time.Duration]{"a whole number of seconds without a unit", "s", digitsOf(time.Second), inWhole(time.Second, "")}
	minutes     = &grammar[time.Duration]{"a whole number of minutes without a unit", "min", digitsOf(time.Minute), inWhole(time.Minute, "")}

	nginxTime   = &grammar[time.Duration]{"a time of nginx (300, 300s, 5m)", "s", descending("w d h m s ms", "s", false), inWhole(time.Second, "s")}
	f5Time      = &grammar[time.Duration]{"a time of nginx (300, 300s, 5m)", "s", descending("y M w d h m s ms", "s", true), inWhole(time.Second, "s")}
	haproxyTech = &grammar[time.Duration]{"a whole number with one of the units ms, s, m, h, d (a bare number is milliseconds)", "ms", signed(single("ms s m h d", "ms")), inWhole(time.Second, "s")}
	haproxyJCM  = &grammar[time.Duration]{"a whole number with one of the units us, ms, s, m, h, d", "", single("us ms s m h d", ""), inWhole(time.Second, "s")}
	openshift   = &grammar[time.Duration]{"a whole number above 0 with one of the units us, ms, s, m, h, d (a bare number is milliseconds)", "ms", noZeroFirst(single("us ms s m h d", "ms")), inWhole(time.Second, "s")}
	linkerdTime = &grammar[time.Duration]{"a whole number with one of the units ms, s, m, h, d", "", zeroOr(single("ms s m h d", "")), inWhole(time.Second, "s")}
	apisixTime  = &grammar[time.Duration]{"a whole number of seconds, with or without an s", "s", signed(single("s", "s")), inWhole(time.Second, "s")}
	secondsOnly = &grammar[time.Duration]{"a whole number of seconds with the unit s", "", single("s", ""), inWhole(time.Second, "s")}
	ngfTime     = &grammar[time.Duration]{"up to four digits with one of the units ms, s, m, h", "s", fourDigits(single("ms s m h", "s")), inDigits(9999)}

	goTime      = &grammar[time.Duration]{"a duration with units (180s, 3m)", "", goDuration, inWhole(time.Second, "s")}
	contourTime = &grammar[time.Duration]{"a duration with units (180s, 3m) or infinity", "", contourDuration, inWhole(time.Second, "s")}
	gep2257     = &grammar[time.Duration]{"a Gateway API duration (180s, 3m)", "", gatewayDuration, inDigits(99999)}
	traefikTime = &grammar[time.Duration]{"a number of seconds or a duration with units (180, 180s, 3m)", "s", traefikDuration, inWhole(time.Second, "s")}
	protoJSON   = &grammar[time.Duration]{"a number of seconds with the unit s (180s)", "", protoDuration, inWhole(time.Second, "s")}
)

// times multiplies without overflow: what does not fit is without limit in practice.
func times(n int64, unit time.Duration) time.Duration {
	switch {
	case n > noLimit/int64(unit):
		return noLimit
	case n < -noLimit/int64(unit):
		return -noLimit
	}
	return time.Duration(n) * unit
}

func plus(a, b time.Duration) time.Duration {
	if a > noLimit-b {
		return noLimit
	}
	return a + b
}

// whole reads what Go's strconv takes for an integer.
func whole(unit time.Duration, base int) func(string) (time.Duration, bool) {
	return func(s string) (time.Duration, bool) {
		n, err := strconv.ParseInt(s, base, 64)
		return times(n, unit), err == nil
	}
}

func digitsOf(unit time.Duration) func(string) (time.Duration, bool) {
	return func(s string) (time.Duration, bool) {
		n, rest, ok := leading(s)
		return times(n, unit), ok && rest == ""
	}
}

// leading cuts the decimal digits that s begins with.
func leading(s string) (n int64, rest string, ok bool) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if i == 0 {
		return 0, s, false
	}
	n, err := strconv.ParseInt(s[:i], 10, 64)
	if err != nil {
		n = noLimit
	}
	return n, s[i:], true
}

// single reads one number with one of the units; bare is the unit of a number without.
func single(allowed, bare string) func(string) (time.Duration, bool) {
	return func(s string) (time.Duration, bool) {
		n, unit, ok := leading(s)
		switch {
		case !ok, unit == "" && bare == "":
			return 0, false
		case unit == "":
			unit = bare
		case !has(allowed, unit):
			return 0, false
		}
		return times(n, units[unit]), true
	}
}

func has(words, word string) bool {
	for w := range strings.FieldsSeq(words) {
		if w == word {
			return true
		}
	}
	return false
}

// descending reads numbers with units, the largest first, none twice; bare is the unit of a
// last number without one.
func descending(order, bare string, blanks bool) func(string) (time.Duration, bool) {
	ranks := strings.Fields(order)
	return func(s string) (time.Duration, bool) {
		if blanks {
			s = strings.Trim(s, " ")
		}
		if s == "" {
			return 0, false
		}
		var sum time.Duration
		rank := -1
		for s != "" {
			n, unit, rest, ok := part(s)
			if unit == "" && rest == "" {
				unit = bare
			}
			i := slices.Index(ranks, unit)
			if !ok || i <= rank {
				return 0, false
			}
			rank, sum, s = i, plus(sum, times(n, units[unit])), rest
			if blanks {
				s = strings.TrimLeft(s, " ")
			}
		}
		return sum, true
	}
}

// part cuts a number and the letters behind it.
func part(s string) (n int64, unit, rest string, ok bool) {
	n, rest, ok = leading(s)
	end := strings.IndexAny(rest, " 0123456789")
	if end < 0 {
		end = len(rest)
	}
	return n, rest[:end], rest[end:], ok
}

func signed(read func(string) (time.Duration, bool)) func(string) (time.Duration, bool) {
	return func(s string) (time.Duration, bool) {
		rest, minus := strings.CutPrefix(s, "-")
		if !minus {
			rest, _ = strings.CutPrefix(s, "+")
		}
		d, ok := read(rest)
		if minus {
			d = -d
		}
		return d, ok
	}
}

func noZeroFirst(read func(string) (time.Duration, bool)) func(string) (time.Duration, bool) {
	return func(s string) (time.Duration, bool) {
		if strings.HasPrefix(s, "0") {
			return 0, false
		}
		return read(s)
	}
}

func zeroOr(read func(string) (time.Duration, bool)) func(string) (time.Duration, bool) {
	return func(s string) (time.Duration, bool) {
		if s == "0" {
			return 0, true
		}
		return read(s)
	}
}

func fourDigits(read func(string) (time.Duration, bool)) func(string) (time.Duration, bool) {
	return func(s string) (time.Duration, bool) {
		if _, unit, _ := leading(s); len(s)-len(unit) > 4 {
			return 0, false
		}
		return read(s)
	}
}

// inWhole writes a duration as a number of units, rounded up.
func inWhole(unit time.Duration, suffix string) func(time.Duration) string {
	return func(d time.Duration) string {
		return strconv.FormatInt(int64((d+unit-1)/unit), 10) + suffix
	}
}

// inDigits writes a duration as a number of at most so many digits, in the smallest unit that
// it fits, rounded up.
func inDigits(most int64) func(time.Duration) string {
	return func(d time.Duration) string {
		for _, unit := range []string{"s", "m", "h"} {
			if n := int64((d + units[unit] - 1) / units[unit]); n <= most {
				return fmt.Sprintf("%d%s", n, unit)
			}
		}
		return fmt.Sprintf("%dh", most)
	}
}
