// Recommendations over the whole catalog, as JSON.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/json/api.h"
#include "engine/json/document.h"
#include "engine/json/limits.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

const Api& api() { return shipped_api(); }

std::string said(const Recommendations& found) {
  std::string out;
  for (const Recommendation& r : found.recommendations)
    out += std::to_string(r.hardware.count) + " " + r.hardware.accelerator + " " + r.precision.weights +
           (r.pareto ? " *" : "") + " " + r.reasons.front() + "\n";
  return out;
}

// What peaks and weights rule out is what an estimate would refuse.
TEST(RecommendCatalog, BoundsGiveWhatEstimatingEverythingGives) {
  Scenario rate, budget, narrow, tuning, mixture, training, odd;
  training.workload = Workload::train;
  training.model.id = "llama-3.1-70b";
  training.constraints.max_count = 128;
  rate.serve.requests_per_minute = 3000;
  budget.constraints.max_usd_h = 10;
  narrow.precision.accept = "gguf-q4_k_m";
  narrow.objective = Goal::balance;
  tuning.workload = Workload::finetune;
  tuning.model.id = "llama-3.1-8b";
  tuning.train.deadline_h = 1;
  tuning.constraints.max_count = 16;
  mixture.model.id = "deepseek-v3";
  mixture.precision.weights = "fp8";
  mixture.objective = Goal::speed;
  odd.model.id = "llama-3.3-70b";  // three copies over 12 cost less than one over 10 in whole machines
  odd.serve.concurrency = 50;
  odd.serve.input_tokens = 7680;
  odd.constraints.accelerators = {"a100-sxm4-80gb"};
  for (const Scenario& s : {rate, budget, narrow, tuning, mixture, training, odd}) {
    const RecommendOptions fast{.most = 1000}, slow{.most = 1000, .without_bounds = true};
    const Result<Recommendations> bounded = recommend(s, api().records(), fast);
    const Result<Recommendations> all = recommend(s, api().records(), slow);
    ASSERT_TRUE(bounded.ok() && all.ok());
    EXPECT_EQ(said(*bounded), said(*all));
    EXPECT_LT(bounded->estimated, all->estimated);
    EXPECT_GT(bounded->answered, 0);
  }
}

// Cards and single superchips are sold and rented without a network that lets machines work on one model; whoever names
// them may have one.
TEST(RecommendCatalog, OnlyWhatIsBuiltForItIsJoinedOverMachines) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-70b";
  const auto joined_cards = [&] {
    const Result<Recommendations> found = recommend(s, api().records(), {.most = 1000});
    int count = 0;
    for (const Recommendation& r : found->recommendations) {
      const Accelerator& a = *find_accelerator(api().records(), r.hardware.accelerator);
      const bool made_for_it = a.fabric.domain >= 8 || a.form_factor == FormFactor::rack;
      count += !made_for_it && r.hardware.count > r.hardware.per_node ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(joined_cards(), 0);
  s.constraints.accelerators = {"h100-pcie-80gb"};
  EXPECT_EQ(joined_cards(), 1);
}

Json recommended(const char* scenario) { return *parse_document(api().recommend(scenario, ""), kScenarioLimits); }

TEST(RecommendJson, StandsBesideTheEstimate) {
  const Json out = recommended(R"({"model": "llama-3.1-8b", "constraints": {"max_count": 1}})");
  ASSERT_EQ(out["ok"], true);
  ASSERT_FALSE(out["recommendations"].empty());
  const Json& best = out["recommendations"][0];
  EXPECT_EQ(best["rank"], 1);
  // No hardware was named, so the estimate is of the best.
  EXPECT_EQ(out["scenario"]["hardware"]["accelerator"], best["hardware"]["accelerator"]);
  EXPECT_EQ(out["memory"]["per_gpu_gb"], best["memory"]["per_gpu_gb"]);
  // A number that is left open names none.
  const Json open =
      recommended(R"({"model": "llama-3.1-8b", "hardware": {"count": "auto"}, "constraints": {"max_count": 1}})");
  EXPECT_EQ(open["scenario"]["hardware"], out["scenario"]["hardware"]);
}

TEST(RecommendJson, NamedHardwareIsEstimatedAsAsked) {
  const Json out = recommended(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "H100", "count": 2}})");
  EXPECT_EQ(out["scenario"]["hardware"]["count"], 2);
  EXPECT_FALSE(out["recommendations"].empty());
}

TEST(RecommendJson, WrongConstraintsAreRefused) {
  const Json out = recommended(R"({"constraints": {"vendors": ["NVIDEA"]}})");
  EXPECT_EQ(out["ok"], false);
  EXPECT_EQ(out["errors"][0]["path"], "/constraints/vendors/0");
}

// Whoever has a machine adds cards to it: a computer is none, unless its kind is asked for.
TEST(RecommendJson, AComputerIsNotAddedToAMachineThatIsThere) {
  const auto found = [](const std::string& more) {
    return recommended(
        (R"({"model": "llama-3.1-8b", "cost": {"mode": "buy", "host": "existing", "location": "home"}, "serve": {"concurrency": 1})" +
         more + "}")
            .c_str());
  };
  const auto has_mac = [](const Json& list) {
    return std::any_of(list.begin(), list.end(), [](const Json& r) {
      return r["hardware"]["accelerator"].get<std::string>().rfind("apple-", 0) == 0;
    });
  };
  const Json cards = found("");
  ASSERT_FALSE(cards["recommendations"].empty());
  EXPECT_FALSE(has_mac(cards["recommendations"]));
  EXPECT_TRUE(std::any_of(cards["known"].begin(), cards["known"].end(), [](const Json& w) {
    return w["text"] == "Mac: it is a machine of its own, no card for one.";
  })) << to_text(cards["known"]);
  EXPECT_TRUE(has_mac(found(R"(, "constraints": {"segments": ["apple"]})")["recommendations"]));
}

// What is asked about stands before what people know; it is no second line where they know it by that name.
TEST(RecommendJson, ThePlaceOfHardwareThatIsAskedAboutIsSaid) {
  const auto known = [](const char* options) {
    return *parse_document(api().recommend(R"({"model": "llama-3.1-8b", "cost": {"mode": "rent"}})", options),
                           kScenarioLimits);
  };
  const auto lines = [](const Json& list, const std::string& begin) {
    return std::count_if(list.begin(), list.end(),
                         [&](const Json& w) { return w["text"].get<std::string>().rfind(begin, 0) == 0; });
  };
  const Json asked = known(R"({"known": ["mi250x-128gb", "rtx-3090"]})");
  ASSERT_EQ(asked["ok"], true) << to_text(asked);
  EXPECT_EQ(lines(known("")["known"], "Instinct MI250X"), 0);
  EXPECT_EQ(asked["known"][0]["text"].get<std::string>().rfind("Instinct MI250X", 0), 0u);
  EXPECT_EQ(lines(asked["known"], "GeForce RTX 3090 24GB: "), 1);
  EXPECT_EQ(lines(asked["known"], "RTX 3090: "), 0);
  for (const char* bad : {R"({"known": "rtx-3090"})", R"({"known": ["rtx-9999"]})", R"({"known": [3090]})"})
    EXPECT_EQ(known(bad)["errors"][0]["path"], "/known") << bad;
}

}  // namespace
}  // namespace ridgepoint::json
