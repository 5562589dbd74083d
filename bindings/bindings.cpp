// The engine in WebAssembly: text in, text out. One module instance holds one engine; load() gives
// it the catalog, and is called before anything that needs one.
#include <emscripten/bind.h>

#include <optional>
#include <string>

#include "engine/json/api.h"

namespace {

using ridgepoint::json::Api;

std::optional<Api> api;

// Empty when the catalog was read, else the problems as a JSON error document.
std::string load(const std::string& catalog) {
  auto made = Api::from_catalog(catalog);
  if (!made.ok()) return ridgepoint::json::error_document(made.problems());
  api = std::move(made).value();
  return "";
}

std::string estimate(const std::string& scenario, const std::string& options) {
  return api->estimate(scenario, options);
}
std::string recommend(const std::string& scenario, const std::string& options) {
  return api->recommend(scenario, options);
}
std::string compare(const std::string& scenarios) { return api->compare(scenarios); }
std::string runs_on(const std::string& question) { return api->runs_on(question); }
std::string catalog(const std::string& kind) { return api->catalog(kind); }
std::string schema(const std::string& name) { return api->schema(name); }
std::string encode_url(const std::string& scenario) { return api->encode_url(scenario); }
std::string decode_url(const std::string& url) { return api->decode_url(url); }

}  // namespace

EMSCRIPTEN_BINDINGS(ridgepoint) {
  emscripten::function("load", &load);
  emscripten::function("estimate", &estimate);
  emscripten::function("recommend", &recommend);
  emscripten::function("compare", &compare);
  emscripten::function("runs_on", &runs_on);
  emscripten::function("catalog", &catalog);
  emscripten::function("schema", &schema);
  emscripten::function("encode_url", &encode_url);
  emscripten::function("decode_url", &decode_url);
  emscripten::function("version", &ridgepoint::json::version);
}
