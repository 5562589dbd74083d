#include "engine/json/writer.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/json/document.h"
#include "engine/json/reader.h"
#include "tests/engine/json/sample.h"

namespace ridgepoint::json {
namespace {

// By the one writer, which must say the same as the other.
std::string written(Sample sample) {
  JsonWriter value;
  visit(sample, value);
  TextWriter text;
  visit(sample, text);
  const std::string out = text.take();
  EXPECT_EQ(out, to_text(value.take()));
  return out;
}

// As the library writes it.
TEST(Value, TextIsThatOfTheLibrary) {
  const Json value =
      Json::parse(R"({"a": [1, -2, 0.1, 1e300, 18446744073709551615, true, null, "x"], "b": {}, "c\n": [], )"
                  R"("d": "\u0001 \u007f \" \\ / × \ud83d\ude00", "e": -0.0, "f": 1e-7})");
  EXPECT_EQ(to_text(value), value.dump());
  EXPECT_EQ(to_text(Json("a\xFF")), Json("a\xFF").dump(-1, ' ', false, Json::error_handler_t::replace));
}

// Wherever among the eight that are looked at together a character stands.
TEST(Value, EveryCharacterIsEscapedAsTheLibraryDoes) {
  for (int c = 1; c < 128; ++c)
    for (std::size_t at = 0; at < 20; ++at) {
      std::string text = "as it is, up to here";
      text[at] = static_cast<char>(c);
      EXPECT_EQ(to_text(Json(text)), Json(text).dump());
    }
}

TEST(Writer, ListsOnRequestAreLeftOutWhenTheyAreEmpty) {
  const auto with = [](Sample sample) {
    JsonWriter value({"parts"});
    visit(sample, value);
    TextWriter text({"parts"});
    visit(sample, text);
    const std::string out = text.take();
    EXPECT_EQ(out, to_text(value.take()));
    return out;
  };
  EXPECT_EQ(with({}).find("parts"), std::string::npos);
  Sample some;
  some.parts = {{"p", 2.5, 1.0}};
  EXPECT_NE(with(some).find(R"("parts":[{)"), std::string::npos);
}

TEST(Writer, LeavesOutWhatIsAbsentAndPlanned) {
  EXPECT_EQ(written({}),
            R"({"count":4,"load":32,"memory_gb":80,"fast":true,"name":"anna","colour":"red","other":"auto",)"
            R"("inner":{"share":0.5,"split":"auto"},"parts":[]})");
}

TEST(Writer, InfinityIsItsWord) {
  Sample sample;
  sample.load = std::numeric_limits<double>::infinity();
  EXPECT_NE(written(sample).find(R"("load":"max")"), std::string::npos);
}

TEST(Writer, NumbersAreShortAndExact) {
  Sample sample;
  sample.limit = 0.1 + 0.2;
  sample.steps = {1e15, 0.1, 1e300, -0.0, 3};
  EXPECT_NE(written(sample).find(R"("limit":0.30000000000000004)"), std::string::npos) << written(sample);
  EXPECT_NE(written(sample).find(R"("steps":[1000000000000000,0.1,1e+300,0,3])"), std::string::npos) << written(sample);
}

TEST(Writer, TextIsEscapedAndAlwaysUtf8) {
  Sample sample;
  sample.name = "a\"b\n\xFF";
  EXPECT_NE(written(sample).find("\"name\":\"a\\\"b\\n\xEF\xBF\xBD\""), std::string::npos) << written(sample);
}

TEST(Writer, WhatIsWrittenReadsBack) {
  Sample sample;
  sample.count = 7;
  sample.limit = -2.5;
  sample.maybe.emplace();
  sample.maybe->split = 3;
  sample.words = {"x", ""};
  sample.parts = {{"p", 2.5, 1.0}, {"q", 1, {}}};
  const std::string text = written(sample);
  const Result<Json> root = parse_document(text, kScenarioLimits);
  ASSERT_TRUE(root.ok());
  JsonReader reader(*root);
  Sample back;
  visit(back, reader);
  reader.finish();
  EXPECT_TRUE(reader.problems.empty());
  EXPECT_EQ(written(back), text);
}

}  // namespace
}  // namespace ridgepoint::json
