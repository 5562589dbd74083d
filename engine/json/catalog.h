// The merged catalog as JSON.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/facts/catalog.h"
#include "engine/facts/guide.h"
#include "engine/json/reader.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// {"date", "sources", "formats", "accelerators", "models", "instances", "prices",
//  "calibration": {"efficiencies", "errors"}, "guide", "presets", "fields"}
struct CatalogFile {
  Catalog catalog;
  Guide guide;
  std::string fields;  // sentences on them, as JSON; may be empty
};

// Reads it in steps that are short beside the whole: texts that together are the catalog, then a member a step.
class CatalogReading {
 public:
  // Some of the members. A list or object that came before goes on; anything else is replaced.
  Problems add(std::string_view part);
  // Reads a member; false when there is none left.
  bool step();
  // Once nothing is left.
  Result<CatalogFile> done();

 private:
  Json document_ = Json::object();
  std::optional<JsonReader> reader_;
  std::size_t next_ = 0;  // of the members
  CatalogFile file_;
};
// Coefficients alone, as they stand under the catalog's "calibration".
Result<Calibration> read_calibration(std::string_view text);

// The entries of one kind as a list; leaves are plain, where they come from stands in "provenance".
// Kinds: accelerators models instances prices formats sources.
Result<Json> catalog_json(const Catalog& catalog, std::string_view kind);
// "presets", else the questions.
Json guide_json(const Guide& guide, std::string_view kind);

using ProvenanceByRecord = std::map<std::string, ProvenanceMap>;  // by pointer, as JsonReader collects it

// Gives each record what was collected under `list` ("/accelerators").
template <class Record>
void take_provenance(std::vector<Record>& records, const std::string& list, const ProvenanceByRecord& collected) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto found = collected.find(list + "/" + std::to_string(i));
    if (found != collected.end()) records[i].provenance = found->second;
  }
}

// The member "provenance" of a record; an empty object when there is nothing to say.
Json provenance_json(const ProvenanceMap& provenance);

// Adds it to each written record that has any.
template <class Record>
void add_provenance(Json& written, const std::vector<Record>& records) {
  for (std::size_t i = 0; i < records.size() && i < written.size(); ++i)
    if (!records[i].provenance.empty()) written[i]["provenance"] = provenance_json(records[i].provenance);
}

}  // namespace ridgepoint::json
