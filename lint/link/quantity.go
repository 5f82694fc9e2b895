package link

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

var quantityText = regexp.MustCompile(`^([+-]?(?:\d+\.?\d*|\.\d+))(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,3}))?$`)

// unitOf returns what a suffix stands for, exactly: a float would make 500m a little more than half.
func unitOf(suffix string) *big.Rat {
	exponents := map[string]int64{"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
	if e, decimal := exponents[suffix]; decimal {
		return power(10, e)
	}
	return power(2, 10*int64(1+strings.Index("KMGTPE", suffix[:1])))
}

func power(base, exponent int64) *big.Rat {
	n := new(big.Int).Exp(big.NewInt(base), big.NewInt(max(exponent, -exponent)), nil)
	if exponent < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), n)
	}
	return new(big.Rat).SetInt(n)
}

// parseQuantity reads a quantity of Kubernetes in thousandths of a scale, rounded up as
// Kubernetes does: 1 is whole units, 1000 is thousandths. Amounts beyond 64 bits are not ok.
func parseQuantity(s string, scale int64) (int64, bool) {
	m := quantityText.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	n, ok := new(big.Rat).SetString(m[1])
	if !ok {
		return 0, false
	}
	if m[3] != "" {
		e, err := strconv.ParseInt(m[3], 10, 64)
		if err != nil {
			return 0, false
		}
		n.Mul(n, power(10, e))
	} else {
		n.Mul(n, unitOf(m[2]))
	}
	n.Mul(n, new(big.Rat).SetInt64(scale))
	q, r := new(big.Int).QuoRem(n.Num(), n.Denom(), new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q.Int64(), q.IsInt64() && q.Cmp(big.NewInt(math.MaxInt64)) < 0
}

// size reads an amount of memory; nil: it is not set.
func size(key string, n syntax.Node) *model.Value[model.Bytes] {
	return amount(key, n, 1, func(i int64) model.Bytes { return model.Bytes(i) })
}

// cpu reads an amount of CPU; nil: it is not set.
func cpu(key string, n syntax.Node) *model.Value[model.MilliCPU] {
	return amount(key, n, 1000, func(i int64) model.MilliCPU { return model.MilliCPU(i) })
}

func amount[T any](key string, n syntax.Node, scale int64, as func(int64) T) *model.Value[T] {
	if !n.OK() || n.Tag() == "!!null" {
		return nil
	}
	t := n.Text()
	o := model.Origin{Key: key, Span: t.Span()}
	v := model.Unknown[T](o)
	if i, ok := parseQuantity(t.String(), scale); ok {
		v = model.Known(as(i), o)
	} else {
		v.Origin.Kind, v.Origin.Why = model.Absent, "no quantity"
	}
	return &v
}
