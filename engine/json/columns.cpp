#include "engine/json/columns.h"

#include <algorithm>
#include <optional>

#include "engine/catalog.h"
#include "engine/fields_text.h"
#include "engine/json/schema.h"

namespace ridgepoint::json {
namespace {

bool is_position(std::string_view name) {
  return !name.empty() && name.size() <= 9 && name.find_first_not_of("0123456789") == std::string_view::npos;
}

Column split(std::string_view name) {
  Column out;
  while (true) {
    const std::size_t dot = name.find('.');
    out.emplace_back(name.substr(0, dot));
    if (dot == std::string_view::npos) return out;
    name.remove_prefix(dot + 1);
  }
}

// Every name a schema allows; the elements of lists are named by position 0.
class Names {
 public:
  explicit Names(Json schema) : root_(std::move(schema)) { inside(root_, ""); }

  std::vector<std::string> all;

 private:
  void inside(const Json& schema, const std::string& prefix);
  void value(const Json& schema, const std::string& name);

  Json root_;
};

void Names::inside(const Json& schema, const std::string& prefix) {
  if (const Json* properties = member(schema, "properties"))
    for (auto it = properties->begin(); it != properties->end(); ++it) value(*it, prefix + it.key());
  if (const Json* items = member(schema, "items")) value(*items, prefix + "0");
  if (const Json* forms = member(schema, "anyOf"))
    for (const Json& form : *forms) inside(form, prefix);
  if (const Json* reference = member(schema, "$ref"))
    inside(root_.at(Json::json_pointer(reference->get<std::string>().substr(1))), prefix);
}

void Names::value(const Json& schema, const std::string& name) {
  all.push_back(name);
  inside(schema, name + ".");
}

// Of what an estimate can hold: its figures, and the scenario as it was understood.
std::vector<std::string> known_names() {
  std::vector<std::string> all = Names(estimate_schema()).all;
  for (const std::string& name : Names(schema_json("scenario").value()).all) all.push_back("scenario." + name);
  return all;
}

// Those that end in what was asked for, else those that are spelt alike.
std::vector<std::string> meant(const std::string& name, const std::vector<std::string>& known) {
  std::vector<std::string> out;
  const std::string end = "." + name;
  for (const std::string& candidate : known)
    if (candidate.size() > end.size() && candidate.ends_with(end) && out.size() < 3) out.push_back(candidate);
  return out.empty() ? nearest(name, known) : out;
}

std::string with_first_positions(const Column& column) {
  std::string out;
  for (const std::string& name : column) out += (out.empty() ? "" : ".") + (is_position(name) ? "0" : name);
  return out;
}

}  // namespace

Result<std::vector<Column>> columns_of(const std::vector<std::string>& names) {
  const std::vector<std::string> known = known_names();
  std::vector<Column> out;
  Problems problems;
  for (const std::string& name : names) {
    out.push_back(split(name));
    if (std::find(known.begin(), known.end(), with_first_positions(out.back())) == known.end())
      problems.push_back(
          {"unknown_field", "", "A result has no field \"" + shortened(name) + "\".", meant(name, known)});
  }
  if (!problems.empty()) return problems;
  return out;
}

std::string cell(const Json& document, const Column& column) {
  const Json* value = &document;
  for (const std::string& name : column) {
    if (!value->is_array()) {
      value = member(*value, name);
    } else {
      const std::size_t position = is_position(name) ? std::stoul(name) : value->size();
      value = position < value->size() ? &(*value)[position] : nullptr;
    }
    if (!value) return "";
  }
  return value->is_string() ? value->get<std::string>() : to_text(*value);
}

}  // namespace ridgepoint::json
