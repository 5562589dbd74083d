#include "engine/json/catalog.h"

#include <span>
#include <utility>

#include "engine/base/fields_text.h"
#include "engine/json/document.h"
#include "engine/json/writer.h"

namespace ridgepoint::json {
namespace {

template <class Record>
Json written(std::vector<Record> records) {
  JsonWriter writer;
  writer << field("entries", records);
  return writer.take_value()["entries"];
}

template <class Record>
Json written_with_provenance(const std::vector<Record>& records) {
  Json out = written(records);
  add_provenance(out, records);
  return out;
}

void extend(Json& whole, Json&& more) {
  if (whole.is_object() && more.is_object()) {
    whole.get_ref<Json::object_t&>().reserve(whole.size() + more.size());  // growing would copy what is there
    for (auto& [name, value] : more.get_ref<Json::object_t&>()) extend(whole[name], std::move(value));
  } else if (whole.is_array() && more.is_array()) {
    for (Json& element : more) whole.push_back(std::move(element));
  } else {
    whole = std::move(more);
  }
}

}  // namespace

Json provenance_json(const ProvenanceMap& provenance) {
  Json out = Json::object();
  for (const auto& [field, where] : provenance) {
    Json entry = Json::object();
    if (!where.source.empty()) entry["source"] = where.source;
    if (!where.retrieved.empty()) entry["retrieved"] = where.retrieved;
    if (where.unverified) entry["unverified"] = true;
    out[field] = std::move(entry);
  }
  return out;
}

Problems CatalogReading::add(std::string_view part) {
  Result<Json> parsed = parse_document(part, kCatalogLimits);
  if (!parsed.ok()) return parsed.problems();
  extend(document_, std::move(parsed).value());
  return {};
}

bool CatalogReading::step() {
  if (!reader_) {
    if (const Json* fields = member(document_, "fields")) file_.fields = to_text(*fields);
    document_.erase("fields");
    reader_.emplace(document_, "");
  }
  const std::span<const CatalogMember> members = catalog_members();
  if (next_ < members.size())
    members[next_].visit(file_.catalog, *reader_, members[next_].field);
  else
    visit(file_.guide, *reader_);
  return next_++ < members.size();
}

Result<CatalogFile> CatalogReading::done() {
  reader_->finish();
  if (!reader_->problems.empty()) return reader_->problems;
  Catalog& catalog = file_.catalog;
  take_provenance(catalog.accelerators, "/accelerators", reader_->provenance);
  take_provenance(catalog.models, "/models", reader_->provenance);
  take_provenance(catalog.instances, "/instances", reader_->provenance);
  take_provenance(catalog.grids, "/grids", reader_->provenance);
  index_prices(catalog);
  index_names(catalog);
  build_architectures(catalog);
  return std::move(file_);
}

Result<Calibration> read_calibration(std::string_view text) {
  Result<Json> document = parse_document(text, kCatalogLimits);
  if (!document.ok()) return document.problems();
  Calibration calibration;
  JsonReader reader(*document, "");
  visit(calibration, reader);
  reader.finish();
  if (!reader.problems.empty()) return reader.problems;
  if (calibration.efficiencies.empty()) return Problem{"missing", "/efficiencies", "There are no coefficients."};
  return calibration;
}

Result<Json> catalog_json(const Catalog& catalog, std::string_view kind) {
  if (kind == "accelerators") return written_with_provenance(catalog.accelerators);
  if (kind == "families") return written(catalog.families);
  if (kind == "models") return written_with_provenance(catalog.models);
  if (kind == "capabilities") return written(catalog.capabilities);
  if (kind == "engines") return written(catalog.engines);
  if (kind == "frameworks") return written(catalog.frameworks);
  if (kind == "providers") return written(catalog.providers);
  if (kind == "instances") return written_with_provenance(catalog.instances);
  if (kind == "prices") return written(catalog.prices);
  if (kind == "api") return written(catalog.api);
  if (kind == "grids") return written_with_provenance(catalog.grids);
  if (kind == "benchmarks") return written(catalog.benchmarks);
  if (kind == "formats") return written(catalog.formats);
  if (kind == "sources") return written(catalog.sources);
  const std::vector<std::string> kinds = {
      "accelerators", "models",       "providers", "instances",  "prices",     "api",     "grids", "formats",
      "sources",      "capabilities", "engines",   "frameworks", "benchmarks", "presets", "guide", "families"};
  return Problem{"unknown_kind", "", "The catalog has no \"" + shortened(kind) + "\".", nearest(kind, kinds)};
}

Json guide_json(const Guide& guide, std::string_view kind) {
  return kind == "presets" ? written(guide.presets) : written(guide.questions);
}

}  // namespace ridgepoint::json
