package lint

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/torchserve-lint/tslint/lint/model"
)

// units are what a bare number of a Param counts.
var units = map[string]time.Duration{"s": time.Second, "ms": time.Millisecond}

// NewParam returns a parameter whose default is spelt as a user would spell it: a bare
// number is of the unit. The unit decides the type: a time.Duration for s and ms, a
// model.Bytes for bytes, a float64 for ratio; else the default is as it is spelt.
func NewParam(name string, spelt any, unit, doc string) (Param, error) {
	p := Param{Name: name, Default: spelt, Unit: unit, Doc: doc}
	switch unit {
	case "":
		if _, ok := spelt.([]any); ok {
			p.Default = []string(nil)
		}
	case "s", "ms":
		p.Default = time.Duration(0)
	case "bytes":
		p.Default = model.Bytes(0)
	case "ratio":
		p.Default = float64(0)
	default:
		return p, fmt.Errorf("unit %q is not known; want s, ms, bytes, ratio or none", unit)
	}
	v, err := p.Parse(spelt)
	p.Default = v
	return p, err
}

// Parse reads a value as a user spells it into the type of the default: a scalar of YAML,
// or a list ([]any) of them. The error says what is wanted: lower case, no full stop.
func (p Param) Parse(v any) (any, error) {
	text := fmt.Sprint(v)
	list, isList := v.([]any)
	if _, want := p.Default.([]string); want != isList {
		if want {
			return nil, fmt.Errorf("want a list, got %s", text)
		}
		return nil, fmt.Errorf("want one value, got a list")
	}
	switch p.Default.(type) {
	case []string:
		words := make([]string, len(list))
		for i, item := range list {
			words[i] = fmt.Sprint(item)
		}
		return words, nil
	case time.Duration:
		return ParseDuration(text, units[p.Unit])
	case model.Bytes:
		return ParseBytes(text)
	case int:
		if n, err := strconv.Atoi(text); err == nil && n >= 0 {
			return n, nil
		}
		return nil, fmt.Errorf("want a whole number, got %s", text)
	case float64:
		if f, err := strconv.ParseFloat(text, 64); err == nil && f >= 0 && !math.IsInf(f, 0) {
			return f, nil
		}
		return nil, fmt.Errorf("want a number, got %s", text)
	case bool:
		if text == "true" || text == "false" {
			return text == "true", nil
		}
		return nil, fmt.Errorf("want true or false, got %s", text)
	}
	return text, nil
}

// ParseDuration reads 5s, 1m30s or 300ms; a bare number counts units, and is an error
// where the unit is zero.
func ParseDuration(s string, unit time.Duration) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if f, bare := strconv.ParseFloat(s, 64); bare == nil && unit > 0 {
		d, err = time.Duration(f*float64(unit)), nil
		if math.IsNaN(f) || f*float64(unit) >= math.MaxInt64 {
			err = strconv.ErrRange
		}
	}
	if err != nil || d < 0 {
		return 0, fmt.Errorf("want a duration such as 5s or 300ms, got %s", s)
	}
	return d, nil
}

// ParseBytes reads 300Mi, 1.5Gi, 2G or a bare number of bytes.
func ParseBytes(s string) (model.Bytes, error) {
	number := strings.TrimRight(s, "KMGTikB")
	size, ok := map[string]float64{
		"": 1, "B": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
		"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
	}[s[len(number):]]
	f, err := strconv.ParseFloat(number, 64)
	if !ok || err != nil || !(f >= 0) || f*size >= math.MaxInt64 {
		return 0, fmt.Errorf("want a size such as 300Mi or 2Gi, got %s", s)
	}
	return model.Bytes(f * size), nil
}
