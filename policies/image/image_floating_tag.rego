# METADATA
# title: The image's tag moves
# custom:
#   severity: warning
#   needs: [image, manifest]
#   params:
#     require-digest: {default: false, doc: report every image without a digest}
package tslint.policies["image-floating-tag"]

deny contains finding if {
	some server in input.servers
	server.image.moves
	server.image.digest == ""
	finding := {
		"message": $"{server.image.ref.text} moves: tokens (0.11.1), the metrics mode (0.8.0) and the address of gRPC (0.11.0) changed with it",
		"at": server.image.ref,
		"help": "pin X.Y.Z-cpu or X.Y.Z-gpu, or a digest",
	}
}

deny contains finding if {
	data.params["image-floating-tag"]["require-digest"]
	some server in input.servers
	server.image.digest == ""
	not server.image.moves
	finding := {
		"message": $"{server.image.ref.text} has no digest: its tag can be pushed again",
		"at": server.image.ref,
		"help": "pin the image by its digest",
	}
}
