package syntax

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A Scalar is what YAML 1.1 makes of a scalar: what SnakeYAML and PyYAML read.
type Scalar struct {
	Type string // int, float, bool, null, string
	Int  int64  // of an int, and 0 or 1 of a bool
	Big  bool   // an int beyond 64 bits
}

var (
	bool11  = regexp.MustCompile(`^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$`)
	int11   = regexp.MustCompile(`^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$`)
	float11 = regexp.MustCompile(`^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)
	null11  = regexp.MustCompile(`^(?:~|null|Null|NULL|)$`)
)

// Scalar11 resolves a scalar by YAML 1.1; an explicit tag or quotes make it what they say.
func (n Node) Scalar11() Scalar {
	switch {
	case !n.IsScalar():
		return Scalar{}
	case n.Quoted(), n.n.Style&yaml.TaggedStyle != 0 && n.n.ShortTag() == "!!str":
		return Scalar{Type: "string"}
	}
	return scalar11(n.n.Value)
}

func scalar11(v string) Scalar {
	switch {
	case null11.MatchString(v):
		return Scalar{Type: "null"}
	case bool11.MatchString(v):
		on := strings.Contains("yes true on", strings.ToLower(v))
		return Scalar{Type: "bool", Int: map[bool]int64{true: 1}[on]}
	case int11.MatchString(v):
		n, ok := number11(v)
		return Scalar{Type: "int", Int: n, Big: !ok}
	case float11.MatchString(v):
		return Scalar{Type: "float"}
	}
	return Scalar{Type: "string"}
}

// number11 reads binary, octal, decimal, hexadecimal and sexagesimal numbers.
func number11(v string) (int64, bool) {
	v = strings.ReplaceAll(v, "_", "")
	sign := int64(1)
	if strings.HasPrefix(v, "-") {
		sign = -1
	}
	v = strings.TrimLeft(v, "+-")
	base := 10
	switch {
	case strings.HasPrefix(v, "0b"):
		v, base = v[2:], 2
	case strings.HasPrefix(v, "0x"):
		v, base = v[2:], 16
	case len(v) > 1 && v[0] == '0':
		v, base = v[1:], 8
	case strings.Contains(v, ":"):
		total := int64(0)
		for _, part := range strings.Split(v, ":") {
			n, err := strconv.ParseInt(part, 10, 64)
			if err != nil || total > math.MaxInt64/60-n {
				return 0, false
			}
			total = total*60 + n
		}
		return sign * total, true
	}
	n, err := strconv.ParseInt(v, base, 64)
	return sign * n, err == nil
}
