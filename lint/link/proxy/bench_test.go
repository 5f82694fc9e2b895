package proxy

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkRoutes follows 1,000 Ingresses, each to a Service of its own.
func BenchmarkRoutes(b *testing.B) {
	var manifests strings.Builder
	for i := range 1000 {
		name := fmt.Sprintf("torchserve-%d", i)
		one := ingress("nginx", nginx+`proxy-read-timeout: "180"`, nginx+"proxy-body-size: 8m", "cert-manager.io/cluster-issuer: a") + torchserve
		manifests.WriteString(strings.ReplaceAll(strings.ReplaceAll(one, "torchserve", name), "name: models", "name: "+name))
	}
	c := clusterOf(b, manifests.String())
	b.ReportAllocs()
	for b.Loop() {
		if got := len(Routes(c)); got != 1000 {
			b.Fatalf("%d routes, want 1000", got)
		}
	}
}
