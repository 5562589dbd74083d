// JSON text as other programs write it, to the values that engine/import reads.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/base/result.h"
#include "engine/import/value.h"

namespace ridgepoint::json {

inline constexpr std::size_t kTreeBytes = 100000000;  // of the text; the cap of the safetensors library
inline constexpr std::size_t kTreeDepth = 64;         // objects and lists within each other
inline constexpr std::size_t kTreeText = 10000000;    // bytes of one text or name
inline constexpr std::size_t kTreeList = 20000;       // elements of one list
inline constexpr std::size_t kTreeValues = 4000000;   // in all

// The value, or the one problem that ended the reading: "too_large", "too_deep", "too_long",
// "too_many", "duplicate_field" or "bad_json". The tokens Infinity, -Infinity and NaN, which Python
// writes, are read as null.
Result<import::Value> parse_value_tree(std::string_view text);

}  // namespace ridgepoint::json
