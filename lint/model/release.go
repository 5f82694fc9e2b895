package model

import (
	"fmt"
	"strings"
	"sync"
)

// A Release is one release of TorchServe. Later releases are greater.
type Release int

// releases are all that were ever published, oldest first. TorchServe is no longer
// developed: the list is final.
var releases = [...]string{
	"0.1.0", "0.1.1", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "0.4.1", "0.4.2",
	"0.5.0", "0.5.1", "0.5.2", "0.5.3", "0.6.0", "0.6.1", "0.7.0", "0.7.1",
	"0.8.0", "0.8.1", "0.8.2", "0.9.0", "0.10.0", "0.11.0", "0.11.1", "0.12.0",
}

var numbers = sync.OnceValue(func() map[string]Release {
	m := make(map[string]Release, len(releases))
	for i, name := range releases {
		m[name] = Release(i)
	}
	return m
})

// Releases returns all releases, oldest first.
func Releases() []Release {
	out := make([]Release, len(releases))
	for i := range out {
		out[i] = Release(i)
	}
	return out
}

// Latest returns the last release there is: what a floating tag means.
func Latest() Release { return Release(len(releases) - 1) }

// ParseRelease reads a release as people write it: 0.9.0, v0.9.0. Releases that never
// existed are not ok.
func ParseRelease(s string) (r Release, ok bool) {
	r, ok = numbers()[strings.TrimPrefix(s, "v")]
	return r, ok
}

func (r Release) String() string { return releases[r] }

// AtLeast reports whether r is release v or a later one. It panics if v never existed.
func (r Release) AtLeast(v string) bool { return r >= mustRelease(v) }

// Before reports whether r is older than release v.
func (r Release) Before(v string) bool { return r < mustRelease(v) }

// In reports whether r lies in a range such as ">=0.8.0 <0.8.1"; every release lies in
// the empty one. It panics on a range that is not of this form.
func (r Release) In(versions string) bool {
	for _, bound := range strings.Fields(versions) {
		op := bound[:len(bound)-len(strings.TrimLeft(bound, "<>="))]
		v := mustRelease(bound[len(op):])
		if in, ok := map[string]bool{">=": r >= v, ">": r > v, "<=": r <= v, "<": r < v, "=": r == v}[op]; !ok || !in {
			if !ok {
				panic(fmt.Sprintf("%q is no range of releases", versions))
			}
			return false
		}
	}
	return true
}

func mustRelease(v string) Release {
	r, ok := ParseRelease(v)
	if !ok {
		panic(fmt.Sprintf("there is no TorchServe %s", v))
	}
	return r
}
