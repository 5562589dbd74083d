#include "engine/json/writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/json/document.h"
#include "engine/json/reader.h"
#include "tests/engine/json/sample.h"

namespace ridgepoint::json {
namespace {

// As text, of which a value is made.
std::string written(Sample sample, std::vector<std::string_view> on_request = {}) {
  JsonWriter value(on_request);
  visit(sample, value);
  JsonWriter text(on_request);
  visit(sample, text);
  const std::string out = text.take();
  EXPECT_EQ(out, to_text(value.take_value()));
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
  EXPECT_EQ(written({}, {"parts"}).find("parts"), std::string::npos);
  Sample some;
  some.parts = {{"p", 2.5, 1.0}};
  EXPECT_NE(written(some, {"parts"}).find(R"("parts":[{)"), std::string::npos);
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

// The pointer at which a writer finds a figure that no answer may hold; empty where it finds none.
std::string refused_at(Sample sample) {
  JsonWriter writer;
  visit(sample, writer);
  if (writer.problems.empty()) return "";
  EXPECT_EQ(writer.problems[0].code, "not_computable");
  return writer.problems[0].path;
}

TEST(Writer, FiguresThatAreNotFiniteOrBeyondAllThatCanBeAreFound) {
  EXPECT_EQ(refused_at({}), "");
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double wrong : {infinity, -infinity, std::nan(""), 1.1e15, -1.1e15}) {
    Sample sample;
    sample.limit = wrong;
    EXPECT_EQ(refused_at(sample), "/limit") << wrong;
    sample.limit = 1e15;
    EXPECT_EQ(refused_at(sample), "");
    sample.parts = {{"p", 2.5, 1.0}, {"q", 2.5, wrong}};
    EXPECT_EQ(refused_at(sample), "/parts/1/extra") << wrong;
    sample.parts.clear();
    sample.maybe = Inner{wrong, 2};
    EXPECT_EQ(refused_at(sample), std::isfinite(wrong) ? "" : "/maybe/share") << "1 is the most of its field";
    sample.maybe.reset();
    sample.steps = {1, wrong};
    EXPECT_EQ(refused_at(sample), "/steps") << wrong;
  }
  Sample as_many_as_fit;
  as_many_as_fit.load = infinity;
  EXPECT_EQ(refused_at(as_many_as_fit), "") << "it has a word";
}

TEST(Writer, NumbersAreShortAndExact) {
  Sample sample;
  sample.limit = 0.1 + 0.2;
  sample.steps = {1e15, 0.1, 1e300, -0.0, 3};
  EXPECT_NE(written(sample).find(R"("limit":0.30000000000000004)"), std::string::npos) << written(sample);
  EXPECT_NE(written(sample).find(R"("steps":[1000000000000000,0.1,1e+300,0,3])"), std::string::npos) << written(sample);
}

// Read back they are the same to the last bit, or within half a unit of the 15th digit.
TEST(Value, NumbersAreTheShortestOrOfFifteenDigits) {
  const auto all = [](double x) {
    TextBuffer out;
    append_text(out, x);
    return out.take();
  };
  const auto figure = [](double x) {
    TextBuffer out;
    append_figure(out, x);
    return out.take();
  };
  EXPECT_EQ(figure(0.1 + 0.2), "0.3");
  EXPECT_EQ(figure(200.0 / 3), "66.6666666666667");
  EXPECT_EQ(figure(-1.0 / 3000), "-0.000333333333333333");
  EXPECT_EQ(figure(999.9999999999999), "1000");
  EXPECT_EQ(figure(123456789012345.6), "123456789012346");
  EXPECT_EQ(figure(1.0 / 30000), all(1.0 / 30000));
  for (const double x : {0.26, 1e-4, 0.000123, 9.95, 100.5, 1e13 + 0.5, 99999999999999.5, 0.1, 0.5, 1234.5678})
    EXPECT_EQ(figure(x), Json(x).dump());
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> sizes(-6, 16), parts(1, 10);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::copysign(parts(random) * std::pow(10, sizes(random)), i % 2 - 0.5);
    EXPECT_EQ(std::stod(all(x)), x);
    EXPECT_LE(all(x).size(), Json(x).dump().size());
    EXPECT_NEAR(std::stod(figure(x)) / x, 1, 5.2e-15) << x;
    const double rounded = std::stod(figure(x));
    EXPECT_EQ(std::stod(all(rounded)), rounded);
  }
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
