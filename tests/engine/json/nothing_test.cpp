// Nothing found is an answer: what is missed, and one change that was tried and works. With the catalog as it is
// shipped.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "engine/json/value.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

Json recommended(const Json& question) { return Json::parse(shipped_api().recommend(question.dump(), "")); }

// The question with what the nearest misses as wide as that takes.
Json widened(Json question, const Json& miss) {
  for (const Json& lack : miss["lacks"]) {
    const Json::json_pointer path(lack["path"].get<std::string>());
    const bool least = path.back() == "min_tokens_per_s";
    const double taken = least ? 10 : path.back() == "max_ttft_s" ? 10 : path.back() == "max_request_s" ? 120 : 0;
    const double limit = question.contains(path) ? question[path].get<double>() : taken;
    const double ratio = lack["ratio"].get<double>() * (1 + 1e-9);
    question[path] = path.back() == "max_count" ? std::ceil(limit * ratio - 1e-6)
                     : least                    ? limit / ratio
                                                : limit * ratio;
  }
  return question;
}

Json asked(const char* model, const char* cost, const char* constraints, const char* weights = "auto") {
  return {{"model", model},
          {"precision", {{"weights", weights}}},
          {"cost", Json::parse(cost)},
          {"constraints", Json::parse(constraints)}};
}

const std::vector<Json> kQuestions = {
    asked("llama-3.3-70b", R"({"mode": "buy"})", R"({"segments": ["edge"], "max_purchase_usd": 6000})", "gguf-q4_k_m"),
    asked("flux.2-dev", R"({"mode": "buy", "location": "home", "host": "existing"})", R"({"max_purchase_usd": 4000})",
          "fp8"),
    asked("deepseek-v3", R"({"mode": "rent"})", R"({"max_usd_h": 2})"),
    asked("llama-3.1-405b", R"({"mode": "rent"})", R"({"vendors": ["AMD"], "max_usd_h": 5})", "bf16"),
    asked("gpt-oss-120b", R"({"mode": "buy"})", R"({"segments": ["apple"], "max_purchase_usd": 900})"),
};

TEST(NothingFound, SaysWhatIsMissedAndNamesNoHardwareThatNobodyAskedFor) {
  for (const Json& question : kQuestions) {
    const Json found = recommended(question);
    ASSERT_EQ(found["ok"], true) << found.dump();
    ASSERT_TRUE(found["recommendations"].empty()) << question.dump();
    EXPECT_EQ(found["answer"]["text"], found["nothing"]);
    EXPECT_EQ(found["answer"]["status"], "no");
    ASSERT_FALSE(found["near_misses"].empty()) << question.dump();
    const Json& nearest = found["near_misses"][0];
    const std::string text = found["answer"]["text"].get<std::string>();
    EXPECT_NE(text.find(nearest["hardware"]["name"].get<std::string>()), std::string::npos) << text;
    EXPECT_NE(text.find(nearest["lacks"][0]["text"].get<std::string>()), std::string::npos) << text;
    EXPECT_EQ(found["scenario"]["hardware"]["accelerator"], nearest["hardware"]["accelerator"]);
  }
}

TEST(NothingFound, LimitsThatAllowForTheNearestDo) {
  int widest = 0;
  for (const Json& question : kQuestions) {
    const Json nearest = recommended(question)["near_misses"][0];
    ASSERT_FALSE(nearest["remedies"].empty()) << nearest.dump();
    if (nearest["remedies"][0]["id"] != "limits") continue;
    ++widest;
    const Json wide = widened(question, nearest);
    EXPECT_FALSE(recommended(wide)["recommendations"].empty()) << wide.dump();
  }
  EXPECT_GE(widest, 3);
}

TEST(NothingFound, WhereNothingComesNearItSaysThat) {
  Json question = asked("deepseek-v3", R"({"mode": "rent", "provider": "lambda"})", R"({"segments": ["apple"]})");
  const Json found = recommended(question);
  ASSERT_EQ(found["ok"], true) << found.dump();
  EXPECT_TRUE(found["recommendations"].empty());
  EXPECT_EQ(found["answer"]["text"].get<std::string>().rfind("No available hardware", 0), 0u);
  EXPECT_EQ(found["scenario"]["hardware"]["accelerator"].get<std::string>().rfind("apple", 0), 0u);
}

}  // namespace
}  // namespace ridgepoint::json
