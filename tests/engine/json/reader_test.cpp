#include "engine/json/reader.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/json/document.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/sample.h"

namespace ridgepoint::json {
namespace {

struct Read {
  Sample sample;
  Problems problems;
  std::set<std::string> given;
  std::map<std::string, ProvenanceMap> provenance;
};

Read read(const std::string& text, const char* catalog_form = nullptr) {
  const Result<Json> root = parse_document(text, kScenarioLimits);
  EXPECT_TRUE(root.ok()) << text;
  JsonReader reader(*root, catalog_form);
  Read out;
  visit(out.sample, reader);
  reader.finish();
  out.problems = reader.problems;
  out.given = {reader.given.begin(), reader.given.end()};
  out.provenance = reader.provenance;
  return out;
}

// "code path" of every problem.
std::vector<std::string> problems_of(const std::string& text, const char* catalog_form = nullptr) {
  std::vector<std::string> out;
  for (const Problem& problem : read(text, catalog_form).problems) out.push_back(problem.code + " " + problem.path);
  return out;
}

using Strings = std::vector<std::string>;

TEST(Reader, AbsentFieldsKeepTheirDefaults) {
  const Read r = read("{}");
  EXPECT_TRUE(r.problems.empty());
  EXPECT_EQ(r.sample.count, 4);
  EXPECT_EQ(r.sample.name, "anna");
  EXPECT_DOUBLE_EQ(in_gigabytes(r.sample.memory), 80);
  EXPECT_FALSE(r.sample.maybe);
  EXPECT_TRUE(r.given.empty());
}

TEST(Reader, ReadsEverySortOfField) {
  const Read r = read(R"({"count": 2, "load": 1.5, "limit": -1, "memory_gb": 40, "fast": false, "name": "bo",
                          "colour": "dark-blue", "other": "red", "words": ["a", "b"], "steps": [1, 2.5],
                          "inner": {"share": 0.25, "split": 3}, "maybe": {}, "parts": [{"id": "p", "size": 2}]})");
  ASSERT_TRUE(r.problems.empty()) << r.problems[0].message;
  EXPECT_EQ(r.sample.count, 2);
  EXPECT_EQ(r.sample.load, 1.5);
  EXPECT_EQ(r.sample.limit, -1);
  EXPECT_EQ(in_bytes(r.sample.memory), 40e9);
  EXPECT_FALSE(r.sample.fast);
  EXPECT_EQ(r.sample.colour, Colour::dark_blue);
  EXPECT_EQ(r.sample.other, Colour::red);
  EXPECT_EQ(r.sample.words, (Strings{"a", "b"}));
  EXPECT_EQ(r.sample.steps, (std::vector<double>{1, 2.5}));
  EXPECT_EQ(r.sample.inner.split, 3);
  ASSERT_TRUE(r.sample.maybe);
  EXPECT_EQ(r.sample.maybe->share, 0.5);
  ASSERT_EQ(r.sample.parts.size(), 1u);
  EXPECT_EQ(r.sample.parts[0].size, 2);
  EXPECT_TRUE(r.given.count("/inner/share"));
  EXPECT_TRUE(r.given.count("/parts/0/id"));
  EXPECT_FALSE(r.given.count("/maybe/share"));
}

TEST(Reader, WordsStandForAbsentAndInfinite) {
  const Read r = read(R"({"load": "max", "inner": {"split": "auto"}, "other": "auto"})");
  EXPECT_TRUE(r.problems.empty());
  EXPECT_TRUE(std::isinf(r.sample.load));
  EXPECT_FALSE(r.sample.inner.split);
  EXPECT_FALSE(r.sample.other);
  EXPECT_EQ(problems_of(R"({"load": "auto"})"), Strings{"wrong_type /load"});
  EXPECT_EQ(problems_of(R"({"count": "auto"})"), Strings{"wrong_type /count"});
}

TEST(Reader, WrongTypesAreNamed) {
  EXPECT_EQ(problems_of(R"({"count": "4", "limit": "Infinity", "fast": 1, "name": 5, "colour": 0, "words": "a",
                            "steps": [1, "2"], "inner": [], "maybe": null, "parts": {}})"),
            (Strings{"wrong_type /count", "wrong_type /limit", "wrong_type /fast", "wrong_type /name",
                     "wrong_type /colour", "wrong_type /words", "wrong_type /steps/1", "wrong_type /inner",
                     "wrong_type /maybe", "wrong_type /parts"}));
  EXPECT_EQ(problems_of(R"({"parts": [1], "words": ["a", 2], "count": null})"),
            (Strings{"wrong_type /count", "wrong_type /words/1", "wrong_type /parts/0"}));
  EXPECT_EQ(problems_of("[]"), Strings{"wrong_type "});
}

TEST(Reader, RangesAreChecked) {
  EXPECT_EQ(problems_of(R"({"count": 0})"), Strings{"out_of_range /count"});
  EXPECT_EQ(problems_of(R"({"count": 2.5})"), Strings{"out_of_range /count"});
  EXPECT_EQ(problems_of(R"({"count": 1e15})"), Strings{"out_of_range /count"});
  EXPECT_EQ(problems_of(R"({"inner": {"share": 1.01, "split": 65}})"),
            (Strings{"out_of_range /inner/share", "out_of_range /inner/split"}));
  EXPECT_EQ(problems_of(R"({"steps": [0, -1]})"), Strings{"out_of_range /steps/1"});
}

TEST(Reader, UnknownNamesSuggestTheNearest) {
  const Read r = read(R"({"cuont": 3, "inner": {"shares": 1}, "a/b~c": 0})");
  ASSERT_EQ(r.problems.size(), 3u);
  EXPECT_EQ(r.problems[0].path, "/inner/shares");
  EXPECT_EQ(r.problems[0].suggestions, Strings{"share"});
  EXPECT_EQ(r.problems[1].path, "/cuont");
  EXPECT_EQ(r.problems[1].suggestions.front(), "count");
  EXPECT_EQ(r.problems[2].path, "/a~1b~0c");
  const Read colour = read(R"({"colour": "dark_blue"})");
  ASSERT_EQ(colour.problems.size(), 1u);
  EXPECT_EQ(colour.problems[0].code, "unknown_word");
  EXPECT_EQ(colour.problems[0].suggestions, Strings{"dark-blue"});
}

TEST(Reader, WhatIsNotComputedYetIsRefused) {
  EXPECT_EQ(problems_of(R"({"later": 1})"), Strings{"not_available /later"});
  EXPECT_EQ(problems_of(R"({"packed": false})"), Strings{"not_available /packed"});
  EXPECT_EQ(problems_of(R"({"packed": true})"), Strings{});  // what it does anyway
}

TEST(Reader, WhatHasNoDefaultIsNeeded) {
  EXPECT_EQ(problems_of(R"({"parts": [{}, {"id": "", "size": 1}]})"),
            (Strings{"missing_field /parts/0/id", "missing_field /parts/0/size", "missing_field /parts/1/id"}));
}

TEST(Reader, ProblemsAreCounted) {
  std::string text = "{";
  for (int i = 0; i < 900; ++i) text += (i ? ",\"k" : "\"k") + std::to_string(i) + "\":0";
  EXPECT_EQ(read(text + "}").problems.size(), kMostProblems);
}

TEST(Reader, CatalogFormKeepsWhereFactsComeFrom) {
  const std::string text = R"({"parts": [{"id": "p",
      "size": {"value": 2, "source": "sheet", "retrieved": "2026-01-02", "unverified": true, "note": "n"},
      "provenance": {"extra": {"source": "web"}}}]})";
  const Read r = read(text, "");
  ASSERT_TRUE(r.problems.empty()) << r.problems[0].message;
  EXPECT_EQ(r.sample.parts[0].size, 2);
  const ProvenanceMap& found = r.provenance.at("/parts/0");
  EXPECT_EQ(found.at("size").source, "sheet");
  EXPECT_EQ(found.at("size").retrieved, "2026-01-02");
  EXPECT_TRUE(found.at("size").unverified);
  EXPECT_EQ(found.at("extra").source, "web");
  EXPECT_EQ(problems_of(text), (Strings{"wrong_type /parts/0/size", "unknown_field /parts/0/provenance"}));
  EXPECT_EQ(problems_of(text, "/elsewhere").size(), 2u);
}

TEST(Reader, CatalogFormChecksItsOwnFields) {
  EXPECT_EQ(problems_of(R"({"parts": [{"id": "p", "size": {"value": -1, "sorce": "x"}}]})", ""),
            (Strings{"unknown_field /parts/0/size/sorce", "out_of_range /parts/0/size"}));
}

}  // namespace
}  // namespace ridgepoint::json
