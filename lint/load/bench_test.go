package load

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkLoad reads 1,000 files of 4 KiB from disk, a fifth of which are of no kind.
func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	texts := []struct{ name, data string }{
		{"app.yaml", manifest}, {"config.properties", properties}, {"model-config.yaml", modelConfig}, {"service.yaml", manifest}, {"README.md", "read me\n"},
	}
	total := 0
	for i := range 200 {
		at := filepath.Join(dir, fmt.Sprintf("team%d/app%d", i%20, i))
		if err := os.MkdirAll(at, 0o755); err != nil {
			b.Fatal(err)
		}
		for _, f := range texts {
			data := f.data + strings.Repeat("# a comment of thirty-two bytes\n", 128)
			if err := os.WriteFile(filepath.Join(at, f.name), []byte(data), 0o644); err != nil {
				b.Fatal(err)
			}
			total += len(data)
		}
	}
	b.SetBytes(int64(total))
	b.ReportAllocs()
	for b.Loop() {
		in, err := Load(b.Context(), Options{FS: OS(), Paths: []string{filepath.ToSlash(dir)}})
		if err != nil || len(in.Files) != 800 {
			b.Fatal(err, len(in.Files))
		}
	}
}
