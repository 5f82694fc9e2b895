package link

import (
	"fmt"
	"math"
	"testing"
)

func TestQuantity(t *testing.T) {
	for _, c := range []struct {
		text  string
		scale int64
		want  int64
		ok    bool
	}{
		{"500m", 1000, 500, true},
		{"0.5", 1000, 500, true},
		{"1", 1000, 1000, true},
		{"100u", 1000, 1, true}, // rounded up
		{"1500000n", 1000, 2, true},
		{"3", 1000, 3000, true},
		{"700m", 1000, 700, true},
		{"1Gi", 1, 1 << 30, true},
		{"1.5Gi", 1, 3 << 29, true},
		{"0.1Gi", 1, 107374183, true}, // 107374182.4
		{"2G", 1, 2_000_000_000, true},
		{"512M", 1, 512_000_000, true},
		{"8k", 1, 8000, true},
		{"1e3", 1, 1000, true},
		{"1E3", 1, 1000, true},
		{"1E", 1, 1_000_000_000_000_000_000, true},
		{"12e6", 1, 12_000_000, true},
		{"129e-1", 1, 13, true},
		{"+4", 1, 4, true},
		{".5Gi", 1, 1 << 29, true},
		{"4.", 1, 4, true},
		{"0", 1, 0, true},
		{"7Ei", 1, 7 << 60, true},
		{"8Ei", 1, 0, false}, // beyond 64 bits
		{"9e999", 1, 0, false},
		{"1g", 1, 0, false},
		{"1GB", 1, 0, false},
		{"1 Gi", 1, 0, false},
		{"K", 1, 0, false},
		{"", 1, 0, false},
		{"1K", 1, 0, false}, // no such suffix: k, Ki
	} {
		got, ok := parseQuantity(c.text, c.scale)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q in %ds: %d, %t, want %d, %t", c.text, c.scale, got, ok, c.want, c.ok)
		}
	}
}

// FuzzQuantity checks that amounts are read back as they are written, and that none overflows.
func FuzzQuantity(f *testing.F) {
	for _, seed := range []string{"500m", "1.5Gi", "9e999", "8Ei", "-1", "1e-3", "0.000000001n"} {
		f.Add(seed, int64(7))
	}
	f.Fuzz(func(t *testing.T, text string, n int64) {
		if got, ok := parseQuantity(text, 1000); ok && got == math.MaxInt64 {
			t.Errorf("%q overflows", text)
		}
		if n < 0 || n == math.MaxInt64 {
			return
		}
		if got, ok := parseQuantity(fmt.Sprint(n), 1); !ok || got != n {
			t.Errorf("%d: %d, %t", n, got, ok)
		}
		if got, ok := parseQuantity(fmt.Sprintf("%dm", n), 1000); !ok || got != n {
			t.Errorf("%dm: %d thousandths, %t", n, got, ok)
		}
	})
}
