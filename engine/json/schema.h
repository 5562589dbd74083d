// JSON Schemas (draft 2020-12), made by visiting default-constructed structs.
#pragma once

#include <string_view>

#include "engine/json/value.h"
#include "engine/result.h"

namespace ridgepoint::json {

// Names: scenario result catalog.
Result<Json> schema_json(std::string_view name);

}  // namespace ridgepoint::json
