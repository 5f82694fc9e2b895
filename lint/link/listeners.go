package link

import (
	"github.com/torchserve-lint/tslint/lint/model"
	"github.com/torchserve-lint/tslint/lint/torchserve"
)

// listeners works out which ports the server opens.
func (t *settling) listeners() {
	for _, role := range torchserve.Roles() {
		if t.r.Before(role.Since) {
			continue
		}
		l := t.rest(role)
		if role.GRPC {
			l = t.grpc(role)
		}
		t.s.Listeners = append(t.s.Listeners, l)
	}
}

func (t *settling) rest(role torchserve.Role) *model.Listener {
	l := &model.Listener{Role: role.Name, Key: role.Key}
	v := t.s.Settings.Get(role.Key)
	if v == nil {
		unknown := model.Unknown[string](model.Origin{Kind: model.Absent, Key: role.Key, On: t.on})
		v = &unknown
	}
	l.Address = *v
	o := v.Origin
	l.Scheme, l.Host, l.Port = model.Unknown[string](o), model.Unknown[string](o), model.Unknown[int](o)
	l.Open = model.Known(true, o)
	if role.Name == "metrics" {
		l.Open = t.boolean("enable_metrics_api")
	}
	raw, ok := v.Get()
	a, err := torchserve.ReadAddress(raw, role.Key, t.r)
	if !ok || err != nil {
		return l
	}
	l.Scheme, l.Host = model.Known(a.Scheme, o), model.Known(a.Host, o)
	if a.Scheme != "unix" {
		l.Port = model.Known(a.Port, o)
	}
	return l
}

func (t *settling) grpc(role torchserve.Role) *model.Listener {
	port := t.integer(role.Key)
	l := &model.Listener{Role: role.Name, Key: role.Key, Port: port, Open: model.Known(true, port.Origin), Scheme: model.Known("grpc", port.Origin)}
	if t.r.Before(role.AllHosts) {
		l.Host = model.Known("0.0.0.0", model.Origin{Kind: model.Default, Key: role.HostKey, On: t.on, Why: "all interfaces, TorchServe " + t.r.String()})
		l.Address = l.Host
		return l
	}
	l.Host = model.Unknown[string](port.Origin)
	if v := t.s.Settings.Get(role.HostKey); v != nil {
		l.Host = *v
	}
	l.Address = l.Host
	return l
}
