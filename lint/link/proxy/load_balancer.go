package proxy

import (
	"strings"

	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/source"
)

// loadBalancerWays returns the ways of Services that a cloud puts a load balancer in front of.
func (c *cluster) loadBalancerWays() []*way {
	var out []*way
	for _, o := range c.kinds["Service."] {
		if str(o.At("spec", "type")) != "LoadBalancer" {
			continue
		}
		ctl := c.loadBalancer(o)
		for _, p := range o.At("spec", "ports").Items() {
			hop := unknownHop(o, "load balancer")
			if ctl != nil {
				hop = ctl.balancer(c, ctl, o, p)
			}
			back := backend(o.Namespace, o.Name, str(p.At("port")))
			out = append(out, c.newWay(o, hop, source.Text{}, source.Text{}, back, o.At("metadata", "name").Text()))
		}
	}
	return out
}

const (
	awsPrefix   = "service.beta.kubernetes.io/aws-load-balancer-"
	azurePrefix = "service.beta.kubernetes.io/azure-load-balancer-"
)

// loadBalancer returns which one a Service gets, nil where the inputs do not tell.
func (c *cluster) loadBalancer(o *Object) *controller {
	class := str(o.At("spec", "loadBalancerClass"))
	kind := o.annotationText(awsPrefix + "type")
	switch {
	case class == "service.k8s.aws/nlb", class == "" && has("nlb-ip external nlb", kind):
		return c.controller("aws-nlb")
	case class != "":
		return nil
	case annotatedWith(o, "service.beta.kubernetes.io/azure-") || c.cloud() == "azure":
		return c.controller("azure-lb")
	case annotatedWith(o, awsPrefix+"nlb-") || annotatedWith(o, awsPrefix+"listener-attributes"):
		return c.controller("aws-nlb")
	case annotatedWith(o, awsPrefix) || c.cloud() == "aws":
		return c.controller("aws-clb")
	}
	return nil
}

func annotatedWith(o *Object, prefix string) bool {
	for name := range o.At("metadata", "annotations").Pairs() {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// cloud returns where the cluster runs, as far as images and Services tell.
func (c *cluster) cloud() string { return memo(c, "cloud", c.findCloud) }

func (c *cluster) findCloud() string {
	for _, o := range c.kinds["Service."] {
		switch {
		case annotatedWith(o, awsPrefix):
			return "aws"
		case annotatedWith(o, azurePrefix):
			return "azure"
		}
	}
	for _, o := range c.workloads() {
		for _, n := range podOf(o).At("spec", "containers").Items() {
			registry, _, _ := strings.Cut(str(n.At("image")), "/")
			switch {
			case strings.Contains(registry, ".dkr.ecr.") && strings.HasSuffix(registry, ".amazonaws.com"):
				return "aws"
			case strings.HasSuffix(registry, ".azurecr.io"):
				return "azure"
			}
		}
	}
	return ""
}

// portHop begins the hop in front of one port of a Service.
func portHop(ctl *controller, o *Object) *builder {
	b := newHop(ctl, o)
	b.Protocol = model.Known("TCP", b.byDefault(ctl.title, "protocol"))
	return b
}
