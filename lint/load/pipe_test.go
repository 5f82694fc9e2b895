//go:build unix

package load

import (
	"fmt"
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

// What a shell makes of <(command) is a link to something without a name.
func TestNamelessPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	name := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	if _, err := w.WriteString(properties); err != nil {
		t.Fatal(err)
	}
	w.Close()
	equal(t, loaded(t, OS(), name), "properties "+name+"*")
}
