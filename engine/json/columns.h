// Figures of results as the cells of a table.
#pragma once

#include <string>

#include "engine/json/api.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// The text of a document's value; empty where it has none, JSON where it is an object or a list.
std::string cell(const Json& document, const Column& column);

}  // namespace ridgepoint::json
