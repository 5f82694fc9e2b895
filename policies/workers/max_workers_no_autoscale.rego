# METADATA
# title: maxWorkers is not a number that the server scales to
# custom:
#   severity: info
#   needs: [config, model-config]
#   fix: unsafe
package tslint.policies["max-workers-no-autoscale"]

deny contains finding if {
	some server in input.servers
	some model in server.models
	model.max_workers.kind == "written"
	_bounded(model)
	model.max_workers.value > model.min_workers.value
	finding := {
		"message": $"{model.name.text} runs with minWorkers {model.min_workers.text}, whatever the load; maxWorkers {model.max_workers.text} is only a bound for the scale API",
		"at": model.max_workers,
		"because": [model.min_workers],
		"help": "set both equal, and scale pods instead",
		"fix": {"title": "set maxWorkers to what runs", "with": model.min_workers.text},
	}
}

# A server-wide count that stands in for maxWorkers is no bound that anyone set for the model.
_bounded(model) if {
	some param in model.entry.params
	param.name == "maxWorkers"
}

_bounded(model) if {
	some param in model.config.params
	param.name == "maxWorkers"
}
