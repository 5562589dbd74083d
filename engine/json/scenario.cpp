#include "engine/json/scenario.h"

#include <algorithm>
#include <array>

#include "engine/base/fields_text.h"
#include "engine/json/catalog.h"
#include "engine/json/document.h"
#include "engine/json/reader.h"
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
  note(problems, "unknown_field", "/params_b", "There is no field \"params_b\"; write {\"model\": {\"params_b\": 7}}.",
       {"model"});
  root_.erase("params_b");
}

void Plain::check_version() {
  const Json* version = member(root_, "version");
  if (!version || !version->is_number_integer() || version->get<std::int64_t>() <= Scenario{}.version) return;
  note(problems, "unknown_version", "/version",
       "The scenario has version " + to_text(*version) + "; this program reads version " +
           std::to_string(Scenario{}.version) + ".",
       {std::to_string(Scenario{}.version)});
  root_.erase("version");
}

void Plain::model() {
  const Json* given = member(root_, "model");
  if (!given || given->is_string()) return;
  const Json form = *given;
  root_.erase("model");
  if (!form.is_object() || form.empty()) {
    note(problems, "wrong_type", "/model", kModelForms);
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
    note(problems, "not_available", "/hardware",
         "Name the hardware: an accelerator and how many of them. Finding it is not computed yet.",
         {"accelerator", "instance"});
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
  std::string name = text_of(record, "id", id);
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

// Pointers that were given, sorted. Most that were not are told by their length.
class Given {
 public:
  explicit Given(const std::vector<std::string>& pointers) : pointers_(pointers) {
    for (const std::string& pointer : pointers) has_length_[pointer.size() % has_length_.size()] = true;
  }
  bool has(std::string_view pointer) const {
    return has_length_[pointer.size() % has_length_.size()] &&
           std::binary_search(pointers_.begin(), pointers_.end(), pointer);
  }

 private:
  const std::vector<std::string>& pointers_;
  std::array<bool, 64> has_length_{};
};

void take_defaults(ScenarioRead& read) {
  const Given given(read.given);
  ridgepoint::take_defaults(read.scenario, given.has("/model"), given.has("/hardware/accelerator"));
}

void take_all_provenance(Overrides& own, const ProvenanceByRecord& collected) {
  take_provenance(own.accelerators, "/overrides/accelerators", collected);
  take_provenance(own.models, "/overrides/models", collected);
  take_provenance(own.instances, "/overrides/instances", collected);
}

// Takes out of `written`, which stands at `place`, what `defaults` has as well and was not given, objects member by
// member.
void drop_defaults(Json& written, const Json& defaults, const Given& given, const std::string& place) {
  std::vector<std::string> same;
  for (auto it = written.begin(); it != written.end(); ++it) {
    const Json* standard = member(defaults, it.key());
    const std::string at = place + "/" + it.key();
    if (standard && it->is_object() && standard->is_object()) drop_defaults(*it, *standard, given, at);
    if (standard && (it->is_object() ? it->empty() : *it == *standard && !given.has(at))) same.push_back(it.key());
  }
  for (const std::string& name : same) written.erase(name);
}

// A scenario in the form of the contract: the size of a nameless model in "model", records with where they come from.
// Lists the pointers of the leaves that were not given.
class EchoWriter final : public JsonWriter {
 public:
  EchoWriter(const Overrides& own, const std::vector<std::string>& given)
      : JsonWriter({"accelerators", "models", "instances", "prices"}), own_(own), given_(given) {
    defaulted_ += '[';
  }

  std::string defaulted() {
    if (defaulted_.back() == '[') return "[]";
    defaulted_.back() = ']';
    return defaulted_.take();
  }

 private:
  void put_number(std::string_view name, double x) override;
  void put_flag(std::string_view name, bool x) override {
    note(name);
    JsonWriter::put_flag(name, x);
  }
  void put_text(std::string_view name, std::string_view x) override {
    note(name);
    JsonWriter::put_text(name, x);
  }
  void put_texts(std::string_view name, const std::vector<std::string>& x) override {
    note(name);
    JsonWriter::put_texts(name, x);
  }
  void put_numbers(std::string_view name, const std::vector<double>& x) override {
    note(name);
    JsonWriter::put_numbers(name, x);
  }
  void open_object(std::string_view name) override {
    go_in(name);
    JsonWriter::open_object(name);
  }
  void close() override {
    go_out();
    JsonWriter::close();
  }
  std::size_t open_list(const Field& f, std::size_t size) override;
  void open_element(std::size_t index) override {
    go_in(std::to_string(index));
    JsonWriter::open_element(index);
  }
  void close_element() override;
  void close_list() override {
    go_out();
    JsonWriter::close_list();
  }

  // Names of fields need no escapes.
  void go_in(std::string_view name) {
    ends_.push_back(pointer_.size());
    pointer_ += '/';
    pointer_ += name;
  }
  void go_out() {
    pointer_.resize(ends_.back());
    ends_.pop_back();
  }
  // Of a leaf of what is open.
  void note(std::string_view name) {
    const std::size_t open = pointer_.size();
    pointer_ += '/';
    pointer_ += name;
    if (!given_.has(pointer_)) add_defaulted(pointer_);
    pointer_.resize(open);
  }
  // Pointers of fields need no escapes.
  void add_defaulted(std::string_view pointer) {
    char* at = defaulted_.room(pointer.size() + 3);
    *at++ = '"';
    at = std::copy(pointer.begin(), pointer.end(), at);
    *at++ = '"';
    *at++ = ',';
    defaulted_.grow_to(at);
  }
  template <class Record>
  void add_provenance(std::string_view list, const std::vector<Record>& records);

  const Overrides& own_;
  Given given_;
  TextBuffer defaulted_{5000};
  std::string pointer_;  // of what is open
  std::vector<std::size_t> ends_;
};

void EchoWriter::put_number(std::string_view name, double x) {
  const bool size = ends_.empty() && name == "params_b";
  if (!size) {
    note(name);
    return JsonWriter::put_number(name, x);
  }
  if (!given_.has("/params_b")) add_defaulted("/model/params_b");
  JsonWriter::open_object("model");
  JsonWriter::put_number(name, x);
  JsonWriter::close();
}

std::size_t EchoWriter::open_list(const Field& f, std::size_t size) {
  if (size == 0 && !leaves_out(f, size)) note(f.name);
  go_in(f.name);
  return JsonWriter::open_list(f, size);
}

void EchoWriter::close_element() {
  add_provenance("/overrides/accelerators/", own_.accelerators);
  add_provenance("/overrides/models/", own_.models);
  add_provenance("/overrides/instances/", own_.instances);
  go_out();
  JsonWriter::close_element();
}

// Of the record that is open, when it is one of `list`.
template <class Record>
void EchoWriter::add_provenance(std::string_view list, const std::vector<Record>& records) {
  const std::string_view open = pointer_;
  if (!open.starts_with(list) || open.find('/', list.size()) != std::string_view::npos) return;
  const ProvenanceMap& provenance = records[std::stoul(std::string(open.substr(list.size())))].provenance;
  if (!provenance.empty()) put_json("provenance", to_text(provenance_json(provenance)));
}

}  // namespace

Result<ScenarioForm> read_form(std::string_view text) {
  Result<Json> document = parse_document(text, kScenarioLimits);
  if (!document.ok()) return document.problems();
  Json root = std::move(document).value();
  if (!root.is_object()) return Problem{"wrong_type", "", "A scenario is a JSON object."};

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
  std::sort(read.given.begin(), read.given.end());
  read.moved = std::move(plain.moved);
  take_defaults(read);
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

Echo echo_text(Scenario scenario, const std::vector<std::string>& given) {
  EchoWriter writer(scenario.overrides, given);
  visit(scenario, writer);
  return {writer.take(), writer.defaulted()};
}

Json scenario_json(Scenario scenario) {
  const std::vector<std::string> none;
  EchoWriter writer(scenario.overrides, none);
  visit(scenario, writer);
  return writer.take_value();
}

Json brief_scenario_json(const Scenario& scenario, const std::vector<std::string>& given) {
  Json out = scenario_json(scenario);
  const int version = scenario.version;
  drop_defaults(
      out, scenario_json(defaults_with(scenario.model.params_b.has_value(), scenario.hardware.instance.has_value())),
      Given(given), "");
  Json brief = Json::object();
  brief["version"] = version;
  brief.update(out);
  return brief;
}

}  // namespace ridgepoint::json
