# METADATA
# title: The management API can be reached from outside without authorization
# custom:
#   severity: warning
#   needs: [manifest, proxy]
package tslint.policies["management-api-exposed"]

deny contains finding if {
	some server in input.servers
	_open(server)
	some service in server.services
	service.external
	some port in service.ports
	port.ours.value
	port.role in {"management", "grpc-management"}
	_reachable(server, port.role)
	finding := {
		"message": $"{service.type.text} Service {service.name.text} opens the management API (port {port.target.text}) without authorization",
		"at": port.target_at,
		"because": [service.type],
		"help": "drop the port from the Service; reach the API inside the pod or through a ClusterIP",
	}
}

deny contains finding if {
	some server in input.servers
	_open(server)
	some route in server.routes
	route.external
	not route.direct
	route.role in {"management", "grpc-management"}
	_reachable(server, route.role)
	finding := {
		"message": $"{route.name.text} opens the management API (port {route.port.text}) at {route.path.text} without authorization",
		"at": route.path,
		"because": [route.name],
		"help": "drop the path",
	}
}

deny contains finding if {
	some server in input.servers
	_open(server)
	some port in server.ports
	some listener in server.listeners
	listener.role in {"management", "grpc-management"}
	listener.port.value == port.port.value
	_reachable(server, listener.role)
	port.host_port.value > 0
	finding := {
		"message": $"hostPort {port.host_port.text} opens the management API (port {port.port.text}) on the node without authorization",
		"at": port.host_port,
		"help": "drop the hostPort",
	}
}

_open(server) if server.token_auth.value == false

# A loopback address cannot be reached whatever leads there.
_reachable(server, role) if {
	some listener in server.listeners
	listener.role == role
	listener.open.value
	not listener.host.value in {"127.0.0.1", "localhost"}
}
