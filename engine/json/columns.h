// Figures of results as the cells of a table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace ridgepoint::json {

// A figure of results as a table's column, from the result inwards: {"speed", "tpot_ms"}, {"warnings", "0", "code"}.
using Column = std::vector<std::string>;

// The text of a value in a document that this program wrote; empty where it has none, JSON where it is an object or a
// list.
std::string cell(std::string_view document, const Column& column);

// Columns by their names, "speed.tpot_ms" or "warnings.0.code"; each name that no estimate has is a problem, with the
// nearest that are known.
Result<std::vector<Column>> columns_of(const std::vector<std::string>& names);

}  // namespace ridgepoint::json
