# METADATA
# title: The container has no memory limit
# custom:
#   severity: warning
#   needs: [manifest]
#   params:
#     compose: {default: false, doc: report services of compose files too}
package tslint.policies["memory-limit-missing"]

deny contains finding if {
	some server in input.servers
	server.workload
	not server.memory
	finding := {
		"message": $"{server.container.text} has no memory limit: the JVM takes a quarter of the node's memory as its heap, and nothing bounds the workers",
		"at": server.container,
		"because": [model.min_workers | some model in server.models],
		"help": "set resources.limits.memory, equal to the request",
	}
}
