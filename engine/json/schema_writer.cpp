#include "engine/json/schema_writer.h"

#include <cmath>
#include <utility>

#include "engine/base/fields_text.h"

namespace ridgepoint::json {

Json typed(const char* type) {
  Json out = Json::object();
  out["type"] = type;
  return out;
}

namespace {

Json number_schema(const Field& f) {
  Json out = typed(f.integer ? "integer" : "number");
  if (std::isfinite(f.min)) out["minimum"] = to_json(f.min);
  if (std::isfinite(f.max)) out["maximum"] = to_json(f.max);
  if (f.word.empty()) return out;
  Json word = Json::object();
  word["const"] = std::string(f.word);
  Json either = Json::object();
  either["anyOf"] = {std::move(out), std::move(word)};
  return either;
}

void describe(Json& schema, const Field& f, const Json* help) {
  if (help) schema["description"] = *help;
  if (!f.unit.empty()) schema["x-unit"] = std::string(f.unit);
  if (f.planned) schema["x-planned"] = true;
}

// A leaf as it is, or with where its value comes from.
Json plain_or_sourced(Json leaf) {
  Json sourced = Json::object();
  sourced["$ref"] = "#/$defs/sourced";
  sourced["properties"]["value"] = leaf;
  sourced["required"] = Json::array({"value"});
  sourced["unevaluatedProperties"] = false;
  Json out = Json::object();
  out["anyOf"] = {std::move(leaf), std::move(sourced)};
  return out;
}

}  // namespace

SchemaWriter::SchemaWriter(Use use, Literal root, const Json& words) : use_(use), words_(words) {
  begin_object({root}, true);
}

Json SchemaWriter::take() { return pop().schema; }

void SchemaWriter::begin_object(const Field& f, bool required) {
  Json schema = typed("object");
  schema["properties"] = Json::object();
  schema["additionalProperties"] = false;
  frames_.push_back({f, std::move(schema), required});
}

// Null where there is none: the sentence of a member of the innermost object, by the names of this object and of the
// one around it, else by its own name alone.
const Json* SchemaWriter::help(const Field& f) const {
  std::string outer, inner;
  for (const Frame& frame : frames_)
    if (!frame.field.name.empty()) outer = std::exchange(inner, std::string(frame.field.name)) + ".";
  for (const std::string& object : {outer + inner, inner})
    if (const Json* known = member(words_, object))
      if (const Json* sentence = member(*known, f.name)) return sentence;
  return nullptr;
}

SchemaWriter::Frame SchemaWriter::pop() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  return frame;
}

void SchemaWriter::put(const Field& f, Json schema, bool required) {
  Json& object = frames_.back().schema;
  object["properties"][std::string(f.name)] = std::move(schema);
  if (required && !f.planned) object["required"].push_back(std::string(f.name));
}

void SchemaWriter::put_leaf(const Field& f, Json schema, bool has_default) {
  const bool names_element = std::exchange(first_in_element_, false);
  Json default_value;
  if (schema.contains("default")) default_value = std::move(schema["default"]);
  schema.erase("default");
  if (use_ == Use::records && elements_ > 0) schema = plain_or_sourced(std::move(schema));
  describe(schema, f, help(f));
  if (!default_value.is_null() && use_ != Use::output) schema["default"] = std::move(default_value);
  put(f, std::move(schema), names_element || (use_ == Use::output && has_default));
}

void SchemaWriter::number(const Field& f, std::optional<double>& x) {
  Json schema = number_schema(f);
  const bool allowed = x && range_problem(f, *x).empty();
  if (allowed)
    schema["default"] = to_json(*x);
  else if (!f.word.empty() && (x || f.word == "auto"))
    schema["default"] = std::string(f.word);
  put_leaf(f, std::move(schema), x.has_value());
  // A default that the field itself would refuse means that there is none.
  if (use_ != Use::output && x && !allowed && f.word.empty())
    frames_.back().schema["required"].push_back(std::string(f.name));
}

void SchemaWriter::flag(const Field& f, std::optional<bool>& x) {
  Json schema = typed("boolean");
  if (x) schema["default"] = *x;
  put_leaf(f, std::move(schema), x.has_value());
}

void SchemaWriter::text(const Field& f, std::optional<std::string>& x) {
  Json schema = typed("string");
  if (x && !x->empty())
    schema["default"] = *x;
  else if (!f.word.empty())
    schema["default"] = std::string(f.word);
  put_leaf(f, std::move(schema), false);
}

void SchemaWriter::choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) {
  Json schema = Json::object();
  schema["enum"] = Json::array();
  for (const std::string_view name : names) schema["enum"].push_back(std::string(name));
  if (!f.word.empty()) schema["enum"].push_back(std::string(f.word));
  if (x)
    schema["default"] = std::string(names[static_cast<std::size_t>(*x)]);
  else if (!f.word.empty())
    schema["default"] = std::string(f.word);
  put_leaf(f, std::move(schema), x.has_value());
}

void SchemaWriter::texts(const Field& f, std::vector<std::string>&) {
  Json schema = typed("array");
  schema["items"] = typed("string");
  put_leaf(f, std::move(schema), false);
}

void SchemaWriter::numbers(const Field& f, std::vector<double>&) {
  Json schema = typed("array");
  schema["items"] = number_schema(f);
  put_leaf(f, std::move(schema), false);
}

bool SchemaWriter::open(const Field& f, bool present) {
  first_in_element_ = false;
  begin_object(f, present && use_ == Use::output);
  return true;
}

void SchemaWriter::close() {
  Frame frame = pop();
  describe(frame.schema, frame.field, help(frame.field));
  put(frame.field, std::move(frame.schema), frame.required);
}

std::size_t SchemaWriter::open_list(const Field& f, std::size_t) {
  frames_.push_back({f, typed("array"), use_ == Use::output});
  return 1;
}

void SchemaWriter::open_element(std::size_t) {
  ++elements_;
  begin_object({""}, true);
  first_in_element_ = true;
}

void SchemaWriter::close_element() {
  --elements_;
  Frame frame = pop();
  if (use_ == Use::records) {
    Json& provenance = frame.schema["properties"]["provenance"];
    provenance = typed("object");
    provenance["description"] = "Where the facts come from, by field name.";
    provenance["additionalProperties"]["$ref"] = "#/$defs/provenance";
  }
  frames_.back().schema["items"] = std::move(frame.schema);
}

void SchemaWriter::close_list() { close(); }

Json sourced_definitions() {
  Json where = typed("object");
  where["description"] = "Where a fact comes from.";
  where["properties"]["source"] = typed("string");
  where["properties"]["retrieved"] = typed("string");
  where["properties"]["unverified"] = typed("boolean");
  where["properties"]["note"] = typed("string");
  Json out = Json::object();
  out["sourced"] = where;
  where["additionalProperties"] = false;
  out["provenance"] = std::move(where);
  return out;
}

}  // namespace ridgepoint::json
