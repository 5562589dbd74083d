// JSON text as other programs write it, to the values that engine/import reads.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/import/value.h"

namespace ridgepoint::json {

// The value, or the one problem that ended the reading, as parse_document() names it. The tokens Infinity, -Infinity
// and NaN, which Python writes, are read as null.
Result<import::Value> parse_value_tree(std::string_view text);

}  // namespace ridgepoint::json
