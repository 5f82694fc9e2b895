package link

import (
	"regexp"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// Repositories of the TorchServe project, by their last two parts (facts: runtime.md H).
var official = map[string]bool{
	"pytorch/torchserve": true, "pytorch/torchserve-nightly": true, "pytorch/torchserve-kfs": true, "pytorch/torchserve-kfs-nightly": true,
	"kserve/torchserve-kfs": true, "kfserving/torchserve-kfs": true,
}

// named recognises the last part of a repository whose images run TorchServe.
var named = regexp.MustCompile(`^torchserve(?:-(?:kfs|nightly|kfs-nightly|cpu|gpu|server))?$|^(?:.*-)?torchserve$`)

// parseImage takes an image reference apart; nil where there is none.
func parseImage(t source.Text) *model.Image {
	if t.Span().File == nil {
		return nil
	}
	i := &model.Image{Ref: written("image", t)}
	rest, digest, _ := strings.Cut(t.String(), "@")
	i.Digest = digest
	i.Repository = rest
	if at := strings.LastIndexByte(rest, ':'); at > strings.LastIndexByte(rest, '/') {
		i.Repository, i.Tag = rest[:at], rest[at+1:]
	}
	i.Official = official[strings.TrimPrefix(strings.TrimPrefix(i.Repository, "docker.io/"), "index.docker.io/")]
	i.Moves = moves(i)
	for _, flavour := range []string{"cpu", "gpu"} {
		if strings.Contains(i.Tag, flavour) {
			i.Flavour = flavour
		}
	}
	stock := model.Origin{Key: "image", Span: t.Span()}
	if namesTorchServe(i) {
		i.Stock = model.Known(true, stock)
	} else {
		i.Stock = model.Unknown[bool](stock)
	}
	return i
}

// namesTorchServe reports whether the repository is called as those are that run TorchServe: an
// official one, or a mirror of the same name.
func namesTorchServe(i *model.Image) bool {
	return official[tail(i.Repository, 2)] || named.MatchString(tail(i.Repository, 1))
}

// tail returns the last n parts of a repository.
func tail(repository string, n int) string {
	parts := strings.Split(repository, "/")
	return strings.Join(parts[max(0, len(parts)-n):], "/")
}

// wraps reports whether the image brings the KServe wrapper, which stands before TorchServe.
func wraps(i *model.Image) bool { return strings.HasPrefix(tail(i.Repository, 1), "torchserve-kfs") }

var movingTag = regexp.MustCompile(`^(?:latest(?:-.*)?|nightly.*|dev(?:-.*)?|master|main|stable|(?:cpu|gpu))$`)

// moves reports whether a tag is one that is pushed again and again. A digest holds still.
func moves(i *model.Image) bool {
	return i.Digest == "" && (i.Tag == "" || movingTag.MatchString(i.Tag))
}

var tagged = regexp.MustCompile(`^v?([0-9]+\.[0-9]+(?:\.[0-9]+)?)(?:$|[-_])`)

// releaseOf reads the release from an image's tag. A floating tag of TorchServe counts as the
// last release; the tags of other repositories say nothing.
func releaseOf(i *model.Image) model.Value[model.Release] {
	o := model.Origin{Key: "TorchServe", Span: i.Ref.Origin.Span, Why: "from the image tag"}
	if !namesTorchServe(i) {
		o.Kind, o.Why = model.Absent, "the image does not say which release it holds"
		return model.Unknown[model.Release](o)
	}
	if m := tagged.FindStringSubmatch(i.Tag); m != nil {
		version := m[1]
		if strings.Count(version, ".") == 1 {
			version += ".0" // the early scheme: 0.1-cpu
		}
		if r, ok := model.ParseRelease(version); ok {
			return model.Known(r, o)
		}
		o.Kind, o.Why = model.Absent, "there is no TorchServe "+m[1]
		return model.Unknown[model.Release](o)
	}
	if i.Digest == "" && (i.Tag == "" || strings.HasPrefix(i.Tag, "latest")) && !strings.Contains(tail(i.Repository, 1), "nightly") {
		o.Why = "a floating tag counts as 0.12.0, the last release"
		return model.Known(model.Latest(), o)
	}
	o.Kind, o.Why = model.Absent, "the image tag names no release"
	return model.Unknown[model.Release](o)
}
