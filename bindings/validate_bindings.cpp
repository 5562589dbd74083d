// The comparison with measured runs in WebAssembly: for the report that is written when the page is built.
#include <emscripten/bind.h>

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "engine/json/api.h"
#include "tools/validate/report.h"

namespace {

using namespace ridgepoint;

// The catalog as JSON and tables as CSV to the JSON of `ridgepoint validate --json`; or a refusal of the contract.
std::string compare_tables(const std::string& catalog_json, const emscripten::val& tables) {
  const Result<json::Api> api = json::Api::from_catalog(catalog_json);
  if (!api.ok()) return json::error_document(api.problems());
  validation::Cases all;
  for (const std::string& table : emscripten::vecFromJSArray<std::string>(tables)) {
    Result<validation::Cases> cases = validation::cases_of(table, api->records());
    if (!cases.ok()) return json::error_document(cases.problems());
    std::move(cases->cases.begin(), cases->cases.end(), std::back_inserter(all.cases));
    std::move(cases->skipped.begin(), cases->skipped.end(), std::back_inserter(all.skipped));
  }
  return validation::json_report(validation::compare(all, {&api->records()}));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ridgepoint_validate) { emscripten::function("compare_tables", &compare_tables); }
