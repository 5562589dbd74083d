// JSON text to a value: strict JSON, within limits, no name twice in an object.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/json/limits.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// The value, or the one problem that ended the reading: "too_large", "too_deep", "too_long",
// "too_many", "duplicate_field" or "bad_json" (with line and column).
Result<Json> parse_document(std::string_view text, const Limits& limits);

// Of text that the program wrote; throws std::invalid_argument where a text in it is no UTF-8.
Json parsed(std::string_view text);

}  // namespace ridgepoint::json
