// What any advice has to keep, for pairs of questions, with the catalog as it is shipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/choose/constraints.h"
#include "engine/choose/make_estimate.h"
#include "engine/choose/recommend.h"
#include "engine/choose/recommend_bounds.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

class Asking {
 public:
  explicit Asking(unsigned seed) : random_(seed) {}

  template <class T>
  T one_of(const std::vector<T>& all) {
    return all[random_() % all.size()];
  }
  double within(double low, double high) { return low + (high - low) * static_cast<double>(random_() % 1000) / 999; }
  bool heads() { return random_() % 2 == 0; }

  Scenario scenario() {
    Scenario s;
    s.workload = one_of<Workload>({Workload::serve, Workload::serve, Workload::serve, Workload::finetune});
    s.model.id = one_of<std::string>({"llama-3.1-8b", "qwen3-14b", "qwen3-30b-a3b", "gpt-oss-120b", "llama-3.3-70b"});
    s.cost.mode = one_of<CostMode>({CostMode::rent, CostMode::rent, CostMode::buy});
    s.serve.input_tokens = one_of<double>({256, 1024, 4096});
    s.serve.output_tokens = one_of<double>({128, 512});
    if (s.serves() && heads())
      s.serve.requests_per_minute = std::round(within(5, 600));
    else if (s.serves())
      s.serve.concurrency = one_of<double>({1, 4, 16, 64});
    if (!s.serves()) s.train.method = one_of<Method>({Method::lora, Method::qlora});
    if (heads()) s.precision.weights = "bf16";
    if (heads()) s.constraints.max_count = 16;
    (s.cost.mode == CostMode::buy ? s.constraints.max_purchase_usd : s.constraints.max_usd_h) =
        s.cost.mode == CostMode::buy ? within(1000, 300000) : within(1, 100);
    return s;
  }

 private:
  std::mt19937 random_;
};

constexpr RecommendOptions kAll{.most = 1000, .most_misses = 0};

std::set<std::string> accelerators(const Recommendations& found) {
  std::set<std::string> out;
  for (const Recommendation& r : found.recommendations) out.insert(r.hardware.accelerator);
  return out;
}

double cheapest(const Recommendations& found, const Scenario& s) {
  double least = kUnknownScore;
  for (const Recommendation& r : found.recommendations)
    least = std::min(least, (s.serves() ? r.cost.usd_per_h : r.cost.usd_per_run).value_or(kUnknownScore));
  return least;
}

// Of each kind; sanitizers take their time.
int pairs() {
#ifdef RIDGEPOINT_FEW_PAIRS
  constexpr int kUsual = 2;
#else
  constexpr int kUsual = 25;
#endif
  const char* wanted = std::getenv("RIDGEPOINT_PAIRS");
  return wanted ? std::max(1, std::atoi(wanted)) : kUsual;
}

template <class Check>
void each_pair(Check check) {
  for (int i = 0; i < pairs(); ++i) {
    Asking asking(static_cast<unsigned>(i + 1));
    const Scenario s = asking.scenario();
    const Result<Recommendations> found = recommend(s, shipped(), kAll);
    ASSERT_TRUE(found.ok()) << i;
    check(s, *found, asking, i);
  }
}

Recommendations found_for(const Scenario& s) { return recommend(s, shipped(), kAll).value(); }

TEST(AdviceRelations, ALimitRelaxedLosesAndWorsensNothing) {
  each_pair([](const Scenario& s, const Recommendations& before, Asking& asking, int i) {
    Scenario relaxed = s;
    ConstraintChoice& c = relaxed.constraints;
    std::optional<double>& money = s.cost.mode == CostMode::buy ? c.max_purchase_usd : c.max_usd_h;
    if (asking.heads())
      money.reset();
    else
      *money *= asking.within(1, 3);
    const Recommendations after = found_for(relaxed);
    const std::set<std::string> kept = accelerators(after);
    for (const std::string& id : accelerators(before)) EXPECT_EQ(kept.count(id), 1u) << i << " " << id;
    if (before.recommendations.empty()) return;
    EXPECT_LE(cheapest(after, s), cheapest(before, s) * (1 + 1e-9)) << i;
  });
}

TEST(AdviceRelations, ALoadHardenedIsNeverCheaper) {
  each_pair([](const Scenario& s, const Recommendations& before, Asking& asking, int i) {
    Scenario harder = s;
    if (s.serve.requests_per_minute)
      *harder.serve.requests_per_minute *= asking.within(1.1, 2);
    else if (s.serves())
      *harder.serve.concurrency *= 2;  // an hour for twice the users
    else
      harder.train.tokens = 2e7;
    const Recommendations after = found_for(harder);
    if (after.recommendations.empty()) return;
    EXPECT_GE(cheapest(after, s), cheapest(before, s) * (1 - 1e-9)) << i;
  });
}

TEST(AdviceRelations, ALimitThatCannotBindChangesNothing) {
  each_pair([](const Scenario& s, const Recommendations& before, Asking&, int i) {
    Scenario same = s;
    same.constraints.max_usd_total = 1e12;
    same.constraints.min_tokens_per_s = s.workload == Workload::serve ? 10 : 0;  // as it is taken for granted
    const Recommendations after = found_for(same);
    ASSERT_EQ(before.recommendations.size(), after.recommendations.size()) << i;
    for (std::size_t k = 0; k < before.recommendations.size(); ++k) {
      EXPECT_EQ(before.recommendations[k].hardware.accelerator, after.recommendations[k].hardware.accelerator) << i;
      EXPECT_EQ(before.recommendations[k].hardware.count, after.recommendations[k].hardware.count) << i;
    }
  });
}

TEST(AdviceRelations, ALittleMoreCostsALittleMore) {
  each_pair([](const Scenario& s, const Recommendations& before, Asking&, int i) {
    if (!s.serves() || before.recommendations.empty()) return;
    Scenario more = s;
    *more.serve.input_tokens *= 1.02;
    more.constraints.max_usd_h.reset();
    more.constraints.max_purchase_usd.reset();
    Scenario open = more;
    open.serve.input_tokens = s.serve.input_tokens;
    const Recommendations now = found_for(open);
    const double one = 1.0 / now.recommendations.front().hardware.count;  // accelerators come whole
    EXPECT_LE(cheapest(found_for(more), s), (1 + std::max(0.15, one)) * cheapest(now, s)) << i;
  });
}

bool all_met(const Estimate& e) {
  const std::vector<Demand> all = unworded_demands(e);
  return e.memory.fit == Fit::fits && std::all_of(all.begin(), all.end(), [](const Demand& d) { return d.met(); });
}

// Machines of the market, paid as they are used, none idle, and joined only where they are built to be; weights in
// formats that are tried.
bool can_be_proposed(const Estimate& e, const Scenario& asked) {
  const Question& r = e.question;
  const Layout& l = e.basis.plan.layout;
  const Accelerator& a = *find_accelerator(shipped(), e.question.hardware.accelerator);
  const int together = e.question.serves() ? std::max(l.tensor * l.pipeline, l.expert) : r.gpus;
  if (together > r.per_node && !is_built_to_be_joined(a)) return false;
  if (l.data > asked.serve.concurrency.value_or(l.data)) return false;  // copies that nobody uses
  const std::vector<const NumberFormat*> formats = formats_to_try(*question_of(asked, shipped()), shipped(), a).first;
  const auto is_its = [&](const NumberFormat* one) { return one->id == r.weights->id; };
  if (std::none_of(formats.begin(), formats.end(), is_its)) return false;
  if (e.cost.option == PricingOption::buy) return !e.basis.bought.elsewhere;
  const RentPrice& rent = e.basis.rent;
  return e.cost.option && !rent.elsewhere && !rent.scattered && rent.paid_gpus == r.gpus;
}

TEST(AdviceRelations, WhatIsRecommendedAnEstimateConfirms) {
  each_pair([](const Scenario&, const Recommendations& found, Asking&, int i) {
    for (const Recommendation& r : found.recommendations) {
      const Result<Estimate> e = estimate(r.question, shipped());
      ASSERT_TRUE(e.ok()) << i << " " << r.hardware.accelerator;
      EXPECT_TRUE(all_met(*e)) << i << " " << r.hardware.count << " x " << r.hardware.accelerator;
      EXPECT_EQ(e->cost.usd_per_h, r.cost.usd_per_h) << i << " " << r.hardware.accelerator;
      EXPECT_EQ(e->cost.usd_per_run, r.cost.usd_per_run) << i << " " << r.hardware.accelerator;
    }
  });
}

TEST(AdviceRelations, WhatIsRefusedNoEstimateMeets) {
  int tried = 0;
  each_pair([&](const Scenario& s, const Recommendations& found, Asking& asking, int i) {
    const std::set<std::string> kept = accelerators(found);
    const Question asked = *question_of(s, shipped());
    const Bounds bounds(asked, shipped());
    for (int k = 0; k < 200; ++k) {
      const Accelerator& device = asking.one_of(shipped().accelerators);
      if (kept.count(device.id) != 0 || !is_candidate(device, s)) continue;
      const int count = asking.one_of(bounds.counts(device));
      Question one = found.shown;  // with what was taken for granted
      one.precision = s.precision;
      one.hardware = {.accelerator = device.id, .count = count};
      const Result<Estimate> e = estimate(one, shipped());
      if (!e.ok() || !can_be_proposed(*e, s)) continue;
      ++tried;
      EXPECT_FALSE(all_met(*e)) << i << " " << count << " x " << device.id;
    }
  });
  EXPECT_GE(tried, pairs() / 2);
}

// Whether a choice says that its place hangs on a provider, or on anything at all.
bool says_it_is_unsure(const Recommendation& r) {
  const auto alone = [](const std::string& reason) { return reason.rfind("Only ", 0) == 0; };
  return std::any_of(r.reasons.begin(), r.reasons.end(), alone) || (r.regret && r.regret->best < kDraws / 2);
}

std::set<std::string> providers_of(const Recommendation& r) {
  std::set<std::string> out;
  for (const OfferedInstance& offered : r.instances)
    for (const Instance& one : shipped().instances)
      if (one.name == offered.name && one.accelerator == r.hardware.accelerator) out.insert(one.provider);
  return out;
}

// Each of those that let the first choice, left out.
TEST(AdviceProviders, OneLessChangesTheFirstPlaceInFewerThanOneInTenThatDidNotSaySo) {
  int asked = 0, unsaid = 0;
  each_pair([&](const Scenario& s, const Recommendations& found, Asking&, int) {
    if (s.cost.mode == CostMode::buy || found.recommendations.empty()) return;
    const Recommendation& first = found.recommendations.front();
    for (const std::string& provider : providers_of(first)) {
      Catalog less = shipped();
      std::erase_if(less.instances, [&](const Instance& one) { return one.provider == provider; });
      index_prices(less);
      const std::vector<Recommendation> others = recommend(s, less, kAll).value().recommendations;
      const bool same = !others.empty() && others.front().hardware.accelerator == first.hardware.accelerator;
      ++asked;
      if (!same && !says_it_is_unsure(first)) ++unsaid;
    }
  });
  EXPECT_GT(asked, 0);
  EXPECT_LE(unsaid, asked / 10) << asked;
}

// What is bought has a price that somebody asks; what a host or a maker asked long ago is none.
TEST(AdvicePrices, NothingIsBoughtAtAnOldLaunchPrice) {
  int bought = 0;
  each_pair([&](const Scenario&, const Recommendations& found, Asking&, int i) {
    for (const Recommendation& r : found.recommendations) {
      if (r.cost.option != PricingOption::buy) continue;
      ++bought;
      const std::string& source = r.cost.purchase_source;
      const bool launch = source.find("launch price") < source.find(", and ");
      EXPECT_FALSE(launch && source.find("stale") < source.find(", and ")) << i << " " << source;
    }
  });
  EXPECT_GT(bought, 0);
}

}  // namespace
}  // namespace ridgepoint
