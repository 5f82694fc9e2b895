package lint_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint"
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// words is a file whose words servers stand at.
var words = source.NewFile("app.yaml", "front back side")

func at(from, to int) model.Origin {
	return model.Origin{Span: source.Span{File: words, Start: from, End: to}}
}

// between returns the releases of a range.
func between(versions string) []model.Release {
	return slices.DeleteFunc(model.Releases(), func(r model.Release) bool { return !r.In(versions) })
}

// server returns one outcome of a server, for the releases of a range.
func server(name string, where model.Origin, versions string) *model.Server {
	rs := between(versions)
	return &model.Server{Name: model.Known(name, where), Release: model.Known(rs[len(rs)-1], where), Releases: rs}
}

// three is a server at 0.9.0, and one of unknown release with three outcomes.
func three() *model.Deployment {
	return &model.Deployment{Servers: []*model.Server{
		server("front", at(0, 5), "=0.9.0"),
		server("back", at(6, 10), ">=0.11.0"),
		server("back", at(6, 10), "<0.4.0"),
		server("back", at(6, 10), ">=0.4.0 <0.11.0"),
	}}
}

// fires is a rule that reports every server whose release lies in a range, if it runs at all.
func fires(versions, in string, severity lint.Severity) *lint.Rule {
	return &lint.Rule{
		Meta: lint.Meta{ID: "fires", Severity: severity, Versions: versions},
		Check: func(p *lint.Pass) error {
			for _, s := range p.Servers {
				if r, _ := s.Release.Get(); r.In(in) {
					p.Report(s.Name, "%s as of %s", s.Name.Or(""), r)
				}
			}
			return nil
		},
	}
}

func TestOutcomes(t *testing.T) {
	for name, test := range map[string]struct {
		versions, in string
		severity     lint.Severity
		want         []string
	}{
		"in all": {severity: lint.Error, want: []string{
			"error: front as of 0.9.0", "error: back as of 0.12.0"}},
		"in the oldest": {in: "<0.4.0", severity: lint.Error, want: []string{
			"warning: back as of 0.3.1 (TorchServe 0.1.0 to 0.3.1)"}},
		"in two that touch": {in: ">=0.10.0", severity: lint.Warning, want: []string{
			"info: back as of 0.12.0 (TorchServe 0.4.0 to 0.12.0)"}},
		"in two apart": {in: "<0.4.0", severity: lint.Info, want: []string{
			"info: back as of 0.3.1 (TorchServe 0.1.0 to 0.3.1)"}},
		"the fault is of releases within one outcome": {versions: ">=0.8.0 <0.8.2", severity: lint.Error, want: []string{
			"warning: back as of 0.10.0 (TorchServe 0.8.0 to 0.8.1)"}},
		"the fault is of one release": {versions: "=0.9.0", severity: lint.Error, want: []string{
			"error: front as of 0.9.0", "warning: back as of 0.10.0 (TorchServe 0.9.0)"}},
		"the fault is of all releases": {versions: ">=0.1.0", severity: lint.Error, want: []string{
			"error: front as of 0.9.0", "error: back as of 0.12.0"}},
	} {
		found, err := lint.Check(t.Context(), fires(test.versions, test.in, test.severity), three())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, f.Severity.String()+": "+f.Message)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", name, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

// The releases of a finding may have a gap: each range is named.
func TestGap(t *testing.T) {
	r := fires("", "", lint.Error)
	r.Check = func(p *lint.Pass) error {
		for _, s := range p.Servers {
			if v, _ := s.Release.Get(); !v.In(">=0.4.0 <0.11.0") {
				p.Report(s.Name, "it fails")
			}
		}
		return nil
	}
	found, err := lint.Check(t.Context(), r, three())
	if err != nil || len(found) != 1 || found[0].Message != "it fails (TorchServe 0.1.0 to 0.3.1 and 0.11.0 to 0.12.0)" {
		t.Error(found, err)
	}
}

// The second finding at a place is told from the first.
func TestSeveralAtOnePlace(t *testing.T) {
	r := fires("", "", lint.Error)
	r.Check = func(p *lint.Pass) error {
		for _, s := range p.Servers {
			p.Report(s.Name, "always")
			if v, _ := s.Release.Get(); v.AtLeast("0.11.0") {
				p.Report(s.Name, "later")
			}
		}
		return nil
	}
	d := three()
	d.Servers = d.Servers[1:]
	found, err := lint.Check(t.Context(), r, d)
	if err != nil || len(found) != 2 {
		t.Fatal(found, err)
	}
	if found[0].Message != "always" || found[1].Message != "later (TorchServe 0.11.0 to 0.12.0)" || found[1].Severity != lint.Warning {
		t.Errorf("got %+v, %+v", found[0], found[1])
	}
}

// A route is seen with the servers that it leads to, and once where it leads to none.
func TestRoutes(t *testing.T) {
	d := three()
	settled, open, lost := &model.Route{Role: "settled"}, &model.Route{Role: "open"}, &model.Route{Role: "lost"}
	d.Routes = []*model.Route{lost, open, settled}
	d.Servers[0].Routes = []*model.Route{settled}
	for _, s := range d.Servers[1:] {
		s.Routes = []*model.Route{open}
	}
	r := &lint.Rule{Meta: lint.Meta{ID: "routes"}, Check: func(p *lint.Pass) error {
		seen := ""
		for _, r := range p.Routes {
			seen += r.Role + " "
		}
		p.Report(p.Servers[0].Name, "%s", seen)
		return nil
	}}
	found, err := lint.Check(t.Context(), r, d)
	if err != nil || len(found) != 2 || found[0].Message != "settled lost " || found[1].Message != "open " {
		t.Error(found, err)
	}
}

// Findings do not depend on how many processors there are.
func TestProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	r := fires("", "", lint.Error)
	var d model.Deployment
	for i := range 200 {
		d.Servers = append(d.Servers, server(fmt.Sprint(i), at(0, 5), "=0.9.0"), server(fmt.Sprint(i), at(6, 10), ">=0.8.0"))
	}
	var want string
	for _, n := range []int{1, 8, 8, 8} {
		runtime.GOMAXPROCS(n)
		found, err := lint.Check(t.Context(), r, &d)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range found {
			got += f.Message + "\n"
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("with %d processors:\n%s\nbefore:\n%s", n, got, want)
		}
	}
}
