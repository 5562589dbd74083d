// Recommendations keep every limit, are the best there are, and say why.
#include "engine/choose/recommend.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/choose/make_estimate.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

using Found = Result<Recommendations>;

// The fixture, with a price for the consumer card and a third accelerator that is slower than the H100 and larger.
Catalog small_catalog() {
  Catalog c = test::catalog();
  Accelerator large = test::h100();
  large.id = "large-128gb";
  large.name = "Large 128GB";
  large.aliases = {};
  large.vendor = "Maker";
  large.memory_gb = 128;
  large.usable_memory = gigabytes(128);
  large.bandwidth = gigabytes_per_second(1600);
  large.rates = {};
  large.rates[Arithmetic::bf16] = teraflop_per_second(400);
  large.fabric = {};
  large.power = watts(500);
  c.accelerators.push_back(large);
  c.instances.push_back({.id = "a-large", .name = "large", .provider = "a", .accelerator = "large-128gb", .count = 1});
  c.instances.push_back({.id = "b-4090", .name = "4090", .provider = "b", .accelerator = "rtx-4090", .count = 1});
  c.prices.push_back({.of = "a-large", .kind = PriceKind::on_demand, .amount = usd(1.5), .priced = "2026-11-01"});
  c.prices.push_back({.of = "b-4090", .kind = PriceKind::on_demand, .amount = usd(0.5), .priced = "2026-11-01"});
  index_prices(c);
  return c;
}

// Figures by which recommendations are compared; less is better.
double merit(const Recommendation& r, const Scenario& s) {
  const double unknown = std::numeric_limits<double>::infinity();
  const Goal goal = s.objective.value_or(Goal::cost);
  if (goal == Goal::energy) return r.cost.energy_kwh.value_or(unknown);
  if (goal == Goal::speed)
    return s.serves() ? *r.speed.ttft_ms + (s.serve.answer() - 1) * *r.speed.tpot_ms : *r.speed.days;
  if (!s.serves()) return r.cost.usd_per_run.value_or(unknown);
  return r.cost.usd_per_h.value_or(unknown);
}

std::set<std::string> accelerators(const Recommendations& found) {
  std::set<std::string> out;
  for (const Recommendation& r : found.recommendations) out.insert(r.hardware.accelerator);
  return out;
}

std::string said(const Recommendations& found) {
  std::string out;
  for (const Recommendation& r : found.recommendations) {
    out += std::to_string(r.hardware.count) + " " + r.hardware.accelerator + " " + r.precision.weights +
           (r.pareto ? " *\n" : "\n");
    for (const std::string& reason : r.reasons) out += reason + "\n";
  }
  return out;
}

Scenario llama_8b() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  return s;
}

TEST(Recommend, NoDeviceOnWhichTheEngineDoesNotReadTheFormat) {
  Catalog c = small_catalog();
  c.engines = {{.id = "one", .name = "One"}};
  Scenario s = llama_8b();
  s.precision.weights = "fp8";
  s.serve.engine = "one";
  const std::set<std::string> all = accelerators(*recommend(s, c));
  ASSERT_EQ(all.count("large-128gb"), 1U);
  c.engines[0].unread = {{.formats = {"fp8"}, .on = {"Maker"}}};
  std::set<std::string> others = all;
  others.erase("large-128gb");
  EXPECT_EQ(accelerators(*recommend(s, c)), others);
}

TEST(Recommend, EveryOneKeepsAllLimits) {
  Scenario s = llama_8b();
  s.constraints.max_usd_h = 30;
  s.constraints.max_power_w = 5000;
  const Catalog catalog = small_catalog();
  const Found found = recommend(s, catalog);
  ASSERT_TRUE(found.ok());
  ASSERT_FALSE(found->recommendations.empty());
  for (const Recommendation& r : found->recommendations) {
    const Result<Estimate> e = estimate(r.question, catalog);
    ASSERT_TRUE(e.ok());
    EXPECT_EQ(e->memory.fit, Fit::fits);
    EXPECT_LE(*e->cost.usd_per_h, 30);
    EXPECT_LE(*e->cost.power_w, 5000);
    EXPECT_EQ(e->cost.usd_per_1m_output_tokens, r.cost.usd_per_1m_output_tokens);  // the figures are the estimate's
    EXPECT_EQ(e->speed.tpot_ms, r.speed.tpot_ms);
  }
}

TEST(Recommend, RanksFromBestToWorst) {
  for (Goal goal : {Goal::cost, Goal::speed, Goal::energy}) {
    Scenario s = llama_8b();
    s.objective = goal;
    const Found found = recommend(s, small_catalog());
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->recommendations.size(), 3u);
    for (std::size_t i = 1; i < 3; ++i) {
      EXPECT_EQ(found->recommendations[i].rank, static_cast<int>(i) + 1);
      EXPECT_LE(merit(found->recommendations[i - 1], s), merit(found->recommendations[i], s) * (1 + 1e-9));
    }
    EXPECT_TRUE(found->recommendations.front().pareto);  // the best in something is beaten in everything by none
  }
}

// 141 GB of weights in BF16 and the cache of 32 requests: three H100 that work together, of eight at $32 an hour.
TEST(Recommend, WhatMissesALimitIsANearMissWithWhatItTakes) {
  Scenario s;
  s.precision.weights = "bf16";
  s.constraints.accelerators = {"H100"};
  s.constraints.max_usd_h = 10;
  const Found found = recommend(s, small_catalog());
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->recommendations.empty());
  ASSERT_EQ(found->near_misses.size(), 1u);
  const NearMiss& miss = found->near_misses[0];
  ASSERT_FALSE(miss.lacks.empty());
  EXPECT_EQ(miss.lacks.back().path, "/constraints/max_usd_h");
  EXPECT_EQ(miss.lacks.back().text, "$32.00 an hour, $10.00 allowed");
  EXPECT_DOUBLE_EQ(miss.lacks.back().ratio, 32.0 / 10);
}

// On one H100 the weights of the 70B alone are 141 GB of 77 GB.
TEST(Recommend, ANearMissThatDoesNotFitComesWithRemedies) {
  Scenario s;
  s.precision.weights = "bf16";
  s.constraints.accelerators = {"H100"};
  s.constraints.max_count = 1;
  const Found found = recommend(s, small_catalog());
  ASSERT_EQ(found->near_misses.size(), 1u);
  EXPECT_EQ(found->near_misses[0].lacks[0].path, "/constraints/headroom");
  ASSERT_FALSE(found->near_misses[0].remedies.empty());
  for (const Remedy& remedy : found->near_misses[0].remedies) EXPECT_LE(remedy.per_gpu_gb, 0.9 * 85.52);
}

// No offer of an H100 is below $3 an hour, so no count is estimated; the smallest that holds the model comes nearest.
TEST(Recommend, WhatIsTooDearIsANearMissAtItsCheapest) {
  Scenario s = llama_8b();
  s.constraints.accelerators = {"H100"};
  s.constraints.max_usd_h = 2;
  const Found found = recommend(s, small_catalog());
  ASSERT_EQ(found->near_misses.size(), 1u);
  EXPECT_EQ(found->near_misses[0].hardware.count, 1);
  EXPECT_EQ(found->near_misses[0].lacks[0].path, "/constraints/max_usd_h");
}

// Nothing costs nothing: all miss the limit, and the nearest are told of still.
TEST(Recommend, ALimitOfNothingHasNearMisses) {
  Scenario s = llama_8b();
  s.constraints.accelerators = {"H100"};
  s.constraints.max_usd_h = 0;
  const Found found = recommend(s, small_catalog());
  EXPECT_TRUE(found->recommendations.empty());
  ASSERT_FALSE(found->near_misses.empty());
  EXPECT_EQ(found->near_misses[0].lacks[0].path, "/constraints/max_usd_h");
}

// What costs nothing is the cheapest; the rest is no number of times as dear.
TEST(Recommend, WhatIsFreeIsTheCheapest) {
  Scenario s = llama_8b();
  s.hardware.accelerator = "rtx-4090";
  s.cost.rent_usd_gpu_h = 0;
  const Found found = recommend(s, small_catalog());
  ASSERT_GE(found->recommendations.size(), 2u);
  EXPECT_EQ(found->recommendations[0].hardware.accelerator, "rtx-4090");
  EXPECT_EQ(found->recommendations[0].reasons[0], "$0 an hour when rented, the lowest of 3.");
  EXPECT_EQ(found->recommendations[1].reasons[0].find("times"), std::string::npos) << said(*found);
}

// What is named stays. Left open, weights are in 8 bits where the device multiplies them: half the bytes, twice the
// rate.
TEST(Recommend, WeightsAreSearchedUnlessNamed) {
  Scenario s;
  s.precision.weights = "bf16";
  const Found strict = recommend(s, small_catalog());
  ASSERT_FALSE(strict->recommendations.empty());
  for (const Recommendation& r : strict->recommendations) EXPECT_EQ(r.precision.weights, "bf16");
  s.constraints.accelerators = {"H100"};
  s.precision.accept = "fp8";
  const Found accepted = recommend(s, small_catalog());
  s.precision = {};
  const Found open = recommend(s, small_catalog());
  for (const Found* found : {&accepted, &open}) {
    ASSERT_EQ((*found)->recommendations.size(), 1u);
    EXPECT_EQ((*found)->recommendations[0].precision.weights, "fp8");
  }
}

TEST(Recommend, TargetsOfLatencyAreSimulated) {
  Scenario s = llama_8b();
  s.precision.weights = "bf16";
  s.serve.slo.tpot_p95_ms = 12;  // one H100 reads 15 GB in 15 GB / 3,350 GB/s = 4.5 ms, a 4090 in 15 ms
  s.constraints.max_count = 1;
  s.serve.concurrency = 1;
  const Found found = recommend(s, small_catalog());
  EXPECT_EQ(accelerators(*found), std::set<std::string>{"h100-sxm5-80gb"});
  ASSERT_FALSE(found->near_misses.empty());
  EXPECT_EQ(found->near_misses[0].lacks[0].path, "/serve/slo/tpot_p95_ms");
}

// 2,048 tokens of an 8B take 2 x 8e9 x 2,048 = 33 TFLOP: 33 ms of one H100 at its peak of 990 TFLOP/s, whatever the
// fleet.
TEST(Recommend, ANearMissTellsOfATargetThatNoFleetMeets) {
  Scenario s = llama_8b();
  s.serve.purpose = RequestPurpose::general;
  s.constraints.accelerators = {"H100"};
  s.constraints.max_count = 1;
  s.serve.requests_per_minute = 60000;
  s.serve.slo.ttft_p95_ms = 10;
  const Found found = recommend(s, small_catalog());
  ASSERT_EQ(found->near_misses.size(), 1u);
  const std::vector<Missed>& lacks = found->near_misses[0].lacks;
  ASSERT_EQ(lacks.size(), 2u);
  EXPECT_EQ(lacks[0].path, "/serve/requests_per_minute");
  EXPECT_EQ(lacks[1].path, "/serve/slo/ttft_p95_ms");
  EXPECT_GT(lacks[1].ratio, 3.3);
  EXPECT_NE(lacks[1].text.find("for the prompt alone, 10 ms allowed"), std::string::npos) << lacks[1].text;
}

TEST(Recommend, ANearMissThatIsTooDearTellsOfItsTargetsToo) {
  Scenario s = llama_8b();
  s.constraints.accelerators = {"H100"};
  s.constraints.max_usd_h = 1;
  s.serve.concurrency = 1;
  s.serve.slo.tpot_p95_ms = 4;  // 15 GB / 3,350 GB/s = 4.5 ms
  const Found found = recommend(s, small_catalog());
  ASSERT_EQ(found->near_misses.size(), 1u);
  std::set<std::string> paths;
  for (const Missed& lack : found->near_misses[0].lacks) paths.insert(lack.path);
  EXPECT_EQ(paths, (std::set<std::string>{"/constraints/max_usd_h", "/serve/slo/tpot_p95_ms"}));
}

TEST(Recommend, ARateIsAnsweredByAFleet) {
  Scenario s = llama_8b();
  s.serve.requests_per_minute = 6000;
  const Found found = recommend(s, small_catalog());
  ASSERT_FALSE(found->recommendations.empty());
  for (const Recommendation& r : found->recommendations) EXPECT_GE(*r.speed.max_requests_per_s, 100);
}

TEST(Recommend, OwnedHardwareCostsWhatRunningItCosts) {
  Scenario s = llama_8b();
  s.constraints.owned = {{"4090", 6}};
  const Found found = recommend(s, small_catalog());
  ASSERT_EQ(accelerators(*found), std::set<std::string>{"rtx-4090"});
  const Recommendation& r = found->recommendations[0];
  EXPECT_LE(r.hardware.count, 6);
  EXPECT_EQ(r.cost.option, PricingOption::buy);
  EXPECT_EQ(r.cost.purchase_usd, 0);
}

TEST(Recommend, BuysNothingAtALaunchPriceThatIsHalfAYearOld) {
  Catalog c = small_catalog();
  c.prices.push_back(
      {.of = "rtx-4090", .kind = PriceKind::launch, .amount = usd(100), .priced = "2020-01"});  // below every other
  index_prices(c);
  Scenario s = llama_8b();
  s.cost.mode = CostMode::buy;
  EXPECT_EQ(accelerators(*recommend(s, c)), std::set<std::string>{"h100-sxm5-80gb"});
  c.prices.back().priced = c.date;
  EXPECT_TRUE(accelerators(*recommend(s, c)).contains("rtx-4090"));
  c.prices.back().priced = "2020-01";
  s.constraints.accelerators = {"rtx-4090"};  // whoever names it knows where
  EXPECT_EQ(accelerators(*recommend(s, c)), std::set<std::string>{"rtx-4090"});
}

TEST(Recommend, OwnedHardwareHasTheMemoryThatItsNameSays) {
  Scenario s = llama_8b();
  s.constraints.owned = {{"RTX 4090 48GB", 1}};
  const Found found = recommend(s, small_catalog());
  ASSERT_FALSE(found->recommendations.empty());
  for (const Recommendation& r : found->recommendations) {
    EXPECT_EQ(r.hardware.accelerator, "rtx-4090");
    EXPECT_EQ(r.hardware.memory_gb, 48);
    EXPECT_NEAR(r.memory.usable_gb, 51.514, 0.001);
  }
  s.constraints = {.accelerators = {"RTX 4090 48GB"}};
  EXPECT_EQ(recommend(s, small_catalog())->recommendations.at(0).hardware.memory_gb, 48);
}

// Its prices are of the card that is sold, and nobody rents out the other.
TEST(Recommend, AScenariosRebuiltCardIsNotWhatIsRentedOrSold) {
  Scenario s = llama_8b();
  s.hardware.accelerator = "rtx-4090";
  s.hardware.memory_gb = 48;
  const Found found = recommend(s, small_catalog());
  ASSERT_FALSE(found->recommendations.empty());
  for (const Recommendation& r : found->recommendations) EXPECT_EQ(r.hardware.memory_gb, std::nullopt);
}

TEST(Recommend, OwnPricesAreThoseOfTheScenariosAccelerator) {
  Scenario s = llama_8b();
  s.hardware.accelerator = "H100";
  s.cost.rent_usd_gpu_h = 0.01;  // below every offer
  s.cost.mode = CostMode::rent;
  const Found found = recommend(s, small_catalog());
  ASSERT_EQ(found->recommendations.size(), 3u);
  for (const Recommendation& r : found->recommendations) {
    const bool own = r.hardware.accelerator == "h100-sxm5-80gb";
    EXPECT_EQ(r.cost.rent_source == "your own figure", own);
    EXPECT_EQ(r.question.cost.rent_usd_gpu_h.has_value(), own);
  }
}

TEST(Recommend, CopiesWithoutRequestsAreNotOffered) {
  Scenario s = llama_8b();
  s.serve.concurrency = 2;
  s.objective = Goal::speed;
  const Found found = recommend(s, small_catalog());
  ASSERT_FALSE(found->recommendations.empty());
  for (const Recommendation& r : found->recommendations) EXPECT_LE(r.parallel.data, 2);
}

TEST(Recommend, ProblemsComeAtOnce) {
  Scenario s;
  s.model.id = "llama-3.1-71b";
  s.constraints.vendors = {"NVIDIA", "nobody"};
  s.cost.mode = CostMode::api;
  s.precision.accept = "fp9";
  const Found found = recommend(s, small_catalog());
  std::vector<std::string> paths;
  for (const Problem& p : found.problems()) paths.push_back(p.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"/model", "/constraints/vendors/1", "/cost/mode", "/precision/accept"}));
}

TEST(Recommend, OwnEntriesAreCandidates) {
  Scenario s = llama_8b();
  Accelerator mine = test::h100();
  mine.id = "mine";
  mine.name = "Mine";
  mine.aliases = {};
  s.overrides.accelerators = {mine};
  s.objective = Goal::energy;
  EXPECT_EQ(accelerators(*recommend(s, small_catalog())).count("mine"), 1u);
}

// Three rent H100 for $3, $4 and $7: that in the middle stands, and the cheapest is named.
TEST(Recommend, TheMachinesThatRentItAreNamed) {
  Scenario s = llama_8b();
  s.constraints.accelerators = {"H100"};
  s.constraints.max_count = 1;
  const Found found = recommend(s, test::by_the_gpu(small_catalog()));
  ASSERT_EQ(found->recommendations.size(), 1u);
  const Recommendation& r = found->recommendations[0];
  ASSERT_EQ(r.instances.size(), 2u);
  EXPECT_EQ(r.instances[0].instance, "c-1xh100");
  EXPECT_DOUBLE_EQ(r.instances[0].usd_per_h, 3);
  EXPECT_FALSE(r.instances[0].priced);
  EXPECT_EQ(r.instances[1].instance, "a-8xh100");
  EXPECT_EQ(r.instances[1].provider, "Cloud A");
  EXPECT_DOUBLE_EQ(r.instances[1].usd_per_h, 4);
  EXPECT_TRUE(r.instances[1].priced);
  EXPECT_EQ(r.hardware.instance, "a-8xh100");
  EXPECT_DOUBLE_EQ(*r.cost.usd_per_h, 4);
}

// Owning costs less than renting here, but is another question.
TEST(Recommend, WhatNobodyRentsStandsBehindByCostAndSaysWhy) {
  Catalog c = small_catalog();
  c.instances.erase(c.instances.begin(), c.instances.begin() + 3);
  index_prices(c);
  Scenario s = llama_8b();
  const Found found = recommend(s, c);
  ASSERT_EQ(found->recommendations.size(), 3u);
  const Recommendation& r = found->recommendations[2];
  EXPECT_EQ(r.hardware.accelerator, "h100-sxm5-80gb");
  EXPECT_EQ(r.cost.option, PricingOption::buy);
  EXPECT_TRUE(r.instances.empty());
  EXPECT_NE(std::find(r.reasons.begin(), r.reasons.end(),
                      "No rental price is known: it is ranked by what owning costs, behind rented hardware."),
            r.reasons.end());
}

// The H100 has 3,350 GB/s, its predecessor here 1,600 at $12 / 8 = $1.50 an hour.
TEST(Recommend, TheGenerationBeforeStandsBeside) {
  Catalog c = small_catalog();
  c.accelerators[0].release = "2022-10";
  Accelerator& old = c.accelerators.back();
  old.vendor = "NVIDIA";
  old.architecture = "Ampere";
  old.release = "2020-05";
  old.form_factor = FormFactor::sxm;
  old.status = Status::ended;  // never recommended itself
  Scenario s = llama_8b();
  s.objective = Goal::speed;
  const Found found = recommend(s, c);
  ASSERT_EQ(found->recommendations[0].hardware.accelerator, "h100-sxm5-80gb");
  ASSERT_TRUE(found->last_generation);
  const LastGeneration& last = *found->last_generation;
  EXPECT_EQ(last.hardware.accelerator, "large-128gb");
  EXPECT_EQ(last.architecture, "Ampere");
  EXPECT_LT(last.speed_share, 1);
  EXPECT_TRUE(last.cost_share);
  EXPECT_TRUE(last.lacks.empty());
  s.constraints.accelerators = {"H100"};
  EXPECT_FALSE(recommend(s, c)->last_generation);
}

// The cost is in proportion to the rent, so the second wins when the first's rent has risen by the ratio of their
// costs.
TEST(Recommend, TheRentThatTurnsTheVerdictIsSolved) {
  Scenario s = llama_8b();
  s.cost.mode = CostMode::rent;
  RecommendOptions options;
  options.turning_points = true;
  const Found found = recommend(s, small_catalog(), options);
  ASSERT_GE(found->recommendations.size(), 2u);
  const Recommendation& first = found->recommendations[0];
  const Recommendation& second = found->recommendations[1];
  const double ratio = *second.cost.usd_per_h / *first.cost.usd_per_h;
  const auto rent = std::find_if(found->turning_points.begin(), found->turning_points.end(),
                                 [](const TurningPoint& t) { return t.input == "/cost/rent_usd_gpu_h"; });
  ASSERT_NE(rent, found->turning_points.end());
  EXPECT_NEAR(rent->at / rent->now, ratio, 1e-3 * ratio);
  EXPECT_EQ(rent->accelerator, second.hardware.accelerator);
  EXPECT_TRUE(recommend(s, small_catalog())->turning_points.empty());
}

// ---- What holds for every scenario.

double within(double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0; }

Scenario any_scenario() {
  Scenario s;
  s.workload = *rc::gen::element(Workload::serve, Workload::serve, Workload::finetune);
  s.model.id = *rc::gen::element(std::string("llama-3.1-8b"), std::string("llama-3.1-70b"));
  s.objective = static_cast<Goal>(*rc::gen::inRange(0, 3));
  s.cost.mode = CostMode::rent;
  if (*rc::gen::arbitrary<bool>())
    s.serve.requests_per_minute = within(1, 1000);
  else
    s.serve.concurrency = *rc::gen::inRange(1, 100);
  if (*rc::gen::arbitrary<bool>()) s.precision.accept = "fp8";
  if (*rc::gen::arbitrary<bool>()) s.constraints.max_usd_h = within(0, 200);
  if (*rc::gen::arbitrary<bool>()) s.constraints.max_power_w = within(300, 30000);
  if (*rc::gen::arbitrary<bool>()) s.constraints.max_count = *rc::gen::inRange(1, 40);
  if (*rc::gen::arbitrary<bool>()) s.train.deadline_h = within(0, 10);
  if (*rc::gen::arbitrary<bool>()) s.constraints.vendors = {"NVIDIA"};
  return s;
}

Scenario relaxed(Scenario s) {
  ConstraintChoice& c = s.constraints;
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      if (c.max_usd_h) *c.max_usd_h *= within(1, 3);
      break;
    case 1:
      c.max_usd_h.reset();
      break;
    case 2:
      if (c.max_count) *c.max_count *= 2;
      break;
    case 3:
      c.max_power_w.reset();
      break;
    case 4:
      c.vendors.clear();
      break;
    default:
      s.precision.accept = "fp8";
      if (s.train.deadline_h) *s.train.deadline_h *= 2;
  }
  return s;
}

constexpr RecommendOptions kAll{.most = 1000, .most_misses = 1000};

// Narrower formats than the model's own are asked about where nothing keeps the limits in that: another question.
bool is_of_one_format(const Recommendations& a, const Recommendations& b, const Scenario& s) {
  if (s.precision.accept || a.recommendations.empty() || b.recommendations.empty()) return true;
  return a.recommendations[0].precision.weights == b.recommendations[0].precision.weights;
}

// Of all: the first may be another, as what was not measured is ranked with caution.
double best_merit(const Recommendations& found, const Scenario& s) {
  double best = std::numeric_limits<double>::infinity();
  for (const Recommendation& r : found.recommendations) best = std::min(best, merit(r, s));
  return best;
}

void must_be_no_worse(const Found& before, const Found& after, const Scenario& s) {
  RC_ASSERT(before.ok() && after.ok());
  if (!is_of_one_format(*before, *after, s)) return;
  const std::set<std::string> kept = accelerators(*after);
  for (const std::string& id : accelerators(*before)) RC_ASSERT(kept.count(id) == 1u);
  if (before->recommendations.empty()) return;
  RC_ASSERT(best_merit(*after, s) <= best_merit(*before, s) * (1 + 1e-9));
}

RC_GTEST_PROP(RecommendProperties, RelaxingAConstraintRemovesNothingAndWorsensNothing, ()) {
  const Scenario s = any_scenario();
  const Catalog catalog = small_catalog();
  must_be_no_worse(recommend(s, catalog, kAll), recommend(relaxed(s), catalog, kAll), s);
}

RC_GTEST_PROP(RecommendProperties, AnotherAcceleratorWorsensNothing, ()) {
  const Scenario s = any_scenario();
  Catalog fewer = small_catalog();
  fewer.accelerators.pop_back();
  must_be_no_worse(recommend(s, fewer, kAll), recommend(s, small_catalog(), kAll), s);
}

// Factors of two are exact.
RC_GTEST_PROP(RecommendProperties, AllPricesScaledChangeNoRanking, ()) {
  Scenario s = any_scenario();
  s.objective = Goal::cost;
  s.constraints.max_usd_h.reset();
  const double factor = std::ldexp(1, *rc::gen::inRange(-4, 5));
  Catalog scaled = small_catalog();
  for (Price& price : scaled.prices) price.amount *= factor;
  const Found before = recommend(s, small_catalog(), kAll), after = recommend(s, scaled, kAll);
  RC_ASSERT(before->recommendations.size() == after->recommendations.size());
  for (std::size_t i = 0; i < before->recommendations.size(); ++i) {
    RC_ASSERT(before->recommendations[i].hardware.accelerator == after->recommendations[i].hardware.accelerator);
    RC_ASSERT(before->recommendations[i].hardware.count == after->recommendations[i].hardware.count);
  }
}

// One and two miss the rate alike, as many as four and eight nobody lets; nine of them answer it within the money.
TEST(Recommend, NumbersThatMissAlikeHideNoLargerOne) {
  Scenario s;
  s.model.id = "llama-3.1-70b";
  s.objective = Goal::cost;
  s.cost.mode = CostMode::rent;
  s.serve.requests_per_minute = 434.566;
  s.constraints.max_usd_h = 13.6;
  const Found found = recommend(s, small_catalog(), kAll);
  ASSERT_EQ(found->recommendations.size(), 1U);
  EXPECT_EQ(found->recommendations[0].hardware.accelerator, "large-128gb");
  EXPECT_EQ(found->recommendations[0].hardware.count, 9);
}

RC_GTEST_PROP(RecommendProperties, BoundsRuleOutNothingThatKeepsAllLimits, ()) {
  const Scenario s = any_scenario();
  RecommendOptions exhaustive = kAll;
  exhaustive.without_bounds = true;
  const Found fast = recommend(s, small_catalog(), kAll), slow = recommend(s, small_catalog(), exhaustive);
  RC_ASSERT(said(*fast) == said(*slow));
  RC_ASSERT(fast->estimated <= slow->estimated);
  RC_ASSERT(said(*fast) == said(*recommend(s, small_catalog(), kAll)));  // and the same again
}

}  // namespace
}  // namespace ridgepoint
