package proxy

// memo returns what work finds out about the cluster, and finds it out once.
func memo[T any](c *cluster, key string, work func() T) T {
	if v, ok := c.memos[key]; ok {
		return v.(T)
	}
	v := work()
	c.memos[key] = v
	return v
}
