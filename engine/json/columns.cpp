#include "engine/json/columns.h"

#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/facts/catalog.h"
#include "engine/json/document.h"
#include "engine/json/schema_writer.h"

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
  if (const Json* reference = member(schema, "$ref"))  // "#/$defs/accelerator"
    inside(root_["$defs"][reference->get<std::string>().substr(8)], prefix);
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

// What follows goes over JSON that this program wrote: it is well-formed and has no blanks. A cell is found by passing
// over what is before it; reading all of it into values takes as long as estimating it.

// Where the text that begins at `at` ends: at a quote behind an even number of backslashes.
std::size_t text_end(std::string_view json, std::size_t at) {
  while (true) {
    at = json.find('"', at + 1);
    std::size_t before = at;
    while (json[before - 1] == '\\') --before;
    if ((at - before) % 2 == 0) return at + 1;
  }
}

// Where the value that begins at `at` ends.
std::size_t value_end(std::string_view json, std::size_t at) {
  int open = 0;
  do {
    const char c = json[at];
    if (c == '"') {
      at = text_end(json, at);
      continue;
    }
    if (c == '{' || c == '[') ++open;
    if (c == '}' || c == ']') --open;
    ++at;
  } while (open > 0 || (at < json.size() && json[at] != ',' && json[at] != '}' && json[at] != ']'));
  return at;
}

// The member of an object, or the element of a list, as JSON; empty when there is none.
std::string_view part(std::string_view json, const std::string& name) {
  const bool object = json.front() == '{';
  if (!object && json.front() != '[') return "";
  std::size_t position = 0;
  for (std::size_t at = 1; json[at] != '}' && json[at] != ']'; ++position) {
    std::string_view here = "";
    if (object) {
      const std::size_t end = text_end(json, at);
      here = json.substr(at + 1, end - at - 2);
      at = end + 1;
    }
    const std::size_t end = value_end(json, at);
    if (object ? here == name : is_position(name) && position == std::stoul(name)) return json.substr(at, end - at);
    at = json[end] == ',' ? end + 1 : end;
  }
  return "";
}

}  // namespace

Result<std::vector<Column>> columns_of(const std::vector<std::string>& names) {
  const std::vector<std::string> known = known_names();
  std::vector<Column> out;
  Problems problems;
  for (const std::string& name : names) {
    out.push_back(split(name));
    if (!contains(known, with_first_positions(out.back())))
      note(problems, "unknown_field", "", "A result has no field \"" + shortened(name) + "\".", meant(name, known));
  }
  if (!problems.empty()) return problems;
  return out;
}

std::string cell(std::string_view document, const Column& column) {
  std::string_view value = document;
  for (const std::string& name : column) {
    value = part(value, name);
    if (value.empty()) return "";
  }
  if (value.front() != '"') return std::string(value);
  if (value.find('\\') == std::string_view::npos) return std::string(value.substr(1, value.size() - 2));
  return parsed(value).get<std::string>();
}

}  // namespace ridgepoint::json
