package link

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// serves reports whether the container runs TorchServe: by what it starts, or by an image that
// does so. One that only calls TorchServe is none.
func (c *container) serves() bool {
	if c.start == nil {
		return false
	}
	line, known := c.start.Line.Get()
	if startsTorchServe(line) {
		return true
	}
	return c.ref != nil && namesTorchServe(c.ref) && (c.start.Stock.Or(false) || !known || !startsOther(c))
}

var torchserveWord = regexp.MustCompile(`(?:^|[\s;&|/'"(])torchserve(?:\s+-|\s*$)|ts\.(?:llm_)?launcher\b|org\.pytorch\.serve\.ModelServer`)

func startsTorchServe(line string) bool { return torchserveWord.MatchString(line) }

// startsOther reports whether a command of its own starts a program that is not TorchServe.
func startsOther(c *container) bool {
	if len(c.command) == 0 {
		return false
	}
	base := path.Base(c.command[0].String())
	return !shells[base] && !strings.Contains(base, "entrypoint") && path.Ext(base) != ".sh"
}

var shells = map[string]bool{"sh": true, "bash": true, "ash": true, "dash": true, "zsh": true}

// readStart finds out how the container's process is started.
func readStart(c *container) *model.Start {
	s := &model.Start{}
	at := c.image.Span()
	words := c.words()
	switch {
	case len(c.args) > 0:
		at = join(c.args).Span()
	case len(c.command) > 0:
		at = join(c.command).Span()
	}
	var line []string
	known := true
	for _, w := range words {
		line, known = append(line, w.String()), known && w.known
	}
	o := model.Origin{Key: "command", Span: at}
	s.Line = model.Known(strings.Join(line, " "), o)
	stock := len(c.command) == 0 || strings.HasSuffix(c.command[0].String(), "dockerd-entrypoint.sh")
	s.Stock = model.Known(stock, o)
	if stock && c.ref != nil && !namesTorchServe(c.ref) && len(c.args) == 0 {
		s.Stock = model.Unknown[bool](o) // an image of one's own may start anything
	}
	serve := stock && (len(words) == 0 || words[0].String() == "serve")
	s.Serve = model.Known(serve, o)
	if !s.Stock.Or(false) && len(c.args) == 0 && len(c.command) == 0 {
		s.Serve = model.Unknown[bool](o)
	}
	if !known && !startsTorchServe(s.Line.Or("")) {
		s.Line = model.Unknown[string](o)
	}
	s.Flags = readFlags(torchserveArgs(words))
	s.Foreground = model.Known(s.Flag("--foreground") != nil, o)
	return s
}

// words returns the command line of the container: through a shell, or through the official
// entrypoint, which evaluates its arguments like one.
func (c *container) words() (out []word) {
	all := slices.Concat(c.command, c.args)
	for i, t := range all {
		w := c.expand(word{Text: t, known: true}, false)
		if i > 0 && shells[path.Base(all[0].String())] && strings.HasPrefix(all[i-1].String(), "-") && strings.HasSuffix(all[i-1].String(), "c") {
			for _, inner := range shellWords(w.Text) {
				out = append(out, c.expand(inner, true))
			}
			return out
		}
		if len(c.command) == 0 && strings.ContainsAny(w.String(), " \t\n") {
			for _, inner := range shellWords(w.Text) {
				out = append(out, c.expand(inner, true))
			}
			continue
		}
		if len(c.command) == 0 {
			w = c.expand(w, true)
		}
		out = append(out, w)
	}
	return out
}

// torchserveArgs returns the words behind torchserve, up to the end of its command.
func torchserveArgs(words []word) []word {
	for i, w := range words {
		if path.Base(w.String()) != "torchserve" || w.ends || operand(words[:i]) {
			continue
		}
		end := i + 1
		for end < len(words) && !words[end].ends {
			end++
		}
		return words[i+1 : end]
	}
	return nil
}

// operand reports whether the words before one belong to another command, which only handles it:
// pip install torchserve, cd /opt/torchserve.
func operand(before []word) bool {
	first := 0
	for i, w := range before {
		if w.ends || i == first && (shells[path.Base(w.String())] || strings.HasPrefix(w.String(), "-")) { // sh -c
			first = i + 1
		}
	}
	if first == len(before) {
		return false
	}
	return slices.Contains([]string{"pip", "pip3", "conda", "mamba", "apt-get", "cd", "ls", "mkdir", "chown", "chmod", "cp", "mv", "rm", "ln", "echo", "export", "which", "python", "python3"}, path.Base(before[first].String()))
}

// writes reports whether a command beside torchserve names a file or its folder, as cp, sed and
// redirections do: what it holds then cannot be told.
func (c *container) writes(name string) bool {
	words := c.words()
	own := len(torchserveArgs(words))
	for i, w := range words {
		if i+own >= len(words) && own > 0 {
			break
		}
		at := strings.TrimLeft(w.String(), "0123456789&>")
		if path.Base(at) == path.Base(name) || path.Clean(at) == path.Dir(name) && (i == 0 || words[i-1].String() != "cd") {
			return true
		}
	}
	return false
}

// readFlags reads the flags of torchserve as its argument parser does.
func readFlags(words []word) (out []*model.Flag) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		if !strings.HasPrefix(w.String(), "-") {
			continue
		}
		name, value, glued := strings.Cut(w.String(), "=")
		f := &model.Flag{Name: name, As: flagWord("flag", word{Text: w.Cut(0, len(name)), known: w.known})}
		known, ok := torchserve.KnownFlag(name)
		takes := -1
		if ok {
			f.Name, takes = known.Name, known.Words
		}
		if glued {
			f.Values = append(f.Values, flagWord(f.Name, word{Text: w.Cut(len(w.String())-len(value), len(w.String())), known: w.known}))
			takes = 0
		}
		for takes != 0 && i+1 < len(words) && !strings.HasPrefix(words[i+1].String(), "-") {
			i++
			takes--
			f.Values = append(f.Values, flagWord(f.Name, words[i]))
		}
		out = append(out, f)
	}
	return out
}

func flagWord(key string, w word) model.Value[string] {
	o := model.Origin{Key: key, Span: w.Span()}
	if !w.known {
		o.Kind, o.Why = model.Absent, "a variable in it is not known"
		return model.Unknown[string](o)
	}
	return model.Known(w.String(), o)
}

// join puts texts together, to stand where all of them stand.
func join(ts []source.Text) source.Text {
	var b source.Builder
	for _, t := range ts {
		b.Copy(t, 0, len(t.String()))
	}
	return b.Text()
}
