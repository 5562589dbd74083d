#include "engine/json/reader.h"

#include <algorithm>
#include <utility>

#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/facts/catalog.h"
#include "engine/json/limits.h"

namespace ridgepoint::json {
namespace {

std::string in_quotes(std::string_view name) { return "\"" + shortened(name) + "\""; }

std::string type_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return "true or false";
    case Json::value_t::string:
      return "a text";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::object:
      return "an object";
    default:
      return "a number";
  }
}

// What people call a field where it is not near its name.
constexpr std::pair<std::string_view, std::string_view> kMeant[] = {
    {"gpu", "hardware"},    {"gpus", "hardware"},   {"accelerator", "hardware"},
    {"device", "hardware"}, {"gpu", "accelerator"}, {"device", "accelerator"},
    {"gpus", "count"},      {"users", "serve"},     {"users", "concurrency"}};

std::vector<std::string> listed(std::span<const std::string_view> names) { return {names.begin(), names.end()}; }

}  // namespace

JsonReader::JsonReader(const Json& root, const char* catalog_form) : catalog_form_(catalog_form) {
  if (!root.is_object()) report("wrong_type", "", "The document must be an object, not " + type_of(root) + ".");
  levels_.reserve(8);
  levels_.push_back({root.is_object() ? &root : nullptr, "", {}});
}

void JsonReader::finish() { report_unknown_members(); }

void JsonReader::report(std::string code, std::string path, std::string message, std::vector<std::string> suggestions) {
  if (problems.size() < kMostProblems)
    problems.push_back({std::move(code), std::move(path), std::move(message), std::move(suggestions)});
}

void JsonReader::report_type(const Field& f, std::string path, std::string_view wanted, const Json& value) {
  const std::string word = f.word.empty() ? "" : " or " + in_quotes(f.word);
  report("wrong_type", std::move(path),
         in_quotes(f.name) + " must be " + std::string(wanted) + word + ", not " + type_of(value) + ".");
}

// Of what people send; the catalog is the project's own.
bool JsonReader::unseen(const Field& f, const std::string& text, const std::string& element) {
  const auto plain = [](unsigned char c) { return c >= 0x20 && c < 0x7F; };
  if (catalog_form_ && *catalog_form_ == '\0') return false;
  if (std::all_of(text.begin(), text.end(), plain)) return false;
  const std::string found = unseen_character(text), disguised = disguised_letter(text);
  if (found.empty() && disguised.empty()) return false;
  report("bad_text", path_of(f) + element,
         in_quotes(f.name) + (found.empty() ? " has letters of two alphabets in one word (" + disguised + ")."
                                            : " has a character that is not seen or turns the text around it (" +
                                                  found + "); leave it out."));
  return true;
}

void JsonReader::refuse_planned(const Field& f) {
  report("not_available", path_of(f), in_quotes(f.name) + " is not computed yet.");
}

void JsonReader::report_missing(const Field& f) {
  report("missing_field", path_of(f), in_quotes(f.name) + " is needed.");
}

// Names of fields need no escapes.
std::string JsonReader::path_of(const Field& f) const {
  std::string path = levels_.back().pointer;
  path += '/';
  return path += f.name;
}

// The member of the current object, which from now on counts as known; null when absent.
const Json* JsonReader::find(const Field& f) {
  Level& level = levels_.back();
  first_in_element_ = false;
  if (!level.object) return nullptr;
  level.known.push_back(f.name);
  const Json* value = member(*level.object, f.name);
  if (value || f.was.empty()) return value;
  level.known.push_back(f.was);
  return member(*level.object, f.was);
}

// The value of a leaf, out of its wrapping; null when absent.
const Json* JsonReader::find_leaf(const Field& f) {
  const Json* value = find(f);
  if (!value) return nullptr;
  const bool whole_catalog = catalog_form_ && *catalog_form_ == '\0';
  if (!whole_catalog) given.push_back(path_of(f));
  const bool wrapped = value->is_object() && in_catalog_form() && member(*value, "value");
  return wrapped ? unwrapped(f, *value) : value;
}

bool JsonReader::in_catalog_form() const {
  return catalog_form_ && !record_.empty() &&
         record_.compare(0, std::string_view(catalog_form_).size(), catalog_form_) == 0;
}

const Json* JsonReader::unwrapped(const Field& f, const Json& wrapped) {
  note_provenance(record_field(f), wrapped, true);
  return member(wrapped, "value");
}

// Name of the field within its record: "rates_tflops.bf16".
std::string JsonReader::record_field(const Field& f) const {
  std::string out = path_of(f).substr(record_.size() + 1);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

void JsonReader::note_provenance(std::string of, const Json& entry, bool wraps_value) {
  JsonReader reader(entry);
  Provenance where;
  std::string note;
  reader << field("source", where.source) << field("retrieved", where.retrieved)
         << field("unverified", where.unverified) << field("note", note);
  if (wraps_value) reader.find({"value"});
  reader.finish();
  std::string place = record_ + (wraps_value ? "" : "/provenance") + pointer_segment(of);
  if (wraps_value) std::replace(place.begin() + static_cast<std::ptrdiff_t>(record_.size()), place.end(), '.', '/');
  for (Problem& problem : reader.problems)
    report(problem.code, place + problem.path, problem.message, problem.suggestions);
  provenance[record_][std::move(of)] = where;
}

void JsonReader::read_provenance_member() {
  if (!in_catalog_form()) return;
  const Json* entries = find({"provenance"});
  if (!entries) return;
  if (!entries->is_object())
    return report("wrong_type", record_ + "/provenance", "\"provenance\" must be an object by field name.");
  for (auto it = entries->begin(); it != entries->end(); ++it) note_provenance(it.key(), it.value(), false);
}

std::optional<double> JsonReader::number_from(const Field& f, const Json& value, const std::string& element) {
  if (!value.is_number()) {
    report_type(f, path_of(f) + element, f.integer ? "a whole number" : "a number", value);
    return std::nullopt;
  }
  const double x = value.get<double>();
  const std::string wrong = range_problem(f, x);
  if (wrong.empty()) return x;
  report("out_of_range", path_of(f) + element, in_quotes(f.name) + " " + wrong + ", not " + shortest_number(x) + ".");
  return std::nullopt;
}

void JsonReader::number(const Field& f, std::optional<double>& x) {
  // A default that the field itself would refuse means that there is none.
  const bool required = x && levels_.back().object && f.word.empty() && !range_problem(f, *x).empty();
  const Json* value = find_leaf(f);
  if (!value) {
    if (required) report_missing(f);
    return;
  }
  if (!f.word.empty() && value->is_string() && value->get_ref<const std::string&>() == f.word) {
    x.reset();
    if (f.word == "max") x = std::numeric_limits<double>::infinity();
    return;
  }
  const auto number = number_from(f, *value);
  if (f.planned && number && x != number) return refuse_planned(f);
  if (number) x = number;
}

void JsonReader::flag(const Field& f, std::optional<bool>& x) {
  const Json* value = find_leaf(f);
  if (!value) return;
  if (!value->is_boolean()) return report_type(f, path_of(f), "true or false", *value);
  if (f.planned && x != value->get<bool>()) return refuse_planned(f);
  x = value->get<bool>();
}

void JsonReader::text(const Field& f, std::optional<std::string>& x) {
  const bool names_element = std::exchange(first_in_element_, false) && levels_.back().object;
  const Json* value = find_leaf(f);
  if (!value) {
    if (names_element) report_missing(f);
    return;
  }
  if (!value->is_string()) return report_type(f, path_of(f), "a text", *value);
  if (names_element && value->get_ref<const std::string&>().empty()) return report_missing(f);
  if (!f.word.empty() && value->get_ref<const std::string&>() == f.word) return x.reset();
  if (f.planned && x != value->get_ref<const std::string&>()) return refuse_planned(f);
  if (unseen(f, value->get_ref<const std::string&>())) return;
  x = value->get<std::string>();
}

void JsonReader::choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) {
  const Json* value = find_leaf(f);
  if (!value) return;
  if (!value->is_string()) return report_type(f, path_of(f), "a word", *value);
  const std::string& word = value->get_ref<const std::string&>();
  if (!f.word.empty() && word == f.word) return x.reset();
  const auto found = std::find(names.begin(), names.end(), present_word(word));
  if (found == names.end()) {
    const std::vector<std::string> words = listed(names);
    std::vector<std::string> near = nearest(word, words);
    return report("unknown_word", path_of(f),
                  in_quotes(f.name) + " has no value " + in_quotes(word) + "; it may be " + joined(words) + ".",
                  near.empty() ? words : near);
  }
  const int position = static_cast<int>(found - names.begin());
  if (f.planned && x != position) return refuse_planned(f);
  x = position;
}

void JsonReader::texts(const Field& f, std::vector<std::string>& x) {
  const Json* value = find_leaf(f);
  if (!value) return;
  if (!value->is_array()) return report_type(f, path_of(f), "a list of texts", *value);
  if (f.planned && !value->empty()) return refuse_planned(f);
  x.clear();
  for (std::size_t i = 0; i < value->size(); ++i) {
    const Json& element = (*value)[i];
    const std::string place = "/" + std::to_string(i);
    if (!element.is_string())
      report_type(f, path_of(f) + place, "a list of texts", element);
    else if (!unseen(f, element.get_ref<const std::string&>(), place))
      x.push_back(element.get<std::string>());
  }
}

void JsonReader::numbers(const Field& f, std::vector<double>& x) {
  const Json* value = find_leaf(f);
  if (!value) return;
  if (!value->is_array()) return report_type(f, path_of(f), "a list of numbers", *value);
  if (f.planned && !value->empty()) return refuse_planned(f);
  x.clear();
  for (std::size_t i = 0; i < value->size(); ++i)
    if (const auto number = number_from(f, (*value)[i], "/" + std::to_string(i))) x.push_back(*number);
}

bool JsonReader::open(const Field& f, bool present) {
  const Json* value = find(f);
  if (f.planned) {
    if (value) refuse_planned(f);
    return false;
  }
  if (value && !value->is_object()) {
    report_type(f, path_of(f), "an object", *value);
    return false;
  }
  if (!value && !present) return false;
  levels_.push_back({value, value ? path_of(f) : "", {}});
  return true;
}

void JsonReader::close() {
  report_unknown_members();
  levels_.pop_back();
}

std::size_t JsonReader::open_list(const Field& f, std::size_t size) {
  const Json* value = find(f);
  if (value && f.planned && !(value->is_array() && value->empty())) {
    refuse_planned(f);
    value = nullptr;
  }
  if (value && !value->is_array()) {
    report_type(f, path_of(f), "a list", *value);
    value = nullptr;
  }
  lists_.push_back({value, value ? path_of(f) : ""});
  return value ? value->size() : size;
}

void JsonReader::open_element(std::size_t index) {
  const List& list = lists_.back();
  const std::string pointer = list.pointer + "/" + std::to_string(index);
  const Json* value = list.array ? &(*list.array)[index] : nullptr;
  if (value && !value->is_object()) {
    report("wrong_type", pointer, "An entry of this list must be an object, not " + type_of(*value) + ".");
    value = nullptr;
  }
  if (lists_.size() == 1) record_ = pointer;
  levels_.push_back({value, pointer, {}});
  levels_.back().known.reserve(16);  // as many as a record has
  if (lists_.size() == 1) read_provenance_member();
  first_in_element_ = true;
}

void JsonReader::close_element() {
  report_unknown_members();
  levels_.pop_back();
  if (lists_.size() == 1) record_.clear();
}

void JsonReader::close_list() { lists_.pop_back(); }

void JsonReader::report_unknown_members() {
  const Level& level = levels_.back();
  if (!level.object) return;
  std::size_t next = 0;  // members mostly come in the order in which they are asked for
  for (const auto& [name, value] : level.object->get_ref<const Json::object_t&>()) {
    std::size_t left = level.known.size();
    for (; left > 0 && level.known[next] != name; --left) next = next + 1 == level.known.size() ? 0 : next + 1;
    if (left > 0) continue;
    std::vector<std::string> near = nearest(name, listed(level.known));
    for (const auto& [word, field] : kMeant)
      if (near.empty() && name == word && contains(level.known, field)) near.emplace_back(field);
    report("unknown_field", level.pointer + pointer_segment(name),
           "There is no field " + in_quotes(name) +
               (near.empty() ? "." : "; did you mean " + in_quotes(near.front()) + "?"),
           near);
  }
}

}  // namespace ridgepoint::json
