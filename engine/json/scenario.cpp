#include "engine/json/scenario.h"

#include <algorithm>

#include "engine/fields_text.h"
#include "engine/json/document.h"
#include "engine/json/reader.h"
#include "engine/json/records.h"
#include "engine/json/writer.h"

namespace ridgepoint::json {
namespace {

constexpr const char* kModelForms = "\"model\" must be a catalog id, {\"params_b\": 7}, or an architecture.";

// The text of a member, or `otherwise`.
std::string text_of(const Json& object, const char* name, const char* otherwise) {
  const Json* value = member(object, name);
  if (value && value->is_object()) value = member(*value, "value");
  return value && value->is_string() && !value->get_ref<const std::string&>().empty() ? value->get<std::string>()
                                                                                      : otherwise;
}

// Turns the special forms of a document into the plain fields.
class Plain {
 public:
  explicit Plain(Json& root) : root_(root) {
    refuse_top_level_size();
    check_version();
    model();
    hardware();
  }

  Problems problems;
  std::vector<Moved> moved;

 private:
  void refuse_top_level_size();
  void check_version();
  void model();
  void model_by_size(const Json& size);
  void hardware();
  std::string own_entry(const char* kind, Json record, const char* id, const std::string& from);

  Json& root_;
};

// The plain form has the size of a nameless model beside "model"; the document may not.
void Plain::refuse_top_level_size() {
  if (!root_.contains("params_b")) return;
  problems.push_back({"unknown_field",
                      "/params_b",
                      "There is no field \"params_b\"; write {\"model\": {\"params_b\": 7}}.",
                      {"model"}});
  root_.erase("params_b");
}

void Plain::check_version() {
  const Json* version = member(root_, "version");
  if (!version || !version->is_number_integer() || version->get<std::int64_t>() <= Scenario{}.version) return;
  problems.push_back({"unknown_version",
                      "/version",
                      "The scenario has version " + to_text(*version) + "; this program reads version " +
                          std::to_string(Scenario{}.version) + ".",
                      {std::to_string(Scenario{}.version)}});
  root_.erase("version");
}

void Plain::model() {
  const Json* given = member(root_, "model");
  if (!given || given->is_string()) return;
  const Json form = *given;
  root_.erase("model");
  if (!form.is_object() || form.empty()) {
    problems.push_back({"wrong_type", "/model", kModelForms, {}});
  } else if (form.size() == 1 && form.contains("params_b")) {
    model_by_size(form["params_b"]);
  } else if (form.size() == 1 && form.contains("id")) {
    root_["model"] = form["id"];
    moved.push_back({"/model/id", "/model"});
  } else {
    root_["model"] = own_entry("models", form, "custom-model", "/model");
  }
}

void Plain::model_by_size(const Json& size) {
  root_["params_b"] = size;
  moved.push_back({"/model/params_b", "/params_b"});
}

void Plain::hardware() {
  const auto found = root_.find("hardware");
  if (found == root_.end() || !found->is_object()) return;
  if (found->empty()) {
    problems.push_back({"not_available",
                        "/hardware",
                        "Name the hardware: an accelerator and how many of them. Finding it is not computed yet.",
                        {"accelerator", "instance"}});
    return;
  }
  const Json* accelerator = member(*found, "accelerator");
  if (!accelerator || !accelerator->is_object()) return;
  // own_entry may move the members of the root, so the place is looked up again.
  const std::string id = own_entry("accelerators", *accelerator, "custom-accelerator", "/hardware/accelerator");
  root_["hardware"]["accelerator"] = id;
}

// Appends the record to overrides and gives its id.
std::string Plain::own_entry(const char* kind, Json record, const char* id, const std::string& from) {
  const std::string name = text_of(record, "id", id);
  if (!record.contains("id")) record["id"] = name;
  if (!root_.contains("overrides")) root_["overrides"] = Json::object();
  Json& overrides = root_["overrides"];
  if (!overrides.is_object()) return name;  // the reader says so
  if (!overrides.contains(kind)) overrides[kind] = Json::array();
  Json& list = overrides[kind];
  if (!list.is_array()) return name;
  moved.push_back({from, std::string("/overrides/") + kind + "/" + std::to_string(list.size())});
  list.push_back(std::move(record));
  return name;
}

// A size stands in place of a model's name, an instance in place of an accelerator's.
void clear_replaced_names(ScenarioRead& read) {
  Scenario& s = read.scenario;
  if (s.model.params_b && !read.given.count("/model")) s.model.id.clear();
  if (s.hardware.instance && !read.given.count("/hardware/accelerator")) s.hardware.accelerator.clear();
}

void take_all_provenance(Overrides& own, const ProvenanceByRecord& collected) {
  take_provenance(own.accelerators, "/overrides/accelerators", collected);
  take_provenance(own.models, "/overrides/models", collected);
  take_provenance(own.instances, "/overrides/instances", collected);
}

void add_all_provenance(Json& overrides, const Overrides& own) {
  add_provenance(overrides["accelerators"], own.accelerators);
  add_provenance(overrides["models"], own.models);
  add_provenance(overrides["instances"], own.instances);
}

void drop_empty_lists(Json& object) {
  for (const char* kind : {"accelerators", "models", "instances", "prices"})
    if (object.contains(kind) && object[kind].empty()) object.erase(kind);
}

// Takes out of `written` what `defaults` has as well, objects member by member.
void drop_defaults(Json& written, const Json& defaults) {
  std::vector<std::string> same;
  for (auto it = written.begin(); it != written.end(); ++it) {
    const Json* standard = member(defaults, it.key());
    if (standard && it->is_object() && standard->is_object()) drop_defaults(*it, *standard);
    if (standard && (*it == *standard || (it->is_object() && it->empty()))) same.push_back(it.key());
  }
  for (const std::string& name : same) written.erase(name);
}

// The written size of a nameless model moves to "model".
Json with_size_as_model(Json plain) {
  if (!plain.contains("params_b")) return plain;
  Json out = Json::object();
  for (auto it = plain.begin(); it != plain.end(); ++it) {
    if (it.key() == "params_b")
      out["model"]["params_b"] = std::move(it.value());
    else
      out[it.key()] = std::move(it.value());
  }
  return out;
}

bool holds_objects(const Json& value) {
  return value.is_object() || (value.is_array() && !value.empty() && value.front().is_object());
}

void add_defaulted(const Json& value, const std::string& pointer, const std::set<std::string>& given,
                   std::vector<std::string>& out) {
  if (!holds_objects(value)) {
    if (!given.count(pointer)) out.push_back(pointer);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      add_defaulted(value[i], pointer + "/" + std::to_string(i), given, out);
  } else {
    for (auto it = value.begin(); it != value.end(); ++it)
      if (it.key() != "provenance") add_defaulted(*it, pointer + pointer_segment(it.key()), given, out);
  }
}

}  // namespace

Result<ScenarioForm> read_form(std::string_view text) {
  Result<Json> document = parse_document(text, kScenarioLimits);
  if (!document.ok()) return document.problems();
  Json root = std::move(document).value();
  if (!root.is_object()) return Problem{"wrong_type", "", "A scenario is a JSON object.", {}};

  Plain plain(root);
  JsonReader reader(root, "/overrides");
  ScenarioForm form;
  ScenarioRead& read = form.read;
  visit(read.scenario, reader);
  reader.finish();

  form.problems = std::move(plain.problems);
  for (Problem& problem : as_in_input(std::move(reader.problems), plain.moved))
    form.problems.push_back(std::move(problem));
  read.given = std::move(reader.given);
  read.moved = std::move(plain.moved);
  clear_replaced_names(read);
  take_all_provenance(read.scenario.overrides, reader.provenance);
  return form;
}

Result<ScenarioRead> read_scenario(std::string_view text) {
  Result<ScenarioForm> form = read_form(text);
  if (!form.ok()) return form.problems();
  if (!form->problems.empty()) return form->problems;
  return std::move(form).value().read;
}

Problems as_in_input(Problems problems, const std::vector<Moved>& moved) {
  for (Problem& problem : problems)
    for (const Moved& move : moved) {
      const bool inside = problem.path.compare(0, move.to.size(), move.to) == 0;
      const std::string rest = inside ? problem.path.substr(move.to.size()) : "";
      if (!inside || !(rest.empty() || rest.front() == '/')) continue;
      problem.path = move.from + rest;
      break;
    }
  return problems;
}

std::vector<std::string> defaulted(const Json& echo, const std::set<std::string>& given) {
  std::set<std::string> known = given;
  if (given.count("/params_b")) known.insert("/model/params_b");
  std::vector<std::string> out;
  add_defaulted(echo, "", known, out);
  return out;
}

Json scenario_json(const Scenario& scenario) {
  Scenario copy = scenario;
  JsonWriter writer;
  visit(copy, writer);
  Json out = with_size_as_model(writer.take());
  if (out.contains("overrides")) {
    add_all_provenance(out["overrides"], scenario.overrides);
    drop_empty_lists(out["overrides"]);
    if (out["overrides"].empty()) out.erase("overrides");
  }
  return out;
}

Json brief_scenario_json(const Scenario& scenario) {
  Json out = scenario_json(scenario);
  const int version = scenario.version;
  drop_defaults(out, scenario_json({}));
  Json brief = Json::object();
  brief["version"] = version;
  for (auto it = out.begin(); it != out.end(); ++it) brief[it.key()] = std::move(it.value());
  return brief;
}

}  // namespace ridgepoint::json
