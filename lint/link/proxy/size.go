package proxy

import (
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
)

const mebibyte = 1 << 20

var (
	nginxSize    = &grammar[model.Bytes]{words: "digits with k, m or g", read: suffixed("kKmMgG", 0)}
	jcmSize      = &grammar[model.Bytes]{words: "digits with k, m or g, or unlimited", read: unlimitedOr(suffixed("kKmMgG", 0))}
	providerSize = &grammar[model.Bytes]{words: "digits with b, k, m or g", read: spaced(suffixed("bBkKmMgG", 0))}
	ngfSize      = &grammar[model.Bytes]{words: "up to four digits with k, m or g", read: suffixed("kmg", 4)}
	quantitySize = &grammar[model.Bytes]{words: "a Kubernetes quantity (8Mi)", read: quantity}
	byteCount    = &grammar[model.Bytes]{words: "a whole number of bytes", read: suffixed("", 0)}
)

// suffixed reads digits and at most one letter; powers of 1024.
func suffixed(letters string, maxDigits int) func(string) (model.Bytes, bool) {
	return func(s string) (model.Bytes, bool) {
		n, unit, ok := leading(s)
		if !ok || len(unit) > 1 || unit != "" && !strings.Contains(letters, unit) || maxDigits > 0 && len(s)-len(unit) > maxDigits {
			return 0, false
		}
		shift := map[string]uint{"k": 10, "m": 20, "g": 30}[strings.ToLower(unit)]
		if n > noLimit>>shift {
			return noLimit, true
		}
		return model.Bytes(n << shift), true
	}
}

func unlimitedOr(read func(string) (model.Bytes, bool)) func(string) (model.Bytes, bool) {
	return func(s string) (model.Bytes, bool) {
		if s == "unlimited" {
			return model.Unlimited, true
		}
		return read(s)
	}
}

// spaced reads a size around whose digits blanks may stand.
func spaced(read func(string) (model.Bytes, bool)) func(string) (model.Bytes, bool) {
	return func(s string) (model.Bytes, bool) {
		s = strings.TrimSpace(s)
		_, unit, _ := leading(s)
		return read(s[:len(s)-len(unit)] + strings.TrimLeft(unit, " \t\n\f\r"))
	}
}

// quantity reads the Kubernetes quantities that Envoy Gateway's pattern lets pass.
func quantity(s string) (model.Bytes, bool) {
	n, unit, ok := leading(s)
	scale, known := map[string]int64{
		"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18,
		"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "Pi": 1 << 50, "Ei": 1 << 60,
	}[unit]
	if !ok || !known || s[0] == '0' {
		return 0, false
	}
	if n > noLimit/scale {
		return noLimit, true
	}
	return model.Bytes(n * scale), true
}

// writeSize spells a size with the largest letter that is exact.
func writeSize(b model.Bytes) string {
	for _, u := range []struct {
		letter string
		shift  uint
	}{{"g", 30}, {"m", 20}, {"k", 10}} {
		if b > 0 && b%(1<<u.shift) == 0 {
			return strconv.FormatInt(int64(b>>u.shift), 10) + u.letter
		}
	}
	return strconv.FormatInt(int64(b), 10)
}
