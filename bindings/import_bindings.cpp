// The import in WebAssembly, a module of its own that is loaded when a file is first imported.
#include <emscripten/bind.h>

#include <string>

#include "engine/json/import_api.h"

namespace {

std::string import_model(const std::string& bytes, double file_size, const std::string& name) {
  return ridgepoint::json::import_model(bytes, file_size, name);
}

}  // namespace

EMSCRIPTEN_BINDINGS(ridgepoint_import) { emscripten::function("import_model", &import_model); }
