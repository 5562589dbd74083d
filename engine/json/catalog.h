// The merged catalog as JSON.
#pragma once

#include <string>
#include <string_view>

#include "engine/catalog.h"
#include "engine/guide.h"
#include "engine/json/value.h"
#include "engine/result.h"

namespace ridgepoint::json {

// {"date", "sources", "formats", "accelerators", "models", "instances", "prices",
//  "calibration": {"efficiencies", "errors"}, "guide", "presets"}
struct CatalogFile {
  Catalog catalog;
  Guide guide;
};
Result<CatalogFile> read_catalog(std::string_view text);
Result<CatalogFile> read_parsed_catalog(const Json& document);
Result<Json> parse_catalog(std::string_view text);
// Coefficients alone, as they stand under the catalog's "calibration".
Result<Calibration> read_calibration(std::string_view text);

// The entries of one kind as a list; leaves are plain, where they come from stands in "provenance".
// Kinds: accelerators models instances prices formats sources.
Result<Json> catalog_json(const Catalog& catalog, std::string_view kind);
// "presets", else the questions.
Json guide_json(const Guide& guide, std::string_view kind);

}  // namespace ridgepoint::json
