#include "engine/json/schema_writer.h"

#include <gtest/gtest.h>

#include "tests/engine/json/sample.h"

namespace ridgepoint::json {
namespace {

Json sample_schema(SchemaWriter::Use use) {
  Sample sample;
  const Json words = Json::parse(R"({"sample": {"count": "How many.", "load": "Load.", "colour": "Colour.",
    "other": "Other colour."}, "inner": {"share": "Share."}, "sample.maybe": {"share": "Share of what may be."},
    "maybe": {"share": "Not this one.", "split": "Parts."}})");
  SchemaWriter writer(use, "sample", words);
  visit(sample, writer);
  return writer.take();
}

TEST(Schema, SaysTypesLimitsAndDefaults) {
  const Json schema = sample_schema(SchemaWriter::Use::input);
  EXPECT_EQ(schema["additionalProperties"], false);
  const Json& properties = schema["properties"];
  EXPECT_EQ(properties["count"],
            Json::parse(R"({"type":"integer","minimum":1,"maximum":1000,"description":"How many.","default":4})"));
  EXPECT_EQ(properties["load"], Json::parse(R"({"anyOf":[{"type":"number","minimum":1},{"const":"max"}],
                                                "description":"Load.","default":32})"));
  EXPECT_EQ(properties["colour"],
            Json::parse(R"({"enum":["red","dark-blue"],"description":"Colour.","default":"red"})"));
  EXPECT_EQ(properties["other"],
            Json::parse(R"({"enum":["red","dark-blue","auto"],"description":"Other colour.","default":"auto"})"));
  EXPECT_EQ(properties["memory_gb"]["x-unit"], "GB");
  EXPECT_EQ(properties["later"]["x-planned"], true);
  EXPECT_EQ(properties["maybe"]["properties"]["share"]["maximum"], 1);
  EXPECT_EQ(properties["maybe"]["properties"]["share"]["description"], "Share of what may be.");
  EXPECT_EQ(properties["maybe"]["properties"]["split"]["description"], "Parts.");
  EXPECT_FALSE(schema.contains("required"));
}

TEST(Schema, WhatHasNoDefaultIsRequired) {
  const Json schema = sample_schema(SchemaWriter::Use::input);
  const Json& part = schema["properties"]["parts"]["items"];
  EXPECT_EQ(part["required"], Json::parse(R"(["id","size"])"));
  EXPECT_EQ(part["properties"]["size"]["minimum"], 0.5);
}

TEST(Schema, OutputRequiresWhatIsAlwaysThere) {
  const Json schema = sample_schema(SchemaWriter::Use::output);
  EXPECT_EQ(schema["required"], Json::parse(R"(["count","load","memory_gb","fast","colour","inner","parts"])"));
}

TEST(Schema, ScenarioAllowsTheSpecialForms) {
  const Result<Json> schema = schema_json("scenario");
  ASSERT_TRUE(schema.ok());
  const Json& properties = (*schema)["properties"];
  EXPECT_FALSE(properties.contains("params_b"));
  EXPECT_EQ(properties["model"]["anyOf"][0]["type"], "string");
  EXPECT_EQ(properties["model"]["anyOf"][1]["$ref"], "#/$defs/model");
  EXPECT_EQ(properties["model"]["anyOf"][2]["required"], Json::parse(R"(["params_b"])"));
  EXPECT_EQ(properties["hardware"]["properties"]["accelerator"]["anyOf"][1]["$ref"], "#/$defs/accelerator");
  EXPECT_EQ(properties["overrides"]["properties"]["prices"]["items"]["$ref"], "#/$defs/price");
  EXPECT_TRUE((*schema)["$defs"]["model"]["properties"].contains("layers"));
  EXPECT_NE((*schema)["description"].get<std::string>().find("1000000 bytes"), std::string::npos);
}

// Where numbers stand that have no least or no greatest value.
void collect_unlimited(const Json& schema, const std::string& at, std::vector<std::string>& out) {
  if (!schema.is_structured()) return;
  const bool number =
      schema.is_object() && (schema.value("type", Json()) == "number" || schema.value("type", Json()) == "integer");
  if (number && !(schema.contains("minimum") && schema.contains("maximum"))) out.push_back(at);
  for (const auto& [name, inner] : schema.items()) collect_unlimited(inner, at + "/" + name, out);
}

TEST(Schema, EveryNumberThatPeopleGiveHasALeastAndAGreatestValue) {
  for (const char* name : {"scenario", "runs_on_question"}) {
    std::vector<std::string> unlimited;
    collect_unlimited(schema_json(name).value(), name, unlimited);
    EXPECT_EQ(unlimited, std::vector<std::string>());
  }
}

// Every "$ref" of a schema names a definition it has.
void check_references(const Json& value, const Json& definitions) {
  if (value.is_object() && value.contains("$ref")) {
    const std::string name = value["$ref"].get<std::string>();
    EXPECT_EQ(name.rfind("#/$defs/", 0), 0u) << name;
    EXPECT_TRUE(definitions.contains(name.substr(8))) << name;
  }
  if (value.is_structured())
    for (const Json& inner : value) check_references(inner, definitions);
}

TEST(Schema, ReferencesResolve) {
  for (const char* name : {"scenario", "result", "catalog"}) {
    const Result<Json> schema = schema_json(name);
    ASSERT_TRUE(schema.ok());
    check_references(*schema, schema->contains("$defs") ? (*schema)["$defs"] : Json::object());
  }
}

TEST(Schema, ResultHasTheContractsOrder) {
  const Result<Json> schema = schema_json("result");
  std::vector<std::string> names;
  const Json& properties = (*schema)["properties"];
  for (auto it = properties.begin(); it != properties.end(); ++it) names.push_back(it.key());
  EXPECT_EQ(names,
            (std::vector<std::string>{"ok",          "engine_version",  "catalog_date",  "device",   "answer",
                                      "model",       "memory",          "speed",         "cost",     "remedies",
                                      "sensitivity", "rules_of_thumb",  "warnings",      "taken",    "reproduce",
                                      "explain",     "fleet",           "version",       "scenario", "defaulted",
                                      "picks",       "recommendations", "near_misses",   "nothing",  "last_generation",
                                      "known",       "assumed",         "turning_points"}));
}

TEST(Schema, UnknownNamesAreRefused) {
  const Result<Json> schema = schema_json("nothing");
  ASSERT_FALSE(schema.ok());
  EXPECT_EQ(schema.problems().front().code, "unknown_schema");
}

}  // namespace
}  // namespace ridgepoint::json
