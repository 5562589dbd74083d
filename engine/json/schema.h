// JSON Schemas (draft 2020-12), made by visiting default-constructed structs.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// Names: scenario result catalog comparison runs_on_question runs_on.
Result<Json> schema_json(std::string_view name);

// A result without what recommend() adds.
Json estimate_schema();

}  // namespace ridgepoint::json
