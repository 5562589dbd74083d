// The JSON value type. Seen by engine/json/*.cpp and nowhere else.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/json/text_buffer.h"

namespace ridgepoint::json {

// Members keep their order, so that documents read as the contract lists them.
using Json = nlohmann::ordered_json;

// A name as a segment of a JSON pointer: "/" and the name with ~ and / escaped.
std::string pointer_segment(std::string_view name);

// One line of text; malformed UTF-8 is replaced, never thrown on.
std::string to_text(const Json& value);
// The same behind what `out` has.
void append_text(TextBuffer& out, const Json& value);
void append_text(TextBuffer& out, std::string_view value);
void append_text(TextBuffer& out, std::int64_t value);
void append_text(TextBuffer& out, double value);
// A computed figure to 15 significant digits: what is behind them is rounding, and costs readers more than the rest.
void append_figure(TextBuffer& out, double value);

// Whole numbers that a double holds exactly become integers. `x` is finite.
Json to_json(double x);
std::optional<std::int64_t> exact_integer(double x);
Json to_json(const Problem& problem);
Json to_json(const Problems& problems);
// {"ok": false, "errors": [...]}
Json refusal_json(const Problems& problems);

// The member of that name; null when `value` is no object or has none.
const Json* member(const Json& value, std::string_view name);

}  // namespace ridgepoint::json
