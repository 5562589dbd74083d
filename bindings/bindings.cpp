// The engine in WebAssembly: text in, text out. One module instance holds one engine, of the catalog
// that was add()ed to it, in parts, and then read_on().
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "engine/json/api.h"

namespace {

using ridgepoint::json::Api;
using ridgepoint::json::CatalogParts;

std::optional<CatalogParts> parts = CatalogParts();  // until there is an engine
std::optional<Api> api;

// What is wrong is a JSON error document; empty: nothing is.
std::string add(const std::string& part) {
  const ridgepoint::Problems problems = parts.value().add(part);
  return problems.empty() ? "" : ridgepoint::json::error_document(problems);
}
// Likewise; "more" while there is more to read.
std::string read_on() {
  const auto more = parts.value().read_on();
  if (!more.ok()) return ridgepoint::json::error_document(more.problems());
  if (*more) return "more";
  auto made = parts->done();
  parts.reset();
  if (!made.ok()) return ridgepoint::json::error_document(made.problems());
  api = std::move(made).value();
  return "";
}

// What a call answers: UTF-8 where it lies, until the next call. As a string it would be copied character by character.
emscripten::val seen(std::string text) {
  static std::string answer;
  answer = std::move(text);
  return emscripten::val(
      emscripten::typed_memory_view(answer.size(), reinterpret_cast<const std::uint8_t*>(answer.data())));
}

emscripten::val estimate(const std::string& scenario, const std::string& options) {
  return seen(api->estimate(scenario, options));
}
emscripten::val recommend(const std::string& scenario, const std::string& options) {
  return seen(api->recommend(scenario, options));
}
emscripten::val compare(const std::string& scenarios) { return seen(api->compare(scenarios)); }
emscripten::val runs_on(const std::string& question) { return seen(api->runs_on(question)); }
emscripten::val catalog(const std::string& kind) { return seen(api->catalog(kind)); }
emscripten::val schema(const std::string& name) { return seen(api->schema(name)); }
emscripten::val encode_url(const std::string& scenario) { return seen(api->encode_url(scenario)); }
emscripten::val decode_url(const std::string& url) { return seen(api->decode_url(url)); }

}  // namespace

EMSCRIPTEN_BINDINGS(ridgepoint) {
  emscripten::function("add", &add);
  emscripten::function("read_on", &read_on);
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
