// Presets with the catalog as it is shipped: each can be asked, and what articles recommend for it is feasible and near
// the best that the same money buys, or the preset says in words why not.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "engine/ask/url.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

std::vector<std::string> ids() {
  std::vector<std::string> out;
  for (const Preset& preset : shipped_guide().presets) out.push_back(preset.id);
  return out;
}

Scenario scenario_of(const Preset& preset) { return decode_url("#v=1&" + preset.scenario).scenario; }

class Presets : public testing::TestWithParam<std::string> {
 protected:
  const Preset& preset() const { return *find_preset(shipped_guide(), GetParam()); }
};

bool has(const Estimate& e, const char* code) {
  return std::any_of(e.warnings.begin(), e.warnings.end(), [&](const Warning& w) { return w.code == code; });
}

bool is_feasible(const Estimate& e) {
  return e.memory.fit == Fit::fits && !has(e, "saturated") && (!e.speed.slo || e.speed.slo->met);
}

TEST_P(Presets, CanBeAskedAndItsHardwareDoesIt) {
  const DecodedUrl decoded = decode_url("#v=1&" + preset().scenario);
  EXPECT_TRUE(decoded.notices.empty()) << decoded.notices.front().message;
  const Result<Estimate> e = answer(decoded.scenario, shipped());
  ASSERT_TRUE(e.ok()) << e.problems().front().message;
  EXPECT_TRUE(is_feasible(*e)) << e->answer.text;
}

// Time of the run, of a whole answer, or of an image.
double time_of(const Scenario& s, const RecommendedSpeed& speed) {
  if (speed.days) return *speed.days;
  if (speed.tpot_ms) return *speed.ttft_ms + (s.serve.output_tokens - 1) * *speed.tpot_ms;
  return 1 / *speed.requests_per_s;
}

// How many times as long it takes as the fastest that a tenth more money buys, in no larger number; absent where it is
// not feasible or its price is not known.
std::optional<double> behind_the_front(Scenario s, const SuggestedHardware& hardware) {
  s.hardware.accelerator = hardware.accelerator;
  s.hardware.count = hardware.count;
  const Result<Estimate> own = answer(s, shipped());
  if (!own || !is_feasible(*own) || !own->cost.purchase_usd) return std::nullopt;
  s.cost.server_usd.reset();
  s.constraints.max_purchase_usd = 1.1 * *own->cost.purchase_usd;
  s.constraints.max_count = hardware.count;
  s.objective = Goal::speed;
  const Result<Recommendations> found = recommend(s, shipped());
  if (!found || found->recommendations.empty()) return std::nullopt;
  const SpeedResult& speed = own->speed;
  const RecommendedSpeed same{
      .ttft_ms = speed.ttft_ms, .tpot_ms = speed.tpot_ms, .requests_per_s = speed.requests_per_s, .days = speed.days};
  return time_of(s, same) / time_of(s, found->recommendations.front().speed);
}

TEST_P(Presets, WhatArticlesRecommendIsNearTheFrontOrSaysWhyNot) {
  for (const SuggestedHardware& hardware : preset().recommended) {
    const std::optional<double> behind = behind_the_front(scenario_of(preset()), hardware);
    // Two and a half times is far behind, one and a half is not; between the two both can be said.
    if (hardware.why_not.empty())
      EXPECT_TRUE(behind && *behind < 2.5) << hardware.accelerator << ": " << behind.value_or(0);
    else
      EXPECT_TRUE(!behind || *behind > 1.5) << hardware.accelerator << ": " << behind.value_or(0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Presets, testing::ValuesIn(ids()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(ShippedGuide, EveryWayThroughLeadsToAPresetOfItsGoal) {
  const auto& questions = shipped_guide().questions;
  ASSERT_EQ(questions.size(), 3u);
  for (const GuideAnswer& purpose : questions[0].answers)
    for (const GuideAnswer& users : questions[1].answers)
      for (const GuideAnswer& aim : questions[2].answers) {
        const Preset* preset = guided(shipped_guide(), {purpose.id, users.id, aim.id});
        ASSERT_NE(preset, nullptr);
        const Scenario s = scenario_of(*preset);
        EXPECT_EQ(s.serves(), purpose.id == "serve");
        EXPECT_EQ(s.objective == Goal::speed, aim.id == "speed");
        EXPECT_FALSE(preset->why.empty());
      }
}

}  // namespace
}  // namespace ridgepoint
