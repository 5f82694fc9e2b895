package load

import (
	"strings"
	"testing"

	"github.com/torchserve-lint/tslint/lint/torchserve"
)

var classifyCases = []struct {
	name, data string
	want       Kind
}{
	{"app.yaml", manifest, Manifest},
	{"app.yaml", "# licence\n\n---\napiVersion: v1\nkind: Pod\n", Manifest},
	{"app.yaml", "kind: Pod\r\napiVersion: v1\r\n", Manifest},
	{"app.yaml", "\ufeffapiVersion: v1\nkind: Pod\n", Manifest},
	{"app.yaml", "  apiVersion: v1\n  kind: Pod\n", Manifest},
	{"app.yaml", "\"apiVersion\": v1\n'kind': Pod\n", Manifest},
	{"app.yaml", "--- \napiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n", Manifest},
	{"app.yaml", "{apiVersion: v1, kind: Pod}\n", Manifest},
	{"app.yaml", "{{- if .Values.on }}\napiVersion: v1\nkind: Pod\n{{ end }}\n", Manifest},
	{"app.yaml", strings.Repeat("# padding\n", 10_000) + manifest, Manifest},
	{"app.yaml", "--- \"apiVersion\": v1\nkind: Pod\n", Unknown}, // no such YAML
	{"app.yaml", "a:\n  apiVersion: v1\n  kind: Pod\n", Unknown},
	{"app.yaml", "x: 'apiVersion: v1'\ny: 'kind: Pod'\n", Unknown},
	{"app.json", `{"kind":"Pod","apiVersion":"v1"}`, Manifest},
	{"app", manifest, Manifest},
	{"values.yaml", "replicaCount: 1\nautoscaling:\n  apiVersion: v2\n  kind: Pod\n", Unknown},
	{"values.yaml", "minWorkers: 1\nmaxWorkers: 2\n", Unknown},
	{"Chart.yaml", "apiVersion: v2\nname: serve\nversion: 1.0.0\n", Unknown},
	{"package.json", `{"name": "x", "kind": "module"}`, Unknown},

	{"config.properties", "", Properties},
	{"config.properties", "inferense_address=http://0.0.0.0:8080\n", Properties},
	{"config.properties.prod", "load_models=all\n", Properties},
	{"torchserve.properties", "debug=true\n", Properties},
	{"configs.gpu.properties", "number_of_gpu=1\n", Properties},
	{"config-xpu.properties", "# xpu\nipex_enable=true\n", Properties},
	{"app.properties", "models={\\\n \"resnet\": {}}\n", Properties},
	{"20200101-startup.cfg", "model_snapshot={}\n", Properties},
	{"config.properties", "db.url=jdbc:x\ndb.user=me\n", Unknown},
	{"log4j2.properties", "status = error\nappender.console.type = Console\n", Unknown},
	{"gradle.properties", "org.gradle.jvmargs=-Xmx2g\nversion=1.0\n", Unknown},
	{"application.properties", "models=a,b\nspring.main.banner-mode=off\n", Unknown},

	{"model-config.yaml", "", ModelConfig},
	{"model_config.yml", "handler:\n  beam: 3\n", ModelConfig},
	{"llama2-model-config.yaml", "maxworkers: 1\n", ModelConfig},
	{"model-config.yaml", "{minWorkers: 1}\n", ModelConfig},
	{"ts-config.yaml", "minWorkers: 1\n", ModelConfig},
	{"serve.yaml", "batchSize: 4\nresponseTimeout: 60\n", ModelConfig},
	{"serve.yaml", "batchSize: 4\nlearningRate: 0.1\n", Unknown},
	{"serve.yaml", "model:\n  minWorkers: 1\n  maxBatchDelay: 5\n", Unknown},
	{"litellm.yaml", "model_list: []\nbatchSize: 1\nmaxWorkers: 2\n", Unknown},
	{"vllm.yaml", "model: m\nmax-num-seqs: 8\ntensor-parallel-size: 2\n", Unknown},
	{"ray.yaml", "cluster_name: c\nmin_workers: 0\nmax_workers: 2\n", Unknown},
	{"compose.yaml", "services:\n  serve:\n    image: pytorch/torchserve\n", Unknown},
	{"check.yml", "on: push\njobs:\n  lint:\n    runs-on: ubuntu-latest\n", Unknown},

	{"requirements.txt", "torch\n", Requirements},
	{"requirements-gpu.txt", "", Requirements},
	{"nginx.conf", "events {}\nhttp {\n server {\n }\n}\n", NginxConf},
	{"default.conf.template", "upstream serve {\n}\n", NginxConf},
	{"site", "server {\n  location ~ ^/predictions {\n  }\n}\n", NginxConf},
	{"supervisord.conf", "[program:serve]\ncommand=serve\n", Unknown},
	{"envoy.yaml", "static_resources:\n  listeners: []\n", EnvoyConf},
	{"envoy.json", `{"static_resources": {}}`, EnvoyConf},
	{"traefik.yml", "entryPoints:\n  web:\n    address: :80\nproviders: {}\n", TraefikConf},
	{"README", "TorchServe: a server\n", Unknown},
}

func TestClassify(t *testing.T) {
	for _, c := range classifyCases {
		if got := Classify(c.name, c.data); got != c.want {
			t.Errorf("%s %.40q: got %s, want %s", c.name, c.data, kindNames[got], kindNames[c.want])
		}
	}
}

// A line that goes on and on is not looked at again for each word in it.
func TestClassifyLongLine(t *testing.T) {
	data := "a: 1\napiVersion: v1\nb: " + strings.Repeat("kind ", 2<<20)
	if got := Classify("app.yaml", data); got != Unknown {
		t.Errorf("got %s", kindNames[got])
	}
}

// Every key that some release reads tells a file to be TorchServe's, alone or with another.
func TestClassifyEveryKey(t *testing.T) {
	for _, p := range torchserve.Properties() {
		one, two := Classify("gpu.properties", p.Key+"=1\n"), Classify("gpu.properties", p.Key+" : 1\ndebug=1\nvmargs=-Xmx1g\n")
		if one != Properties && !common.MatchString(p.Key+"=1") || two != Properties {
			t.Errorf("%s: %s alone, %s with others", p.Key, kindNames[one], kindNames[two])
		}
	}
	for _, k := range torchserve.ModelKeys() {
		key, _, nested := strings.Cut(k.Key, ".")
		if nested {
			continue
		}
		if got := Classify("serve.yaml", key+": 1\nmaxBatchDelay: 1\n"); got != ModelConfig {
			t.Errorf("%s: %s", key, kindNames[got])
		}
		if _, known := modelKeys[key]; !known {
			t.Errorf("%s is not among the keys that tell a model-config.yaml", key)
		}
	}
}
