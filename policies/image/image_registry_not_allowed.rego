# METADATA
# title: The image comes from a registry that is not allowed
# custom:
#   severity: warning
#   profile: strict
#   needs: [image, manifest, compose, dockerfile]
#   params:
#     registries: {default: [], doc: "where images may come from, by the beginning of their names; empty allows all"}
package tslint.policies["image-registry-not-allowed"]

deny contains finding if {
	registries := data.params["image-registry-not-allowed"].registries
	count(registries) > 0
	some server in input.servers
	image := server.image
	image.repository != ""
	not _allowed(image.repository, registries)
	finding := {
		"message": $"{image.ref.text} is not from {concat(", ", registries)}",
		"at": image.ref,
		"help": "mirror the image",
	}
}

_allowed(repository, registries) if {
	some registry in registries
	startswith(_full(repository), concat("", [trim_suffix(registry, "/"), "/"]))
}

# _full writes a name as container engines read it: without a host it is Docker Hub's.
_full(repository) := repository if _hosted(repository)

_full(repository) := concat("/", ["docker.io", repository]) if not _hosted(repository)

_hosted(repository) if {
	parts := split(repository, "/")
	count(parts) > 1
	regex.match(`[.:]|^localhost$`, parts[0])
}
