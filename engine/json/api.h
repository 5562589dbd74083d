// The engine as text in, text out: what the WebAssembly module, the command line and the tests call.
//
// Nothing here throws. Bad input gives {"ok": false, "errors": [{code, path, message, suggestions}]}.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/choose/recommend.h"
#include "engine/choose/runs_on.h"
#include "engine/facts/catalog.h"
#include "engine/facts/guide.h"
#include "engine/json/columns.h"
#include "engine/tell/answer.h"
#include "engine/tell/compare.h"

namespace ridgepoint::json {

// The engine's version is plain: "0.1.0".
std::string version();

// What a link says: the scenario without its defaults, as JSON text, and what was left out of it.
struct LinkScenario {
  std::string scenario;
  Problems notices;
};

// Hardware for a scenario, and the estimate of the scenario: on the best of it where none was named.
struct Recommended {
  Estimate estimate;
  Recommendations found;
};

// A result as a row of a table.
struct Row {
  std::vector<std::string> cells;  // of each column; empty where the result has no such figure
  std::string error;               // what is wrong with the scenario; empty when nothing is
};

class Api;

// A catalog on its way to an engine, in steps that are short beside the whole: a page can paint in between.
class CatalogParts {
 public:
  CatalogParts();
  CatalogParts(CatalogParts&&) noexcept;
  ~CatalogParts();

  // A text that has some of its members; a list or object that came before goes on.
  Problems add(std::string_view part_json);
  // Reads on, when everything has come; false when nothing is left.
  Result<bool> read_on();
  Result<Api> done();

 private:
  std::unique_ptr<class CatalogReading> reading_;
};

class Api {
 public:
  // From the merged catalog's JSON text.
  static Result<Api> from_catalog(std::string_view catalog_json);

  // The result of the contract. Options: {"with": ["explain", "percentiles", "series"], "effort": 500}; empty text
  // means none.
  std::string estimate(std::string_view scenario_json, std::string_view options_json) const;
  std::string estimate(std::string_view scenario_json, With with) const;
  // The same as cells: texts as they are, objects and lists as JSON.
  Row row(std::string_view scenario_json, With with, const std::vector<Column>& columns) const;
  // The same as a value.
  Result<Estimate> answer(std::string_view scenario_json, With with) const;

  // The same with recommendations and near misses. Option "known": ids of accelerators to say the place of.
  std::string recommend(std::string_view scenario_json, std::string_view options_json) const;
  Result<Recommended> recommended(std::string_view scenario_json, With with) const;

  // Two to four scenarios side by side: a list of them, or {"scenarios": [...]}, to {"ok": true, ..., "scenarios",
  // "figures", "inputs", "reasons"}. Problems name the scenario by its position: "/1/hardware/count".
  std::string compare(std::string_view scenarios_json) const;
  // The same from a text of each.
  std::string compare(const std::vector<std::string>& scenarios) const;
  Result<Comparison> compared(const std::vector<std::string>& scenarios) const;

  // Which models run on hardware that is there: {"hardware": [{"accelerator": "rtx-4090", "count": 2}], ...} to
  // {"ok": true, ..., "question": with its defaults, "serves": [...], "finetunes": [...], "trains": [...]}.
  std::string runs_on(std::string_view question_json) const;
  // The same as a value.
  Result<RunsOn> running_on(std::string_view question_json) const;

  // The entries of a kind (accelerators models instances prices formats sources presets guide) as a list; where
  // facts come from, if not from the record's own source, stands in each entry's "provenance".
  std::string catalog(std::string_view kind) const;
  // JSON Schema of scenario, result, catalog, comparison, runs_on_question or runs_on; fields are described where the
  // catalog has sentences on them.
  std::string schema(std::string_view name) const;

  // {"ok": true, "url": "#v=1&..."}, with "notices" when the link is longer than links are read.
  std::string encode_url(std::string_view scenario_json) const;
  // {"ok": true, "scenario": {what the link says, without defaults}, "notices": [{code, path, message,
  // suggestions}]}. Always ok; notices say what was left out.
  std::string decode_url(std::string_view url) const;

  // Both as values.
  Result<std::string> link(std::string_view scenario_json) const;
  LinkScenario follow(std::string_view url) const;

  // The same engine with other coefficients: {"efficiencies": [...], "errors": [...]}.
  Result<Api> with_calibration(std::string_view calibration_json) const;

  const Catalog& records() const { return catalog_; }
  const Guide& guide() const { return guide_; }

 private:
  friend class CatalogParts;
  Api(Catalog catalog, Guide guide, std::string fields)
      : catalog_(std::move(catalog)), guide_(std::move(guide)), fields_(std::move(fields)) {}

  Catalog catalog_;
  Guide guide_;
  std::string fields_;  // sentences on them, for schemas
};

// What `walk` visits as the text of a JSON object.
std::string document_of(const std::function<void(FieldVisitor&)>& walk);

// Each scenario of a list, or of {"scenarios": [...]}, as text.
Result<std::vector<std::string>> scenarios_of_list(std::string_view list_json);

// Problems as the document of a refusal.
std::string error_document(const Problems& problems);

}  // namespace ridgepoint::json
