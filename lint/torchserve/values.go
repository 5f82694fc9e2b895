package torchserve

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/torchserve-lint/tslint/lint/model"
)

// Why a value does not parse, in words that follow "the value is".
var (
	ErrEmpty     = errors.New("empty")
	ErrBlank     = errors.New("with a blank around it")
	ErrComment   = errors.New("with a comment behind it, which belongs to the value")
	ErrQuoted    = errors.New("in quotes")
	ErrUnit      = errors.New("with a unit")
	ErrSeparator = errors.New("with underscores or commas in it")
	ErrFraction  = errors.New("no whole number")
	ErrRange     = errors.New("out of range")
	ErrText      = errors.New("no number")
)

var digits = regexp.MustCompile(`^[+-]?[0-9]+$`)

// ReadInt reads an integer as Integer.parseInt does: a sign and digits, nothing around them, 32 bits.
// The error is one of those above.
func ReadInt(raw string) (int64, error) { return parse(raw, 32) }

// ReadLong reads an integer as Long.parseLong does.
func ReadLong(raw string) (int64, error) { return parse(raw, 64) }

func parse(raw string, bits int) (int64, error) {
	ascii := strings.Map(asciiDigit, raw)
	if !digits.MatchString(ascii) {
		return 0, defect(raw)
	}
	n, err := strconv.ParseInt(ascii, 10, bits)
	if err != nil {
		return 0, ErrRange
	}
	return n, nil
}

// asciiDigit turns the digits of other scripts into ours, as Java's Character.digit does.
func asciiDigit(r rune) rune {
	if r < 0x80 || !unicode.Is(unicode.Nd, r) {
		return r
	}
	zero := r
	for unicode.Is(unicode.Nd, zero-1) && r-zero < 9 {
		zero--
	}
	return '0' + r - zero
}

var (
	commented = regexp.MustCompile(`^[+-]?\d+\s+[#!;/].*`)
	quoted    = regexp.MustCompile(`^\s*["'].*["']\s*$`)
	unit      = regexp.MustCompile(`(?i)^\s*[+-]?[\d.]+\s*(ms|s|sec|secs|seconds?|m|min|minutes?|h|hours?|[kmg]i?b?|bytes?|b|l)\s*$`)
	grouped   = regexp.MustCompile(`^[+-]?\d{1,3}([_,]\d+)+$`)
	fraction  = regexp.MustCompile(`^[+-]?\d*\.\d+$|^[+-]?\d+[eE][+-]?\d+$`)
)

// defect says what is wrong with a text that should be an integer.
func defect(raw string) error {
	switch trimmed := strings.TrimSpace(raw); {
	case raw == "":
		return ErrEmpty
	case commented.MatchString(raw):
		return ErrComment
	case quoted.MatchString(raw):
		return ErrQuoted
	case trimmed != raw && digits.MatchString(trimmed):
		return ErrBlank
	case grouped.MatchString(raw):
		return ErrSeparator
	case unit.MatchString(raw):
		return ErrUnit
	case fraction.MatchString(raw):
		return ErrFraction
	}
	return ErrText
}

// ReadBool reads a boolean as Boolean.parseBoolean does: it never fails.
func ReadBool(raw string) bool { return strings.EqualFold(raw, "true") }

// ReadPythonBool reads a boolean that is compared in Python.
func ReadPythonBool(raw string) bool { return raw == "true" }

// ReadDouble reads a number as Double.valueOf does, which trims blanks and takes d and f suffixes.
func ReadDouble(raw string) (float64, bool) {
	s := strings.TrimSpace(raw)
	if n, err := strconv.ParseFloat(strings.TrimRight(s, "dDfF"), 64); err == nil && !strings.Contains(s, "_") {
		return n, true
	}
	return 0, false
}

// An Addr is a listener's address.
type Addr struct {
	Scheme string // http, https, unix
	Host   string // of unix the path
	Port   int    // 0 for unix
}

// Why an address is not valid.
var (
	ErrScheme   = errors.New("without http:// or https://")
	ErrOther    = errors.New("with a scheme other than http, https and unix")
	ErrIPv6     = errors.New("an IPv6 literal")
	ErrSlash    = errors.New("with a slash or path behind it")
	ErrAddress  = errors.New("not of the form http://HOST:PORT")
	ErrHighPort = errors.New("with a port that is too high")
)

var address = regexp.MustCompile(`^(?:((?i:https?))://([^:^/]+)(?::([0-9]+))?|unix:(/.*))$`)

// ReadAddress reads inference_address, management_address or metrics_address as a release does: the
// whole value, nothing trimmed. Without a port the key and the scheme decide.
func ReadAddress(raw, key string, r model.Release) (Addr, error) {
	m := address.FindStringSubmatch(raw)
	if m == nil {
		return Addr{}, addressDefect(raw)
	}
	if m[4] != "" {
		return Addr{Scheme: "unix", Host: m[4]}, nil
	}
	a := Addr{Scheme: strings.ToLower(m[1]), Host: m[2]}
	if m[3] == "" {
		a.Port = portless[key][a.Scheme]
		return a, nil
	}
	n, err := strconv.Atoi(m[3])
	highest := 65534
	if r.Before("0.1.1") {
		highest = 32766
	}
	if err != nil || n > highest {
		return a, ErrHighPort
	}
	a.Port = n
	return a, nil
}

// portless are the ports of addresses that name none.
var portless = map[string]map[string]int{
	"inference_address":  {"http": 80, "https": 443},
	"management_address": {"http": 8081, "https": 8444},
	"metrics_address":    {"http": 8082, "https": 8445},
}

func addressDefect(raw string) error {
	trimmed := strings.TrimSpace(raw)
	lower := strings.ToLower(trimmed)
	scheme, rest, has := strings.Cut(lower, "://")
	switch {
	case raw == "":
		return ErrEmpty
	case quoted.MatchString(raw):
		return ErrQuoted
	case strings.ContainsAny(raw, "#!") && strings.ContainsAny(trimmed, " \t"):
		return ErrComment
	case trimmed != raw && address.MatchString(trimmed):
		return ErrBlank
	case !has:
		return ErrScheme
	case scheme != "http" && scheme != "https":
		return ErrOther
	case strings.HasPrefix(rest, "["):
		return ErrIPv6
	case strings.Contains(rest, "/"):
		return ErrSlash
	case strings.Count(rest, ":") > 1:
		return ErrIPv6
	}
	return ErrAddress
}
