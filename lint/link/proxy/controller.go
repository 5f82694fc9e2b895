package proxy

import (
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/syntax"
)

// A controller is what one kind of proxy makes of its settings.
type controller struct {
	id, title string
	class     classes   // which Ingresses are its own
	prefixes  []string  // of its annotations
	timings   []*timing // those with a kind of object are annotations
	sizings   []*sizing
	others    map[string]string // further annotations that matter: the kinds of object that they are read on
	known     []known           // all of these, by name; made when first asked for
	mistaken  map[string]string // annotations that people write and nobody reads: the one that they mean

	pods pods // how its own pods are told

	ingress        func(*cluster, *controller, *ingressPath) *model.Hop         // nil: it reads no Ingress
	gateways       []string                                                     // controllerName of its GatewayClasses
	gatewayClasses []string                                                     // prefixes of names of GatewayClasses that it makes itself
	gateway        func(*cluster, *controller, *gatewayRule) *model.Hop         // nil: it reads no Gateway API
	balancer       func(*cluster, *controller, *Object, syntax.Node) *model.Hop // in front of one port of a Service; nil: it is none
	ways           func(*cluster, *controller) []*way                           // of its own kinds of objects; nil: it has none
}

// pods are signs by which the pods of a controller are told.
type pods struct {
	images []string // names, the registry left out
	labels []string // key=value
}

// all returns every controller.
func all() []*controller {
	return []*controller{
		ingressNginx(), f5(), traefikNginx(), awsALB(), gkeIngress(), agic(), traefik(),
		haproxyTechnologies(), haproxyIngress(), kong(), contour(), apisix(), emissary(), gloo(),
		istio(), envoyGateway(), gkeGateway(), nginxGatewayFabric(), linkerd(), gatewayAPI(),
		openshiftRoute(), knative(), kserve(), nginxConf(), envoyBootstrap(),
		awsNLB(), awsCLB(), azureLB(),
	}
}
