// Figures of results as the cells of a table.
#pragma once

#include <string>
#include <string_view>

#include "engine/json/api.h"

namespace ridgepoint::json {

// The text of a value in a document that this program wrote; empty where it has none, JSON where it is an object or a
// list.
std::string cell(std::string_view document, const Column& column);

}  // namespace ridgepoint::json
