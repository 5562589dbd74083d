#include "engine/json/document.h"

#include <gtest/gtest.h>

#include "engine/base/fields_text.h"

namespace ridgepoint::json {
namespace {

constexpr Limits kSmall = {200, 4, 10, 3};

// The code and path of the problem; "" when there is none.
std::string refused(std::string_view text, const Limits& limits = kScenarioLimits) {
  const Result<Json> read = parse_document(text, limits);
  return read.ok() ? "" : read.problems().front().code + " " + read.problems().front().path;
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Document, ReadsWhatIsWrittenInOrder) {
  const std::string text = R"({"b":[1,2.5,-3,true,null,"x"],"a":{"c":18446744073709551615}})";
  const Result<Json> read = parse_document(text, kScenarioLimits);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(to_text(*read), text);
}

TEST(Document, BrokenJsonIsRefusedWithItsPlace) {
  for (const char* text : {"", "   ", "{", "[1,]", "{\"a\":}", "{\"a\" 1}", "{'a':1}", "nul", "NaN", "[Infinity]",
                           "[01]", "[1.]", "[+1]", "{} {}", "{}x", "// no\n{}", "\"\\x\"", "\"open"})
    EXPECT_EQ(refused(text), "bad_json ") << text;
  const Result<Json> read = parse_document("{\n  \"a\": NaN\n}", kScenarioLimits);
  EXPECT_NE(read.problems().front().message.find("line 2"), std::string::npos) << read.problems().front().message;
  EXPECT_NE(parse_document("{\"a\": 1,\n", kScenarioLimits).problems().front().message.find("ends too early"),
            std::string::npos);
}

TEST(Document, NumbersBeyondDoublesAreRefused) {
  EXPECT_EQ(refused(R"({"a": 1e400})"), "bad_json /a");
  EXPECT_EQ(refused(R"({"a": -1e400})"), "bad_json /a");
  EXPECT_EQ(refused(R"({"a": 1e308})"), "");
}

TEST(Document, InvalidUtf8IsRefused) {
  EXPECT_EQ(refused("\"\xFF\""), "bad_json ");
  EXPECT_EQ(refused("\"\xC0\xAF\""), "bad_json ");
  EXPECT_EQ(refused("{\"\xED\xA0\x80\": 1}"), "bad_json ");
  EXPECT_EQ(refused("\xFF\xFE{}"), "bad_json ");
  EXPECT_EQ(refused("\"\\ud800\""), "bad_json ");
}

TEST(Document, NamesMayNotBeGivenTwice) {
  EXPECT_EQ(refused(R"({"a": 1, "a": 1})"), "duplicate_field /a");
  EXPECT_EQ(refused(R"({"x": [{}, {"a/b": 1, "a/b": 2}]})"), "duplicate_field /x/1/a~1b");
}

TEST(Document, SizeIsLimited) {
  const std::string text = "{\"a\": 1}" + std::string(192, ' ');
  EXPECT_EQ(refused(text, kSmall), "");
  EXPECT_EQ(refused(text + " ", kSmall), "too_large ");
  EXPECT_EQ(refused(std::string(10000000, '['), kScenarioLimits), "too_large ");
}

TEST(Document, DepthIsLimited) {
  EXPECT_EQ(refused(repeated("[", 4) + repeated("]", 4), kSmall), "");
  EXPECT_EQ(refused(repeated("[", 5) + repeated("]", 5), kSmall), "too_deep /0/0/0/0");
  EXPECT_EQ(refused(repeated("[", 32) + repeated("]", 32)), "");
  EXPECT_EQ(refused(repeated("[", 33)).substr(0, 8), "too_deep");
  EXPECT_EQ(refused(std::string(999999, '[')).substr(0, 8), "too_deep");
  EXPECT_EQ(refused(repeated("{\"a\":", 100000)).substr(0, 8), "too_deep");
}

TEST(Document, TextsAndListsAreLimited) {
  EXPECT_EQ(refused(R"(["1234567890"])", kSmall), "");
  EXPECT_EQ(refused(R"(["12345678901"])", kSmall), "too_long /0");
  EXPECT_EQ(refused(R"({"12345678901": 1})", kSmall).substr(0, 8), "too_long");
  EXPECT_EQ(refused("[1,2,3]", kSmall), "");
  EXPECT_EQ(refused("[1,2,3,4]", kSmall), "too_many /3");
  EXPECT_EQ(refused(R"({"a":1,"b":2,"c":3,"d":4})", kSmall).substr(0, 8), "too_many");
  EXPECT_EQ(refused("[" + repeated("0,", 1000) + "0]"), "too_many /1000");
  EXPECT_EQ(refused("[\"" + std::string(10001, 'x') + "\"]"), "too_long /0");
}

TEST(Parsed, ThrowsWhereATextIsNoUtf8) {
  EXPECT_EQ(parsed(R"({"a": [1]})")["a"][0], 1);
  EXPECT_THROW(parsed("{\"a\": \"\x92\"}"), std::invalid_argument);
}

}  // namespace
}  // namespace ridgepoint::json
