#include "engine/ask/scenario.h"
#include "engine/base/fields_text.h"
#include "engine/choose/fleet.h"
#include "engine/choose/recommend.h"
#include "engine/choose/runs_on.h"
#include "engine/estimate/estimate.h"
#include "engine/facts/catalog.h"
#include "engine/facts/guide.h"
#include "engine/json/limits.h"
#include "engine/json/schema_writer.h"
#include "engine/tell/compare.h"

namespace ridgepoint::json {
namespace {

using Use = SchemaWriter::Use;

Json headed(const char* title, const std::string& description, Json schema) {
  Json out = Json::object();
  out["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  out["title"] = title;
  out["description"] = description;
  out.update(schema);
  return out;
}

template <class T>
Json schema_of(T x, Use use, Literal root, const Json& words) {
  SchemaWriter writer(use, root, words);
  visit(x, writer);
  return writer.take();
}

Json reference(const char* definition) {
  Json out = Json::object();
  out["$ref"] = std::string("#/$defs/") + definition;
  return out;
}

// `schema`, or a reference to `definition`, under the schema's own description.
Json or_defined(Json schema, const char* definition) {
  Json out = Json::object();
  if (schema.contains("description")) out["description"] = std::move(schema["description"]);
  if (schema.contains("default")) out["default"] = std::move(schema["default"]);
  schema.erase("description");
  schema.erase("default");
  out["anyOf"] = {std::move(schema), reference(definition)};
  return out;
}

std::string limits_text() {
  const Limits& limits = kScenarioLimits;
  return "At most " + std::to_string(limits.document_bytes) + " bytes, " + std::to_string(limits.depth) +
         " levels of nesting, " + std::to_string(limits.string_bytes) + " bytes per text, " +
         std::to_string(limits.list_elements) +
         " entries per list or object; no field twice. Fields with x-planned are named but not computed yet and are "
         "refused when given.";
}

// The records of a schema's lists move to "$defs", under the names of `kinds` (list, definition).
void define_records(Json& schema, Json& lists, std::initializer_list<std::pair<const char*, const char*>> kinds) {
  for (const auto& [list, definition] : kinds) {
    Json& items = lists["properties"][list]["items"];
    schema["$defs"][definition] = std::move(items);
    items = reference(definition);
  }
}

// "model" is an id, a size or an architecture.
void add_model_forms(Json& properties) {
  Json by_size = Json::object();
  by_size["type"] = "object";
  by_size["properties"]["params_b"] = std::move(properties["params_b"]);
  by_size["required"] = Json::array({"params_b"});
  by_size["additionalProperties"] = false;
  properties.erase("params_b");
  Json model = or_defined(std::move(properties["model"]), "model");
  model["anyOf"].push_back(std::move(by_size));
  properties["model"] = std::move(model);
}

// A record written out in place of a name needs no id; in a list it does.
Json without_required_id(Json record) {
  Json& required = record["required"];
  for (std::size_t i = 0; i < required.size(); ++i)
    if (required[i] == "id") required.erase(i--);
  if (required.empty()) record.erase("required");
  return record;
}

Json scenario_schema(const Json& words) {
  Json schema = headed("Ridgepoint scenario", limits_text(), schema_of(Scenario(), Use::input, "scenario", words));
  Json records = schema_of(Overrides(), Use::records, "overrides", words);
  schema["$defs"] = sourced_definitions();
  define_records(
      schema, records,
      {{"accelerators", "accelerator"}, {"models", "model"}, {"instances", "instance"}, {"prices", "price"}});
  Json& defs = schema["$defs"];
  Json& properties = schema["properties"];
  for (const char* name : {"accelerator", "model"}) {
    Json entry = Json::object();
    entry["$ref"] = std::string("#/$defs/") + name;
    entry["required"] = Json::array({"id"});
    records["properties"][std::string(name) + "s"]["items"] = std::move(entry);
    defs[name] = without_required_id(std::move(defs[name]));
  }
  records["description"] = properties["overrides"]["description"];
  properties["overrides"] = std::move(records);
  add_model_forms(properties);
  Json& accelerator = properties["hardware"]["properties"]["accelerator"];
  accelerator = or_defined(std::move(accelerator), "accelerator");
  return schema;
}

Json catalog_schema(const Json& words) {
  Json schema =
      headed("Ridgepoint catalog", "The merged catalog.", schema_of(Catalog(), Use::records, "catalog", words));
  Json properties = std::move(schema["properties"]);
  const Json guide = schema_of(Guide(), Use::output, "catalog", words);
  for (const auto& [name, list] : guide["properties"].items()) properties[name] = list;
  schema["$defs"] = sourced_definitions();
  Json lists = Json::object();
  lists["properties"] = std::move(properties);
  define_records(schema, lists,
                 {{"formats", "format"},
                  {"accelerators", "accelerator"},
                  {"models", "model"},
                  {"instances", "instance"},
                  {"prices", "price"},
                  {"sources", "source"}});
  schema["properties"] = std::move(lists["properties"]);
  return schema;
}

// With what recommend() adds.
Json result_schema(const Json& words) {
  Json result = estimate_schema(words);
  result["properties"].update(schema_of(Recommendations(), Use::output, "result", words)["properties"]);
  return headed("Ridgepoint result", "The answer to a scenario. What is unknown is absent.", std::move(result));
}

Json runs_on_question_schema(const Json& words) {
  Json schema = headed("Ridgepoint question about hardware that is there", "What runs on it.",
                       schema_of(RunsOnQuestion(), Use::input, "runs_on_question", words));
  Json& own = schema["properties"]["overrides"] = typed("object");
  own["description"] = "A person's own accelerators and models; the schema is that of the scenario's overrides.";
  return schema;
}

// What every answer begins with, before the fields of `schema`.
Json answer_schema(Json schema) {
  Json fields = Json::object();
  fields["ok"]["const"] = true;
  for (const char* name : {"engine_version", "catalog_date"}) fields[name] = typed("string");
  Json required = Json::array({"ok", "engine_version", "catalog_date"});
  fields.update(schema["properties"]);
  for (const Json& name : schema["required"]) required.push_back(name);
  schema["properties"] = std::move(fields);
  schema["required"] = std::move(required);
  return schema;
}

Json runs_on_schema(const Json& words) {
  Json found = answer_schema(schema_of(RunsOn(), Use::output, "runs_on", words));
  found["properties"]["question"] = typed("object");
  found["properties"]["question"]["description"] = "The question with every default filled in.";
  found["required"].push_back("question");
  return headed("Ridgepoint models that run", "What runs on hardware that is there.", std::move(found));
}

}  // namespace

// With what api.cpp puts around an estimate.
Json estimate_schema(const Json& words) {
  Json estimate = schema_of(Estimate(), Use::output, "result", words);
  Json& fields = estimate["properties"];
  fields["fleet"] = schema_of(Fleet(), Use::output, "fleet", words);
  fields["fleet"]["description"] = "For a rate of requests.";
  fields["version"]["const"] = Scenario{}.version;
  fields["scenario"] = typed("object");
  fields["scenario"]["description"] = "The scenario with every default filled in; its schema is the scenario's.";
  fields["defaulted"] = typed("array");
  fields["defaulted"]["items"] = typed("string");
  fields["defaulted"]["description"] = "JSON pointers into scenario of what was not given.";
  Json required = Json::array({"version", "scenario", "defaulted"});
  for (const Json& name : estimate["required"])
    if (name != "explain" && name != "scenario" && name != "catalog_date") required.push_back(name);
  estimate["required"] = std::move(required);
  return answer_schema(std::move(estimate));
}

Result<Json> schema_json(std::string_view name, const Json& words) {
  if (name == "scenario") return scenario_schema(words);
  if (name == "result") return result_schema(words);
  if (name == "catalog") return catalog_schema(words);
  if (name == "comparison")
    return headed("Ridgepoint comparison", "Two to four scenarios side by side.",
                  answer_schema(schema_of(Comparison(), Use::output, "comparison", words)));
  if (name == "runs_on_question") return runs_on_question_schema(words);
  if (name == "runs_on") return runs_on_schema(words);
  return Problem{"unknown_schema",
                 "",
                 "There is no schema \"" + shortened(name) + "\".",
                 {"scenario", "result", "catalog", "comparison", "runs_on_question", "runs_on"}};
}

}  // namespace ridgepoint::json
