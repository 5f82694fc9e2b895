package proxy

import "fmt"

// svc is the Service that manifests of tests lead to, with annotations.
func svc(annotations string) string {
	return fmt.Sprintf(`
---
apiVersion: v1
kind: Service
metadata:
  name: ts
  annotations: {%s}
spec:
  selector: {app: ts}
  ports: [{name: http, port: 8080, targetPort: 8080}]
`, annotations)
}

// ing is an Ingress of a class, with annotations.
func ing(class, annotations string) string {
	if class != "" {
		class = "ingressClassName: " + class
	}
	return fmt.Sprintf(`apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ts
  annotations: {%s}
spec:
  %s
  rules:
  - host: m.example.test
    http:
      paths:
      - path: /
        pathType: Prefix
        backend: {service: {name: ts, port: {number: 8080}}}
`, annotations, class)
}

// Manifests with verbs for what tests vary.
var (
	nginxKey = `
---
apiVersion: v1
kind: ConfigMap
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
data: {proxy-read-timeout: "%s"}
`
	classObject = `
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: %s%s}
spec: {controller: %s}
`
	httpProxy = `apiVersion: projectcontour.io/v1
kind: HTTPProxy
metadata: {name: ts}
spec:
  virtualhost: {fqdn: m.example.test}
  routes:
  - conditions: [{prefix: /}]
    services: [{name: ts, port: 8080}]
    timeoutPolicy: {%s}
`
	virtualService = `apiVersion: networking.istio.io/%s
kind: VirtualService
metadata: {name: ts}
spec:
  hosts: [m.example.test]
  gateways: [gw]
  http:
  - route: [{destination: {host: ts, port: {number: 8080}}}]
    %s
`
	gateway = `apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: {name: gc}
spec: {controllerName: %s}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: gw}
spec: {gatewayClassName: gc, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: ts}
spec:
  parentRefs: [{name: gw}]
  rules:
  - backendRefs: [{name: ts, port: 8080}]
    %s
`
	openshiftObject = `apiVersion: route.openshift.io/v1
kind: Route
metadata: {name: ts, annotations: {%s}}
spec: {host: m.example.test, to: {kind: Service, name: ts}, port: {targetPort: http}}
`
	knativeService = `apiVersion: serving.knative.dev/v1
kind: Service
metadata: {name: ts}
spec:
  template:
    spec:
      %s
      containers: [{image: "pytorch/torchserve:0.9.0-cpu", ports: [{containerPort: 8080}]}]
`
	nginxConfMap = `apiVersion: v1
kind: ConfigMap
metadata: {name: front}
data:
  nginx.conf: |
    http {
      %s
      server {
        listen 80;
        %s
        location / { %s proxy_pass http://ts:8080; }
      }
    }
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: front}
spec:
  selector: {matchLabels: {app: front}}
  template:
    metadata: {labels: {app: front}}
    spec:
      containers: [{name: nginx, image: "nginx:1.27", volumeMounts: [{name: c, mountPath: /etc/nginx}]}]
      volumes: [{name: c, configMap: {name: front}}]
`
	virtualServer = `apiVersion: k8s.nginx.org/v1
kind: VirtualServer
metadata: {name: ts}
spec:
  host: m.example.test
  upstreams: [{name: ts, service: ts, port: 8080%s}]
  routes: [{path: /, action: {pass: ts}}]
`
	loadBalancer = `apiVersion: v1
kind: Service
metadata: {name: ts, annotations: {%s}}
spec: {type: LoadBalancer, %s selector: {app: ts}, ports: [{port: 80, targetPort: 8080}]}
`
	traefikFlags = `
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: traefik}
spec:
  selector: {matchLabels: {app: traefik}}
  template:
    metadata: {labels: {app: traefik}}
    spec:
      containers: [{name: traefik, image: "traefik:v3.1", args: [%s]}]
`
	trafficPolicy = `
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: BackendTrafficPolicy
metadata: {name: p}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: %s, name: %s}]
  timeout: {http: {%s}}
`
	grpcRoute = `apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: {name: gc}
spec: {controllerName: %s}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: gw}
spec: {gatewayClassName: gc, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: ts}
spec:
  parentRefs: [{name: gw}]
  rules:
  - backendRefs: [{name: ts, port: 8080}]
`
	glooService = `apiVersion: gateway.solo.io/v1
kind: VirtualService
metadata: {name: ts}
spec:
  virtualHost:
    domains: ["*"]
    routes:
    - matchers: [{prefix: /}]
      options: {%s}
      routeAction: {single: {kube: {ref: {name: ts, namespace: default}, port: 8080}}}
`
	apisixRoute = `apiVersion: apisix.apache.org/v2
kind: ApisixRoute
metadata: {name: ts}
spec:
  http:
  - name: r
    match: {paths: ["/*"]}
    backends: [{serviceName: ts, servicePort: 8080}]
    %s
`
	mapping = `apiVersion: getambassador.io/v3alpha1
kind: Mapping
metadata: {name: ts}
spec: {hostname: "*", prefix: /, service: "ts:8080"%s}
`
	bootstrap = `apiVersion: v1
kind: ConfigMap
metadata: {name: envoy}
data:
  envoy.yaml: |
    static_resources:
      listeners:
      - address: {socket_address: {address: 0.0.0.0, port_value: 80}}
        filter_chains:
        - filters:
          - name: envoy.filters.network.http_connection_manager
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
              stat_prefix: x
              %s
              route_config:
                virtual_hosts:
                - name: ts
                  domains: ["*"]
                  routes:
                  - match: {prefix: /}
                    route: {cluster: ts%s}
      clusters:
      - name: ts
        type: STRICT_DNS
        load_assignment: {cluster_name: ts, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: ts, port_value: 8080}}}}]}]}
`
	inferenceService = `apiVersion: serving.kserve.io/v1beta1
kind: InferenceService
metadata: {name: ts%s}
spec:
  predictor:
    %s
    model: {modelFormat: {name: pytorch}, storageUri: "gs://b/m"}
`
)
