package torchserve

// listenerProperties are the keys about ports, addresses, TLS and browsers.
var listenerProperties = []Property{
	{Key: "inference_address", Type: AddressType, Default: "http://127.0.0.1:8080", Since: "0.1.0", Env: "TS_INFERENCE_ADDRESS"},
	{Key: "management_address", Type: AddressType, Default: "http://127.0.0.1:8081", Since: "0.1.0", Env: "TS_MANAGEMENT_ADDRESS"},
	{Key: "metrics_address", Type: AddressType, Default: "http://127.0.0.1:8082", Since: "0.2.0", Env: "TS_METRICS_ADDRESS"},
	{Key: "grpc_inference_address", Type: Host, Default: "127.0.0.1", Since: "0.11.0", Env: "TS_GRPC_INFERENCE_ADDRESS"},
	{Key: "grpc_management_address", Type: Host, Default: "127.0.0.1", Since: "0.11.0", Env: "TS_GRPC_MANAGEMENT_ADDRESS"},
	{Key: "grpc_inference_port", Type: Int, Default: "7070", Unit: "port", Since: "0.3.0", Env: "TS_GRPC_INFERENCE_PORT", Min: bound(0), Max: bound(65535), Malformed: EndsStart},
	{Key: "grpc_inference_max_connection_age_ms", Type: Long, Default: "9223372036854775807", Unit: "ms", Since: "0.11.0", Env: "TS_GRPC_INFERENCE_MAX_CONNECTION_AGE_MS", Min: bound(1), Malformed: EndsStart},
	{Key: "grpc_inference_max_connection_age_grace_ms", Type: Long, Default: "9223372036854775807", Unit: "ms", Since: "0.11.0", Env: "TS_GRPC_INFERENCE_MAX_CONNECTION_AGE_GRACE_MS", Min: bound(0), Malformed: EndsStart},
	{Key: "grpc_management_port", Type: Int, Default: "7071", Unit: "port", Since: "0.3.0", Env: "TS_GRPC_MANAGEMENT_PORT", Min: bound(0), Max: bound(65535), Malformed: EndsStart},
	{Key: "grpc_management_max_connection_age_ms", Type: Long, Default: "9223372036854775807", Unit: "ms", Since: "0.11.0", Env: "TS_GRPC_MANAGEMENT_MAX_CONNECTION_AGE_MS", Min: bound(1), Malformed: EndsStart},
	{Key: "grpc_management_max_connection_age_grace_ms", Type: Long, Default: "9223372036854775807", Unit: "ms", Since: "0.11.0", Env: "TS_GRPC_MANAGEMENT_MAX_CONNECTION_AGE_GRACE_MS", Min: bound(0), Malformed: EndsStart},
	{Key: "enable_grpc_ssl", Type: Bool, Default: "false", Since: "0.3.0", Env: "TS_ENABLE_GRPC_SSL"},
	{Key: "ts_open_inference_protocol", Type: Bool, Default: "false", Since: "0.10.0", Env: "TS_OPEN_INFERENCE_PROTOCOL"},
	{Key: "cors_allowed_origin", Type: String, Since: "0.1.0", Env: "TS_CORS_ALLOWED_ORIGIN"},
	{Key: "cors_allowed_methods", Type: String, Since: "0.1.0", Env: "TS_CORS_ALLOWED_METHODS"},
	{Key: "cors_allowed_headers", Type: String, Since: "0.1.0", Env: "TS_CORS_ALLOWED_HEADERS"},
	{Key: "keystore", Type: Path, Since: "0.1.0", Env: "TS_KEYSTORE"},
	{Key: "keystore_pass", Type: String, Default: "changeit", Since: "0.1.0", Env: "TS_KEYSTORE_PASS"},
	{Key: "keystore_type", Type: String, Default: "PKCS12", Since: "0.1.0", Env: "TS_KEYSTORE_TYPE"},
	{Key: "certificate_file", Type: Path, Since: "0.1.0", Env: "TS_CERTIFICATE_FILE"},
	{Key: "private_key_file", Type: Path, Since: "0.1.0", Env: "TS_PRIVATE_KEY_FILE"},
	{Key: "enable_metrics_api", Type: Bool, Default: "true", Since: "0.2.0", Env: "TS_ENABLE_METRICS_API"},
}
