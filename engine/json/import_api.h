// The import as text in, text out: what its WebAssembly module, the command line and the tests call. It
// needs no catalog.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ridgepoint::json {

// A model from the beginning of a file: config.json, GGUF, safetensors or its index.
// {"ok": true, "kind", "model": {...}, "format", "bytes", "bits_per_weight", "assumptions": [...]}, or
// {"ok": true, "needs": N}: call again with the file's first N bytes. `bytes` is that beginning, `file_size`
// all bytes of the file, `name` its name. Nothing throws; a file that cannot be read gives {"ok": false,
// "errors": [...]}.
std::string import_model(std::string_view bytes, double file_size, const std::string& name);
// The N of {"ok": true, "needs": N}; 0 for any other document.
std::size_t bytes_needed(std::string_view document);

}  // namespace ridgepoint::json
