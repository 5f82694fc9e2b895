package torchserve

// A HandlerKey is a key of model-config.yaml that workers hand to handlers: the frontend reads
// none of them, and a handler of one's own may read any.
type HandlerKey struct {
	Key     string // dotted
	Type    string
	Default string
	Since   string // empty: never read
	Removed string
	ReadBy  string // empty: nothing that TorchServe brings
	Bad     string // what a bad value, or none, does
}

var handlerKeys = []HandlerKey{
	{Key: "pt2", Type: "string or map", Since: "0.8.0", ReadBy: "base_handler", Bad: "an unknown backend of torch.compile is one warning, and the model runs uncompiled; a map counts from 0.10.0, what is neither fails the worker then"},
	{Key: "handler.profile", Type: "bool", Since: "0.8.2", ReadBy: "base_handler", Bad: "any value that Python takes for true switches profiling on; an empty handler: fails every call"},
	{Key: "handler.model_path", Type: "string", Since: "0.8.0", ReadBy: "the handlers of PiPPy, DeepSpeed (0.8.2) and vLLM (0.11.1)", Bad: "without it the worker of PiPPy and DeepSpeed does not load"},
	{Key: "handler.index_filename", Type: "string", Since: "0.8.0", ReadBy: "the handler of PiPPy", Bad: "a missing file: the worker does not load"},
	{Key: "handler.vllm_engine_config", Type: "map", Default: "{}", Since: "0.11.1", ReadBy: "the handler of vLLM", Bad: "keys that the engine does not know are dropped without a word; without a model here and without handler.model_path the worker does not load"},
	{Key: "handler.adapters", Type: "map", Default: "{}", Since: "0.11.1", ReadBy: "the handler of vLLM"},
	{Key: "handler.chat_template", Type: "string", Since: "0.12.0", ReadBy: "the handler of vLLM"},
	{Key: "handler.engine_dir", Type: "string", Since: "0.12.0", ReadBy: "the handler of TensorRT-LLM", Bad: "without a handler section the worker does not load"},
	{Key: "handler.tokenizer_dir", Type: "string", Since: "0.12.0", ReadBy: "the handler of TensorRT-LLM", Bad: "without a handler section the worker does not load"},
	{Key: "handler.kv_cache_config", Type: "map", Since: "0.12.0", ReadBy: "the handler of TensorRT-LLM", Bad: "an unknown key: the worker does not load"},
	{Key: "pippy.rpc_timeout", Type: "int, seconds", Since: "0.8.0", ReadBy: "the handler of PiPPy", Bad: "without it the worker does not load"},
	{Key: "pippy.num_worker_threads", Type: "int", Since: "0.8.0", ReadBy: "the handler of PiPPy", Bad: "without it the worker does not load"},
	{Key: "pippy.input_names", Type: "list of strings", Since: "0.8.0", ReadBy: "the handler of PiPPy", Bad: "without it the worker does not load"},
	{Key: "pippy.model_type", Type: "string", Since: "0.8.0", ReadBy: "the handler of PiPPy", Bad: "without it the worker does not load"},
	{Key: "pippy.chunks", Type: "int", Default: "1", Since: "0.8.0", ReadBy: "the handler of PiPPy"},
	{Key: "deepspeed.config", Type: "string, a file in the archive", Since: "0.8.0", ReadBy: "the handler of DeepSpeed", Bad: "a missing file or section: the worker does not load"},
	{Key: "deepspeed.checkpoint", Type: "string, a file that is written", Since: "0.8.0", ReadBy: "the handler of DeepSpeed", Bad: "before 0.8.2 it is ignored unless a key checkpoint stands at the top, too"},
	{Key: "dali.batch_size", Type: "int", Since: "0.9.0", ReadBy: "dali_image_classifier", Bad: "without it the worker does not load"},
	{Key: "dali.num_threads", Type: "int", Since: "0.9.0", ReadBy: "dali_image_classifier", Bad: "without it the worker does not load"},
	{Key: "dali.device_id", Type: "int", Since: "0.9.0", ReadBy: "dali_image_classifier", Bad: "without it the worker does not load"},
	{Key: "dali.seed", Type: "int", Since: "0.9.0", ReadBy: "dali_image_classifier", Bad: "without it the worker does not load"},
	{Key: "dali.pipeline_file", Type: "string", Default: "default.dali, which it brings", Since: "0.9.0", ReadBy: "dali_image_classifier"},
	{Key: "micro_batching.micro_batch_size", Type: "int", Default: "1", Since: "0.8.1", Bad: "only handlers that use its class read it: others ignore the section without a word"},
	{Key: "micro_batching.parallelism", Type: "map of preprocess, inference, postprocess", Default: "{}", Since: "0.8.1", Bad: "only handlers that use its class read it; another name in it fails the worker"},
}

// HandlerKeys returns the keys of model-config.yaml that handlers read which TorchServe brings.
func HandlerKeys() []HandlerKey { return handlerKeys }

// A Variable is one that TorchServe reads of its environment, whatever enable_envvars_config says.
type Variable struct {
	Name   string
	Since  string
	Effect string
}

var variables = []Variable{
	{"TS_CONFIG_FILE", "0.1.0", "the config file, before --ts-config; the launcher reads it from 0.5.0. Empty: no config file at all. A file that does not exist: the launcher exits with 1, the server alone runs on defaults"},
	{"LOG_LOCATION", "0.1.0", "the folder of logs; snapshots lie in its folder config"},
	{"METRICS_LOCATION", "0.1.0", "the folder of the metrics log"},
	{"TS_MODEL_SERVER_HOME", "0.1.1", "the installation of TorchServe, before the property"},
	{"TS_OPEN_INFERENCE_PROTOCOL", "0.10.0", "oip switches the Open Inference Protocol on; anything else is off"},
	{"CUDA_VISIBLE_DEVICES", "0.5.0", "as many GPUs as it has parts between commas; each has to be an integer without blanks, or the server exits at start"},
	{"SM_TELEMETRY_LOG", "0.7.0", "any value switches telemetry lines of the log on"},
	{"JAVA_HOME", "0.1.0", "the launcher starts bin/java of it"},
	{"TEMP", "0.1.0", "the folder of temporary files; it has to exist, or the launcher exits with 1"},
	{"PYTHONPATH", "0.1.0", "stands before that of the workers"},
}

// Variables returns the variables that no switch has to enable.
func Variables() []Variable { return variables }
