//go:build unix

package load

import (
	"os"
	"syscall"
	"testing"
)

// A pipe is read when it is named, as a shell does with <(command), and left alone otherwise.
func TestPipe(t *testing.T) {
	written(t, map[string]string{"app.yaml": manifest})
	if err := syscall.Mkfifo("pipe.yaml", 0o644); err != nil {
		t.Skip(err)
	}
	equal(t, loaded(t, OS()), "manifest app.yaml")
	go func() {
		if f, err := os.OpenFile("pipe.yaml", os.O_WRONLY, 0); err == nil {
			defer f.Close()
			_, _ = f.WriteString(modelConfig)
		}
	}()
	equal(t, loaded(t, OS(), "pipe.yaml"), "model-config pipe.yaml*")
}
