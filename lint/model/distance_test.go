package model_test

import (
	"testing"

	"github.com/torchserve-lint/tslint/lint/model"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"job_queue_size", "job_queue_size", 3, 0},
		{"job_que_size", "job_queue_size", 3, 2},
		{"num_of_gpu", "number_of_gpu", 9, 3},
		{"inferenec_address", "inference_address", 3, 1}, // two letters swapped
		{"", "abc", 9, 3},
		{"abcdef", "uvwxyz", 3, 3},
		{"batchSize", "batch_size", 9, 2},
	} {
		if got := model.Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
