package link

import (
	"math"
	"math/big"
	"regexp"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

var quantityText = regexp.MustCompile(`^([+-]?(?:\d+\.?\d*|\.\d+))(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,3}))?$`)

var quantityUnits = map[string]float64{
	"": 1, "n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18,
	"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "Pi": 1 << 50, "Ei": 1 << 60,
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
		e, ok := new(big.Rat).SetString("1e" + m[3])
		if !ok {
			return 0, false
		}
		n.Mul(n, e)
	} else {
		n.Mul(n, new(big.Rat).SetFloat64(quantityUnits[m[2]]))
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
