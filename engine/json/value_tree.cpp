#include "engine/json/value_tree.h"

#include <exception>
#include <string>
#include <utility>

#include "engine/json/document.h"

namespace ridgepoint::json {
namespace {

using import::Value;

// "null" in place of the bare tokens that Python's writer makes of numbers JSON cannot hold.
std::string without_special_numbers(std::string_view given) {
  std::string out;
  out.reserve(given.size() + 64);
  bool quoted = false;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const char c = given[i];
    const std::string_view rest = given.substr(i);
    const auto starts = [&](std::string_view token) { return rest.substr(0, token.size()) == token; };
    const bool maybe = !quoted && (c == 'I' || c == '-' || c == 'N');
    const std::size_t special = !maybe ? 0 : starts("Infinity") ? 8 : starts("-Infinity") ? 9 : starts("NaN") ? 3 : 0;
    if (special > 0) {
      out += "null";
      i += special - 1;
      continue;
    }
    out += c;
    if (quoted && c == '\\' && i + 1 < given.size())
      out += given[++i];
    else if (c == '"')
      quoted = !quoted;
  }
  return out;
}

Value value_of(Json&& json) {
  if (json.is_boolean()) return Value(json.get<bool>());
  if (json.is_number()) return Value(json.get<double>());
  if (json.is_string()) return Value(std::move(json.get_ref<std::string&>()));
  if (json.is_array()) {
    Value::List items;
    items.reserve(json.size());
    for (Json& item : json) items.push_back(value_of(std::move(item)));
    return Value(std::move(items));
  }
  if (!json.is_object()) return Value();
  Value::Object members;
  members.reserve(json.size());
  for (auto& [name, member] : json.get_ref<Json::object_t&>()) members.push_back({name, value_of(std::move(member))});
  return Value(std::move(members));
}

}  // namespace

Result<Value> parse_value_tree(std::string_view text) {
  try {
    const bool special = text.find("Infinity") != text.npos || text.find("NaN") != text.npos;
    Result<Json> read = parse_document(special ? without_special_numbers(text) : text, kFileLimits);
    if (!read.ok()) return read.problems();
    return value_of(std::move(read).value());
  } catch (const std::exception&) { return Problem{"too_large", "", "The text could not be read."}; }
}

}  // namespace ridgepoint::json
