package lint

import "github.com/torchserve-lint/tslint/lint/model"

// Nearest returns the candidate that a misspelt word most likely means, or "" where none
// is near: at most a third of its letters differ, two at least.
func Nearest(word string, candidates []string) string {
	best, least := "", max(2, len(word)/3)+1
	for _, c := range candidates {
		if d := model.Distance(word, c, least); d < least && d < len(word) {
			best, least = c, d
		}
	}
	return best
}

// didYouMean is the end of a sentence about an unknown word.
func didYouMean(word string, candidates []string) string {
	if near := Nearest(word, candidates); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}
