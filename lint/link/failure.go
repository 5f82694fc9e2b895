package link

import "runtime/debug"

// A Failure is a bug of tslint that one input brings out. All others are read all the same.
type Failure struct {
	Name  string // of the file or folder
	Value any    // of the panic
	Stack []byte
}

// contained does work on a file, and returns what it fails with.
func contained(name string, work func()) (failure *Failure) {
	defer func() {
		if v := recover(); v != nil {
			failure = &Failure{name, v, debug.Stack()}
		}
	}()
	work()
	return nil
}

// contain does a part of the work that comes after reading, and keeps what it fails with.
func (x *index) contain(name string, work func()) {
	if f := contained(name, work); f != nil {
		x.failures = append(x.failures, *f)
	}
}
