package config

import (
	"strconv"

	"github.com/torchserve-lint/tslint/lint"
)

// units are what people write behind a number, in the units that keys have.
var units = map[string]map[string]int64{
	"s":     {"s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "m": 60, "min": 60, "minute": 60, "minutes": 60, "h": 3600, "hour": 3600, "hours": 3600},
	"ms":    {"ms": 1, "s": 1000, "sec": 1000, "seconds": 1000, "m": 60000, "min": 60000},
	"bytes": {"b": 1, "byte": 1, "bytes": 1, "k": 1 << 10, "kb": 1 << 10, "ki": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "mi": 1 << 20, "mib": 1 << 20, "g": 1 << 30, "gb": 1 << 30, "gi": 1 << 30, "gib": 1 << 30},
}

// converted turns a number with a unit into one in the unit of a key; empty where that makes
// no integer of the server's.
func converted(number, unit, to string) (string, lint.FixKind) {
	factor, ok := units[to][unit]
	n, err := strconv.ParseInt(number, 10, 32)
	if !ok || err != nil || n*factor > 1<<31-1 {
		return "", lint.NoFix
	}
	kind := lint.Unsafe
	if factor == 1 {
		kind = lint.Safe
	}
	return strconv.FormatInt(n*factor, 10), kind
}
