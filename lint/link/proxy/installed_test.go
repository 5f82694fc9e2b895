package proxy

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/load"
	"github.com/torchserve-lint/tslint/lint/source"
)

// TestFlaggedConfigMap takes the ConfigMap that the controller's arguments name, not one that
// looks like it.
func TestFlaggedConfigMap(t *testing.T) {
	pods := object("apps/v1", "Deployment", "edge", "spec: {template: {spec: {containers: [{image: 'registry.k8s.io/ingress-nginx/controller:v1.15.1', args: [/nginx-ingress-controller, --configmap=$(POD_NAMESPACE)/limits]}]}}}")
	flagged := strings.Replace(configMap(`proxy-read-timeout: "90"`), "ingress-nginx-controller", "limits", 1)
	got := ladders(t, torchserve+ingress("nginx")+pods+flagged+configMap(`proxy-read-timeout: "180"`))
	if !sameSet(got, []string{"ingress-nginx 90 s"}) {
		t.Errorf("got %q, want 90 s", got)
	}
}

// TestTraefikFile reads the static configuration from a file, a ConfigMap and variables.
func TestTraefikFile(t *testing.T) {
	const file = "entryPoints:\n  web:\n    transport:\n      respondingTimeouts: {writeTimeout: 45s}\n  inner:\n    transport: {respondingTimeouts: {writeTimeout: 5s}}\n"
	onWeb := ingress("traefik", "traefik.ingress.kubernetes.io/router.entrypoints: web")
	c := clusterOf(t, torchserve+onWeb)
	c.Files = []*load.File{{File: source.NewFile("traefik.yml", file), Kind: load.TraefikConf}}
	if got := hopOf(t, c, "traefik").Timeout; got.Cite().Text != "45 s" || got.Origin.Span.String() != "traefik.yml:4:42" {
		t.Errorf("got %s at %s", got.Cite().Text, got.Origin.Span)
	}
	inMap := "\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: traefik}\ndata:\n  traefik.yml: |\n    " + strings.ReplaceAll(file, "\n", "\n    ") + "\n"
	if got := ladders(t, torchserve+ingress("traefik")+inMap); !sameSet(got, []string{"traefik 5 s"}) {
		t.Errorf("got %q, want 5 s: it listens at all entry points", got)
	}
	variable := object("apps/v1", "Deployment", "edge", "spec: {template: {spec: {containers: [{image: traefik, env: [{name: TRAEFIK_SERVERSTRANSPORT_FORWARDINGTIMEOUTS_RESPONSEHEADERTIMEOUT, value: 20s}]}]}}}")
	if got := ladders(t, torchserve+ingress("traefik")+variable); !sameSet(got, []string{"traefik 20 s"}) {
		t.Errorf("got %q, want 20 s", got)
	}
}

func TestKServe(t *testing.T) {
	config := func(deploy, ingress string) string {
		return "\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: inferenceservice-config, namespace: kserve}, data: {deploy: '" + deploy + "', ingress: '" + ingress + "'}}\n"
	}
	service := object("serving.kserve.io/v1beta1", "InferenceService", "models", "spec: {predictor: {}}")
	for _, c := range []struct{ manifests, want string }{
		{service, "kserve unknown"},
		{strings.Replace(service, "predictor: {}", "predictor: {timeout: 90}", 1), "kserve 90 s"},
		{strings.Replace(service, "predictor: {}", "predictor: {timeout: 90}", 1) + config(`{"defaultDeploymentMode": "Standard"}`, "{}"), "kserve unknown"},
		{service + config(`{"defaultDeploymentMode": "Knative"}`, "{}"), "kserve 300 s"},
		{service + config(`{"defaultDeploymentMode": "Standard"}`, "{}"), "kserve unknown"},
		{service + config(`{"defaultDeploymentMode": "Standard"}`, `{"enableGatewayApi": true}`), "kserve 60 s"},
		{service + config(`{"defaultDeploymentMode": "Standard"}`, `{"enableGatewayApi": true, "disableHTTPRouteTimeout": true}`), "kserve unknown"},
		{service + config(`{"defaultDeploymentMode": `, `{`), "kserve unknown"},
		{object("serving.kserve.io/v1alpha1", "InferenceGraph", "models", "spec: {routerTimeouts: {serverWrite: 90, serviceClient: 30}}"), "kserve 30 s"},
	} {
		if got := ladders(t, c.manifests); !sameSet(got, []string{c.want}) {
			t.Errorf("%s: got %q, want %s", c.manifests, got, c.want)
		}
	}
}

// TestOthersIngress has the Ingresses of controllers that have objects of their own as well.
func TestOthersIngress(t *testing.T) {
	for class, want := range map[string]string{"ambassador": "emissary 3 s", "gloo": "gloo 15 s"} {
		got := ladders(t, torchserve+ingress("", "kubernetes.io/ingress.class: "+class))
		if !sameSet(got, []string{want}) {
			t.Errorf("%s: got %q, want %s", class, got, want)
		}
	}
}

// TestOtherReader does not call an annotation of a Service unread that another proxy reads.
func TestOtherReader(t *testing.T) {
	both := ingress("nginx") + strings.Replace(ingress("kong"), "name: models", "name: inner", 1)
	for manifests, want := range map[string]int{
		ingress("nginx") + serviceOf("konghq.com/read-timeout: '180000'", ""): 1,
		both + serviceOf("konghq.com/read-timeout: '180000'", ""):             0,
	} {
		if got := len(hopOf(t, clusterOf(t, manifests), "ingress-nginx").Faults); got != want {
			t.Errorf("%s: %d faults, want %d", manifests, got, want)
		}
	}
}
