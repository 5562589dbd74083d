#include "engine/json/value_tree.h"

#include <gtest/gtest.h>

#include "engine/json/limits.h"

namespace ridgepoint::json {
namespace {

using import::Value;

std::string code_of(std::string_view text) {
  const Result<Value> value = parse_value_tree(text);
  return value.ok() ? "" : value.problems()[0].code;
}

TEST(ValueTree, KeepsEveryKindInOrder) {
  const Result<Value> value = parse_value_tree(R"({"b":[1,-2.5,true,null,"x"],"a":{"c":"d"}})");
  ASSERT_TRUE(value.ok());
  ASSERT_EQ(value->object()->size(), 2u);
  EXPECT_EQ(value->object()->at(0).name, "b");
  const Value::List& list = *value->find("b")->list();
  EXPECT_EQ(*list[0].number(), 1);
  EXPECT_EQ(*list[1].number(), -2.5);
  EXPECT_TRUE(*list[2].boolean());
  EXPECT_TRUE(list[3].is_null());
  EXPECT_EQ(*list[4].text(), "x");
  EXPECT_EQ(*value->find_path("a.c")->text(), "d");
  EXPECT_EQ(value->find_path("a.d"), nullptr);
  EXPECT_EQ(value->find_path("b.c"), nullptr);
}

TEST(ValueTree, NumbersJsonCannotHoldAreNull) {
  const Result<Value> value = parse_value_tree(R"({"a":[0.0, Infinity, -Infinity, NaN],"b":"Infinity \" NaN","c":1})");
  ASSERT_TRUE(value.ok()) << value.problems()[0].message;
  const Value::List& list = *value->find("a")->list();
  EXPECT_EQ(*list[0].number(), 0);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_TRUE(list[i].is_null());
  EXPECT_EQ(*value->find("b")->text(), "Infinity \" NaN");
  EXPECT_EQ(*value->find("c")->number(), 1);
}

TEST(ValueTree, WhatIsNoJsonIsRefused) {
  for (const char* text :
       {"", "{", "nul", "{\"a\":}", "[1,]", "{\"a\":1}x", "Infinit", "\xFF", "[\"\xC3\x28\"]", "1e999"})
    EXPECT_EQ(code_of(text), "bad_json") << text;
}

TEST(ValueTree, BombsAreRefused) {
  EXPECT_EQ(code_of(std::string(100000, '[')), "too_deep");
  std::string objects;
  for (int i = 0; i < 1000; ++i) objects += "{\"a\":";
  EXPECT_EQ(code_of(objects), "too_deep");
  EXPECT_EQ(code_of("\"" + std::string(kFileLimits.string_bytes + 1, 'x') + "\""), "too_long");
  EXPECT_EQ(code_of("{\"a\":1,\"b\":2,\"a\":3}"), "duplicate_field");
  std::string many = "{\"0\":0";
  for (int i = 1; i < 200; ++i) many += ",\"" + std::to_string(i) + "\":0";
  EXPECT_EQ(code_of(many + "}"), "");
  EXPECT_EQ(code_of(many + ",\"7\":0}"), "duplicate_field");
  std::string list = "[0";
  for (std::size_t i = 1; i < kFileLimits.list_elements; ++i) list += ",0";
  EXPECT_EQ(code_of(list + "]"), "");
  EXPECT_EQ(code_of(list + ",0]"), "too_many");
  std::string lists = "[" + list + "]";
  for (std::size_t i = 1; i <= kFileLimits.values / kFileLimits.list_elements; ++i) lists += "," + list + "]";
  EXPECT_EQ(code_of(lists + "]"), "too_many");
  EXPECT_EQ(code_of(std::string(kFileLimits.document_bytes + 1, ' ')), "too_large");
}

}  // namespace
}  // namespace ridgepoint::json
