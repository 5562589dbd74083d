// Presets and the guide with the catalog as it is shipped: each can be asked and says its load, floors and horizon
// itself; of the hardware that articles recommend for it each is among the first three or its place is said; and every
// way through the guide leads to hardware that does it.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/ask/url.h"
#include "engine/estimate/prices.h"
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
  if (!preset().answers.empty()) return;  // asks for hardware
  const Result<Estimate> e = answer(decoded.scenario, shipped());
  ASSERT_TRUE(e.ok()) << e.problems().front().message;
  EXPECT_TRUE(is_feasible(*e)) << e->answer.text;
}

// Hardware that the preset's articles name.
std::vector<std::string> named(const Preset& preset) {
  std::vector<std::string> out;
  for (const SuggestedHardware& hardware : preset.recommended) out.push_back(hardware.accelerator);
  return out;
}

TEST_P(Presets, LeavesNoFloorAndNoHorizonToBeTakenForGranted) {
  const Result<Recommendations> found = recommend(scenario_of(preset()), shipped());
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(found->recommendations.empty());
  for (const Assumed& assumed : found->assumed)
    for (const char* floor : {"/constraints/min_tokens_per_s", "/constraints/max_ttft_s", "/train/deadline_h"})
      EXPECT_NE(assumed.path, floor) << assumed.text;
}

// Of what is ranked by to that of the first; absent where it is not ranked. That of the first three counts as 1.
std::optional<double> ratio_to_the_first(const std::string& id, const Recommendations& found) {
  const auto& list = found.recommendations;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, list.size()); ++i)
    if (list[i].hardware.accelerator == id) return 1;
  const auto says = [&](const WhyNot& w) { return w.name == find_accelerator(shipped(), id)->name; };
  const auto said = std::find_if(found.known.begin(), found.known.end(), says);
  EXPECT_NE(said, found.known.end()) << id << " is not among the first three, and nothing says why";
  if (said == found.known.end()) return std::nullopt;
  EXPECT_GT(said->place.value_or(4), 3);
  EXPECT_EQ(said->text.rfind(said->name + ": ", 0), 0u) << said->text;
  return said->ratio;
}

// The best of them is within the price class of the first: it takes at most twice as much of what is ranked by.
TEST_P(Presets, WhatArticlesRecommendIsAmongTheFirstThreeOrItsPlaceIsSaid) {
  if (preset().recommended.empty()) return;
  const std::vector<std::string> ids = named(preset());
  const Result<Recommendations> found = recommend(scenario_of(preset()), shipped(), {.known = ids});
  ASSERT_TRUE(found.ok());
  std::optional<double> best;
  for (const std::string& id : ids)
    if (const std::optional<double> ratio = ratio_to_the_first(id, *found))
      best = std::min(*ratio, best.value_or(*ratio));
  ASSERT_TRUE(best);
  EXPECT_LT(*best, 2.05);  // said as 2
}

INSTANTIATE_TEST_SUITE_P(All, Presets, testing::ValuesIn(ids()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// Answers to the first questions, and one more to each of the next.
std::vector<std::vector<std::string>> ways_through(const std::vector<GuideQuestion>& questions) {
  std::vector<std::vector<std::string>> ways{{}};
  for (const GuideQuestion& question : questions) {
    std::vector<std::vector<std::string>> longer;
    for (const std::vector<std::string>& way : ways)
      for (const GuideAnswer& answer : question.answers) {
        longer.push_back(way);
        longer.back().push_back(answer.id);
      }
    ways = std::move(longer);
  }
  return ways;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : "_") + word;
  return out;
}

bool is_given(const std::vector<std::string>& answers, const char* id) {
  return std::find(answers.begin(), answers.end(), id) != answers.end();
}

class ShippedGuide : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(ShippedGuide, LeadsToHardwareThatDoesIt) {
  const std::vector<std::string>& answers = GetParam();
  const std::optional<Preset> led = guided(shipped_guide(), answers);
  ASSERT_TRUE(led);
  EXPECT_FALSE(led->why.empty());
  const DecodedUrl decoded = decode_url("#v=1&" + led->scenario);
  EXPECT_TRUE(decoded.notices.empty()) << decoded.notices.front().message;
  const Scenario& s = decoded.scenario;
  EXPECT_EQ(s.serves(), is_given(answers, "serve"));
  EXPECT_EQ(s.objective == Goal::speed, is_given(answers, "speed"));
  if (is_given(answers, "card")) return;  // whose models are looked for
  EXPECT_EQ(s.cost.mode == CostMode::rent, is_given(answers, "rent"));
  EXPECT_EQ(s.cost.host == HostMachine::existing, is_given(answers, "pc"));
  const Result<Recommendations> found = recommend(s, shipped());
  ASSERT_TRUE(found.ok()) << found.problems().front().message;
  ASSERT_FALSE(found->recommendations.empty());
  const Recommendation& first = found->recommendations.front();
  const Result<Estimate> e = answer(scenario_of(first.question), shipped());
  ASSERT_TRUE(e.ok());
  EXPECT_TRUE(is_feasible(*e)) << e->answer.text;
  if (!is_given(answers, "pc")) return;
  for (const Recommendation& r : found->recommendations)  // cards, no computers
    EXPECT_FALSE(is_computer(*find_accelerator(shipped(), r.hardware.accelerator))) << r.hardware.accelerator;
}

INSTANTIATE_TEST_SUITE_P(All, ShippedGuide, testing::ValuesIn(ways_through(shipped_guide().questions)),
                         [](const auto& test) { return joined(test.param); });

// On the same hardware a larger model takes more memory, and a larger run more time.
TEST(GuidedPresets, QualityTakesMoreThanLowCost) {
  for (const char* purpose : {"serve", "train"})
    for (const char* users : {"one", "team", "many"}) {
      double takes[2];
      for (const int better : {0, 1}) {
        Scenario s =
            decode_url("#v=1&" +
                       guided(shipped_guide(), {"rent", purpose, users, better ? "quality" : "cost"})->scenario)
                .scenario;
        s.hardware.accelerator = "h200-sxm-141gb";
        s.hardware.count = 8;
        const Estimate e = answer(s, shipped()).value();
        takes[better] = s.serves() ? e.memory.per_gpu_gb : e.speed.days.value();
      }
      EXPECT_GT(takes[1], takes[0]) << purpose << " " << users;
    }
}

}  // namespace
}  // namespace ridgepoint
