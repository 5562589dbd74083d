// JSON Schemas (draft 2020-12), made by visiting default-constructed structs.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// Names: scenario result catalog comparison runs_on_question runs_on. `words`: sentences on fields, as in
// catalog/words/fields.json; without them nothing is described.
Result<Json> schema_json(std::string_view name, const Json& words = Json());

// A result without what recommend() adds.
Json estimate_schema(const Json& words = Json());

}  // namespace ridgepoint::json
