package main

import (
	"archive/zip"
	"os"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tslint": main})
}

// TestScript runs the command line as a shell would: one file a subject.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:             "testdata/script",
		ContinueOnError: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code":   code,
			"sparse": sparse,
			"bomb":   bomb,
		},
	})
}

// code runs tslint and checks its exit code: code 3 -f compact app.yaml.
func code(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec("tslint", args[1:]...)
	got := 0
	if e, ok := err.(interface{ ExitCode() int }); ok {
		got = e.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// sparse makes a file of a size that takes no space.
func sparse(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(f.Truncate(size))
	ts.Check(f.Close())
}

// bomb makes an archive whose config is small there and large outside.
func bomb(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	z := zip.NewWriter(f)
	w, err := z.Create("MAR-INF/MANIFEST.json")
	ts.Check(err)
	_, err = w.Write([]byte(`{"model": {"modelName": "m", "handler": "image_classifier", "configFile": "m.yaml"}}`))
	ts.Check(err)
	w, err = z.Create("m.yaml")
	ts.Check(err)
	for range 64 {
		_, err = w.Write(make([]byte, 1<<20))
		ts.Check(err)
	}
	ts.Check(z.Close())
	ts.Check(f.Close())
}
