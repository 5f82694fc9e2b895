package load

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
)

// What is read at the most. Everything that passes a bound is said.
const (
	maxText     = 10 << 20  // bytes of a text file
	maxStream   = 256 << 20 // bytes of a stream of manifests, which are parsed one by one, and of what comes through a pipe
	maxPeek     = 1 << 20   // bytes by which a stream is told from other large files
	maxMember   = 10 << 20  // bytes of a member of an archive that is read
	maxTexts    = 64 << 20  // bytes of all members of an archive that are read
	maxSmall    = 64 << 10  // bytes of a member of a tar that is kept whatever its name, in case the manifest names it
	maxMembers  = 10_000    // members of an archive
	maxIndex    = 16 << 20  // bytes of the table of contents of a zip
	maxUnpacked = 1 << 40   // bytes that an archive says it unpacks to
	maxTar      = 1 << 30   // bytes of an unpacked tar, which has to be read through to its end
	maxEntries  = 1_000_000 // files and directories of all walks
	maxLevels   = 100       // directories below one another
)

// amount returns a number of bytes as people write it.
func amount(n int64) string {
	for _, unit := range []string{"bytes", "KiB", "MiB", "GiB"} {
		if n < 1<<10 {
			return fmt.Sprintf("%d %s", n, unit)
		}
		n >>= 10
	}
	return fmt.Sprintf("%d TiB", n)
}

// count returns a bound with commas.
func count(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", count(n/1000), n%1000)
}

func largerThan(n int64) string { return "larger than " + amount(n) }

// reason says in short why something could not be read.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "does not exist"
	case errors.Is(err, syscall.ENOTDIR):
		return "does not exist: what holds it is no directory"
	case errors.Is(err, fs.ErrPermission):
		return "cannot be read: permission denied"
	case errors.Is(err, syscall.ELOOP) || strings.Contains(err.Error(), "too many links"):
		return "a link that leads to itself"
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return "cannot be read: " + err.Error()
}
