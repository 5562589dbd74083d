#include "engine/json/value_tree.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields_text.h"
#include "engine/json/value.h"

namespace ridgepoint::json {
namespace {

using import::Member;
using import::Value;

// Builds the value from the parser's events and stops at the first thing that is not allowed.
class TreeBuilder {
 public:
  bool null() { return add(Value()); }
  bool boolean(bool x) { return add(Value(x)); }
  bool number_integer(std::int64_t x) { return add(Value(static_cast<double>(x))); }
  bool number_unsigned(std::uint64_t x) { return add(Value(static_cast<double>(x))); }
  bool number_float(double x, const std::string&) { return add(Value(x)); }
  bool string(std::string& x) {
    if (x.size() > kTreeText) return refuse("too_long", "A text in the file is too long.");
    return add(Value(std::move(x)));
  }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return start(true); }
  bool start_array(std::size_t) { return start(false); }
  bool end_object();
  bool end_array();
  bool key(std::string& name);
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error);

  Value root;
  std::optional<Problem> problem;

 private:
  struct Frame {
    bool is_object = false;
    Value::List items;
    Value::Object members;
    std::string name;  // of the member being read
  };

  bool start(bool is_object);
  bool add(Value value);
  bool refuse(std::string code, std::string message) {
    problem = Problem{std::move(code), "", std::move(message)};
    return false;
  }

  std::vector<Frame> frames_;
  std::size_t values_ = 0;
};

bool TreeBuilder::start(bool is_object) {
  if (frames_.size() >= kTreeDepth)
    return refuse("too_deep", "Objects and lists may be nested " + std::to_string(kTreeDepth) + " levels deep.");
  frames_.emplace_back();
  frames_.back().is_object = is_object;
  return true;
}

bool TreeBuilder::add(Value value) {
  if (++values_ > kTreeValues) return refuse("too_many", "The file holds too many values.");
  if (frames_.empty()) {
    root = std::move(value);
    return true;
  }
  Frame& frame = frames_.back();
  if (frame.is_object)
    frame.members.push_back({std::move(frame.name), std::move(value)});
  else if (frame.items.size() >= kTreeList)
    return refuse("too_many", "A list in the file has more than " + std::to_string(kTreeList) + " entries.");
  else
    frame.items.push_back(std::move(value));
  return true;
}

// A name of the object that it gives twice.
std::optional<std::string> repeated_name(const Value::Object& members) {
  std::vector<std::string_view> names;
  names.reserve(members.size());
  for (const Member& member : members) names.push_back(member.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return std::nullopt;
  return std::string(*twice);
}

bool TreeBuilder::end_object() {
  Value::Object members = std::move(frames_.back().members);
  frames_.pop_back();
  if (const auto name = repeated_name(members))
    return refuse("duplicate_field", "\"" + shortened(*name) + "\" is given twice.");
  return add(Value(std::move(members)));
}

bool TreeBuilder::end_array() {
  Value::List items = std::move(frames_.back().items);
  frames_.pop_back();
  return add(Value(std::move(items)));
}

bool TreeBuilder::key(std::string& name) {
  if (name.size() > kTreeText) return refuse("too_long", "A name in the file is too long.");
  frames_.back().name = std::move(name);
  return true;
}

bool TreeBuilder::parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) {
  const std::string place = " at byte " + std::to_string(position) + ".";
  if (error.id == 406) return refuse("bad_json", "A number is too large" + place);
  return refuse("bad_json", "This is not JSON: unexpected text" + place);
}

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

bool has_special_numbers(std::string_view text) {
  return text.find("Infinity") != std::string_view::npos || text.find("NaN") != std::string_view::npos;
}

Result<Value> parse(std::string_view text) {
  TreeBuilder builder;
  const bool complete = Json::sax_parse(text.begin(), text.end(), &builder);
  if (builder.problem) return *std::move(builder.problem);
  if (!complete) return Problem{"bad_json", "", "This is not JSON."};
  return std::move(builder.root);
}

}  // namespace

Result<Value> parse_value_tree(std::string_view text) {
  if (text.size() > kTreeBytes)
    return Problem{"too_large", "", "The text may have " + std::to_string(kTreeBytes) + " bytes."};
  try {
    if (!has_special_numbers(text)) return parse(text);
    return parse(without_special_numbers(text));
  } catch (const std::exception&) { return Problem{"too_large", "", "The text could not be read."}; }
}

}  // namespace ridgepoint::json
