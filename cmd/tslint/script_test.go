package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tslint": main})
}

// TestScript runs the archives of testdata/script, each of which is about one thing that a user
// meets on the command line.
func TestScript(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each line")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"NO_COLOR", "FORCE_COLOR"} { // of whoever runs the tests
				env.Setenv(name, "")
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Getuid() == 0, nil
			}
			return false, errors.New("unknown condition")
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"sparse":    sparse,
			"bomb":      bomb,
			"interrupt": interrupt,
		},
	})
}

// exits runs a command, which has to end with a code: exits CODE COMMAND [ARG...].
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG...]")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// sparse makes a file of 2 GiB that takes no space: sparse NAME.
func sparse(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), nil, 0o600))
	ts.Check(os.Truncate(ts.MkAbs(args[0]), 2<<30))
}

// bomb makes a small archive whose model-config.yaml unpacks to 64 MiB: bomb NAME.
func bomb(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, member := range []struct {
		name string
		data []byte
	}{
		{"MAR-INF/MANIFEST.json", []byte(`{"model": {"modelName": "x", "serializedFile": "m.pt", "configFile": "model-config.yaml"}}`)},
		{"model-config.yaml", bytes.Repeat([]byte("#"), 64<<20)},
	} {
		w, err := z.Create(member.name)
		ts.Check(err)
		_, err = w.Write(member.data)
		ts.Check(err)
	}
	ts.Check(z.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600))
}

// interrupt interrupts a run that waits for the rest of its input, and expects code 130.
func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	c := exec.Command("tslint", args...)
	in, err := c.StdinPipe()
	ts.Check(err)
	ts.Check(c.Start())
	_, err = in.Write(bytes.Repeat([]byte("# more than a pipe holds\n"), 10_000)) // it is reading when this returns
	ts.Check(err)
	ts.Check(c.Process.Signal(os.Interrupt))
	stuck := time.AfterFunc(20*time.Second, func() { _ = c.Process.Kill() })
	defer stuck.Stop()
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != interrupted {
		ts.Fatalf("%v, want exit code %d", err, interrupted)
	}
}
