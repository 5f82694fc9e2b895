package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// An outcome is the part of a deployment whose servers all run one of the releases, or,
// where releases is empty, each a known release of its own.
type outcome struct {
	*model.Deployment
	releases []model.Release // oldest first
}

// group parts a deployment: first what is settled, then, for servers of unknown release
// whose outcomes cut the releases alike, each of these outcomes, oldest first. A route is
// with the servers that it leads to; one that leads to none is settled.
func group(d *model.Deployment) [][]outcome {
	groups := [][]outcome{{{Deployment: &model.Deployment{Kinds: d.Kinds}}}}
	index := map[string]int{"": 0} // of groups, by what cuts the releases
	for _, same := range servers(d) {
		cut := ""
		if len(same) > 1 || len(same[0].Releases) > 1 {
			for _, s := range same {
				cut += fmt.Sprint(s.Releases)
			}
		}
		i, ok := index[cut]
		if !ok {
			i = len(groups)
			index[cut] = i
			groups = append(groups, nil)
			for _, s := range same {
				groups[i] = append(groups[i], outcome{&model.Deployment{Kinds: d.Kinds}, s.Releases})
			}
		}
		for n, s := range same {
			groups[i][n].Servers = append(groups[i][n].Servers, s)
		}
	}
	share(d.Routes, groups)
	return groups
}

// servers returns the outcomes of each server, oldest release first.
func servers(d *model.Deployment) [][]*model.Server {
	var out [][]*model.Server
	index := map[[2]source.Span]int{}
	for _, s := range d.Servers {
		place := [2]source.Span{s.Name.Cite().Place(), s.Container.Cite().Place()}
		i, ok := index[place]
		if !ok || len(s.Releases) == 0 {
			i = len(out)
			index[place] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], s)
	}
	for _, same := range out {
		slices.SortStableFunc(same, func(a, b *model.Server) int { return slices.Compare(a.Releases, b.Releases) })
	}
	return out
}

// share gives each outcome the routes that lead to its servers.
func share(routes []*model.Route, groups [][]outcome) {
	led := map[*model.Route]bool{}
	for _, outcomes := range groups {
		for _, o := range outcomes {
			mine := map[*model.Route]bool{}
			for _, s := range o.Servers {
				for _, r := range s.Routes {
					mine[r], led[r] = true, true
				}
			}
			for _, r := range routes {
				if mine[r] {
					o.Routes = append(o.Routes, r)
				}
			}
		}
	}
	for _, r := range routes {
		if !led[r] {
			groups[0][0].Routes = append(groups[0][0].Routes, r)
		}
	}
}

// within returns what is left of an outcome in the releases that a rule is about; ok is
// false where nothing is.
func (o outcome) within(versions string) (left outcome, ok bool) {
	if versions == "" {
		return o, true
	}
	if len(o.releases) > 0 {
		o.releases = slices.DeleteFunc(slices.Clone(o.releases), func(r model.Release) bool { return !r.In(versions) })
		return o, len(o.releases) > 0
	}
	servers := slices.DeleteFunc(slices.Clone(o.Servers), func(s *model.Server) bool {
		r, known := s.Release.Get()
		return known && !r.In(versions)
	})
	if len(servers) < len(o.Servers) {
		o.Deployment = &model.Deployment{Kinds: o.Kinds, Servers: servers}
		share(o.Routes, [][]outcome{{o}})
	}
	return o, len(servers) > 0
}

// made is what a rule found in one outcome.
type made struct {
	releases []model.Release
	findings []*Finding
}

// spot tells the findings of one rule apart: the n-th at a place in one outcome is the
// n-th there in another.
type spot struct {
	at source.Span
	n  int
}

// merge joins what one rule found in the outcomes of a group. A finding that is true of
// all the releases is as it is for the newest; one that is true of some is one level
// lower and names them.
func merge(all []model.Release, outcomes []made) []*Finding {
	newest := map[spot]*Finding{}
	releases := map[spot][]model.Release{}
	var order []spot
	for _, m := range slices.Backward(outcomes) {
		count := map[source.Span]int{}
		for _, f := range m.findings {
			s := spot{f.At.Place(), count[f.At.Place()]}
			count[s.at]++
			if newest[s] == nil {
				newest[s] = f
				order = append(order, s)
			}
			releases[s] = append(releases[s], m.releases...)
		}
	}
	out := make([]*Finding, len(order))
	for i, s := range order {
		f := newest[s]
		if len(releases[s]) < len(all) {
			f.Severity = max(f.Severity-1, Info)
			f.Message += " (TorchServe " + ranges(all, releases[s]) + ")"
		}
		out[i] = f
	}
	return out
}

// ranges names some of all releases: 0.1.0 to 0.7.1 and 0.12.0.
func ranges(all, some []model.Release) string {
	var words []string
	for i := 0; i < len(all); i++ {
		from := i
		for i < len(all) && slices.Contains(some, all[i]) {
			i++
		}
		switch i - from {
		case 0:
		case 1:
			words = append(words, all[from].String())
		default:
			words = append(words, fmt.Sprintf("%s to %s", all[from], all[i-1]))
		}
	}
	return strings.Join(words, " and ")
}
