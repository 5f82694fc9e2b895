package load

import (
	"path"
	"strings"
)

// interesting reports whether a file met while walking is worth a look at what it holds.
func interesting(base string) bool {
	lower := strings.ToLower(base)
	return hasSuffix(lower, ".yaml", ".yml", ".json", ".conf") || strings.Contains(lower, ".conf.") ||
		strings.Contains(lower, ".properties") || isArchive(lower) || isRequirements(lower)
}

// meant reports whether a file that is not looked at could be missed: it has a name that
// such files have.
func meant(name string) bool {
	return hasSuffix(name, ".yaml", ".yml", ".conf", ".mar") || strings.Contains(strings.ToLower(path.Base(name)), ".properties")
}

// isHidden reports whether a name, seen from where a walk began, begins with a dot or lies
// in a directory that does: such files belong to other tools.
func isHidden(name string) bool { return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") }

func isArchive(name string) bool { return hasSuffix(name, ".mar", ".model", ".tar.gz", ".tgz") }

func isRequirements(base string) bool {
	return strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt")
}

// namedProperties reports whether a name is that of the server's own configuration.
func namedProperties(base string) bool {
	return strings.Contains(base, "config.properties") || strings.Contains(base, "torchserve") && strings.Contains(base, ".properties")
}

// namedModelConfig reports whether a name is that of a model's configuration:
// model-config.yaml, model_config_tp.yaml, llama-model-config.yml.
func namedModelConfig(base string) bool {
	stem := strings.ReplaceAll(strings.TrimSuffix(base, path.Ext(base)), "_", "-")
	return isYAML(base) && (strings.HasPrefix(stem, "model-config") || strings.HasSuffix(stem, "model-config"))
}

func isYAML(base string) bool { return hasSuffix(base, ".yaml", ".yml") }

// hasSuffix reports whether a name has one of several endings, in any case.
func hasSuffix(name string, endings ...string) bool {
	lower := strings.ToLower(name)
	for _, e := range endings {
		if strings.HasSuffix(lower, e) {
			return true
		}
	}
	return false
}
