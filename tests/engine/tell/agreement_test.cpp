// Figures of one answer do not contradict each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/units.h"
#include "engine/base/words.h"
#include "engine/choose/fleet.h"
#include "engine/estimate/parts.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Scenario serving(int count = 8) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = count;
  return s;
}

Scenario at_rate(double requests_per_minute, int count = 8) {
  Scenario s = serving(count);
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = requests_per_minute;
  return s;
}

Estimate answered(const Scenario& s, const Catalog& catalog = test::catalog()) {
  const Result<Estimate> e = answer(s, catalog, {.series = true});
  EXPECT_TRUE(e.ok()) << (e.ok() ? "" : e.problems()[0].message);
  return *e;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const RuleOfThumb& rule_of(const Estimate& e, const std::string& id) {
  return *std::find_if(e.rules_of_thumb.begin(), e.rules_of_thumb.end(),
                       [&](const RuleOfThumb& rule) { return rule.id == id; });
}

// ---- Rules of thumb: both sides of one copy of the model.

TEST(Agreement, ARuleOfAllAcceleratorsStandsBesideTheMemoryOfAll) {
  Scenario s = serving(2);
  s.workload = Workload::finetune;
  s.train.method = Method::qlora;
  s.parallel.pipeline = 2;
  const Estimate e = answered(s);
  const RuleOfThumb& rule = rule_of(e, "qlora_per_billion");
  EXPECT_NEAR(rule.value, 8.03 * 1.66, 0.01);
  EXPECT_NEAR(rule.detailed, 2 * e.memory.per_gpu_gb, 1e-9);
  EXPECT_TRUE(holds(rule.why_different, "over 2 GPUs; each GPU holds " + memory_text(e.memory.per_gpu_gb)))
      << rule.why_different;
}

// However the states are divided, those of one copy are as large.
TEST(Agreement, StatesOfACopyDoNotDependOnHowTheyAreSharded) {
  const auto states = [](Sharding sharding) {
    Scenario s = serving(8);
    s.workload = Workload::train;
    s.parallel.tensor = s.parallel.pipeline = 1;
    s.parallel.sharding = sharding;
    return rule_of(answered(s), "states_18_bytes").detailed;
  };
  const double whole = states(Sharding::none);
  for (const Sharding sharding : {Sharding::zero1, Sharding::zero2, Sharding::zero3})
    EXPECT_NEAR(states(sharding), whole, 0.1 * whole) << word_of(sharding);
}

// Stages read their weights one after another, so that two of them are no faster for one stream.
TEST(Agreement, StagesDoNotMultiplyTheBandwidthOfAToken) {
  Scenario s = serving(2);
  s.serve.concurrency = 1;
  const auto value = [&](int pipeline) {
    s.parallel.tensor = 1;
    s.parallel.pipeline = pipeline;
    return rule_of(answered(s), "bandwidth").value;
  };
  EXPECT_NEAR(value(2), value(1), 1e-9);
}

// ---- No money for what cannot run.

TEST(Agreement, WhatDoesNotFitHasNoCost) {
  Scenario s;
  s.serve.purpose = RequestPurpose::general;
  s.hardware.count = 1;
  const Estimate e = answered(s);
  ASSERT_EQ(e.memory.fit, Fit::no);
  const CostResult& c = e.cost;
  for (const auto& usd : {c.usd_per_h, c.usd_per_useful_h, c.usd_per_1m_input_tokens, c.usd_per_1m_output_tokens,
                          c.usd_per_1k_requests, c.usd_per_run, c.rent_usd_gpu_h, c.purchase_usd})
    EXPECT_FALSE(usd.has_value());
  EXPECT_TRUE(c.options.empty() && c.lines.empty() && c.cash_flow.empty() && c.verdict.empty() &&
              e.sensitivity.empty());
  EXPECT_FALSE(c.npv || c.break_even || c.usd_per_useful_gpu_h);
  EXPECT_FALSE(holds(e.answer.text, "$"));
  for (const Warning& w : e.warnings) EXPECT_FALSE(holds(w.message, "$") || holds(w.message, "rent")) << w.message;
}

// Machines that fall behind have a price, requests that are not answered none; a host answers them all.
TEST(Agreement, RequestsThatAreNotAnsweredHaveNoCost) {
  const Estimate e = answered(at_rate(1e6));
  EXPECT_EQ(e.answer.status, "behind");
  EXPECT_EQ(*e.cost.usd_per_h, 24);
  EXPECT_FALSE(e.cost.usd_per_1k_requests || e.cost.break_even || e.cost.npv->rent);
  ASSERT_EQ(e.cost.options.size(), 1u);
  EXPECT_EQ(e.cost.options[0].id, PricingOption::api);
  EXPECT_TRUE(e.cost.verdict.empty());
}

// What is needed is the figure of money that stands out; what was asked for comes second.
TEST(Agreement, WhatFallsBehindHasThePriceOfWhatKeepsUp) {
  const Estimate e = answered(at_rate(1e6));
  const auto is_money = [](const AnswerFigure& figure) { return figure.unit == "US$/h"; };
  ASSERT_EQ(std::count_if(e.answer.figures.begin(), e.answer.figures.end(), is_money), 1);
  const AnswerFigure& money = *std::find_if(e.answer.figures.begin(), e.answer.figures.end(), is_money);
  EXPECT_EQ(money.id, "fleet_usd_per_h");
  EXPECT_EQ(money.value, *fleet(e)->usd_per_h);
  EXPECT_TRUE(holds(e.answer.text, "; the 8 asked for cost $24.00.")) << e.answer.text;
}

// ---- A limit that is missed is said where the answer says that it fits.

TEST(Agreement, TheSentenceSaysWhichLimitIsMissed) {
  Scenario s = serving();
  EXPECT_FALSE(holds(answered(s).answer.text, "misses"));
  s.constraints.max_usd_h = 10;
  const Estimate dear = answered(s);
  EXPECT_EQ(dear.answer.status, "misses");
  EXPECT_TRUE(holds(dear.answer.text, " It misses a limit: $32.00 an hour, $10.00 allowed.")) << dear.answer.text;
  s = serving();
  s.workload = Workload::finetune;
  s.train.deadline_h = 0.001;
  EXPECT_TRUE(holds(answered(s).answer.text, " It misses a limit: ")) << answered(s).answer.text;
}

// ---- A rate that is stated comes at all hours.

// 200 million tokens a day of 2,048 and 512 each: 78,125 requests. At $0.50 and $1.50 a million tokens a request costs
// 2,048 x 0.5e-6 + 512 x 1.5e-6 = $0.001792, a year of them 78,125 x 365 x 0.001792 = $51,100.
TEST(Agreement, AStatedRateIsPaidForAllHours) {
  Scenario s = at_rate(78125.0 / (24 * 60));
  s.serve.purpose = RequestPurpose::general;
  s.cost.api_input_usd_m = 0.5;
  s.cost.api_output_usd_m = 1.5;
  s.cost.years = 1;
  s.cost.discount_rate = 0;
  EXPECT_NEAR(*answered(s).cost.npv->api, 51100, 1e-6);
  s.cost.availability = 0.5;  // buys spare machines; as many requests come
  EXPECT_NEAR(*answered(s).cost.npv->api, 51100, 1e-6);
  const Estimate all = answered(s);
  // What renting costs is what its requests cost, each counted once.
  EXPECT_NEAR(*all.cost.usd_per_1k_requests * 78.125 * 365, *all.cost.npv->rent, 1e-6);
  s.serve.peak_factor = 2;  // the stated rate is that of the busiest time
  EXPECT_NEAR(*answered(s).cost.npv->api, 51100 / 2.0, 1e-6);
  s.serve.peak_factor.reset();
  s.cost.utilization = 0.25;  // hours that are given
  EXPECT_NEAR(*answered(s).cost.npv->api, 51100 / 4.0, 1e-6);
}

// 10,000 people with 3.7 requests a day: 37,000 a day, 13.505 million a year at $0.001792: $24,200.96.
TEST(Agreement, DailyUsersAskEveryDayOfTheYear) {
  Scenario s = serving();
  s.serve.purpose = RequestPurpose::general;
  s.serve.concurrency.reset();
  s.serve.daily_users = 10000;
  s.cost.api_input_usd_m = 0.5;
  s.cost.api_output_usd_m = 1.5;
  s.cost.years = 1;
  s.cost.discount_rate = 0;
  EXPECT_NEAR(*answered(s).cost.npv->api, 24200.96, 1e-6);
}

// ---- One count for each figure.

TEST(Agreement, TheFleetHasAPriceOfItsOwn) {
  const double most = 60 * *answered(at_rate(60, 2)).speed.max_requests_per_s;
  const Estimate e = answered(at_rate(0.95 * most, 2));  // which leaves less than a fifth
  const std::optional<Fleet> needed = fleet(e);
  ASSERT_TRUE(needed && needed->accelerators != 2);
  EXPECT_NEAR(*needed->usd_per_h, *e.cost.usd_per_h / 2 * needed->accelerators, 1e-9);
  EXPECT_TRUE(holds(e.answer.text, " an hour for these 2")) << e.answer.text;
  EXPECT_TRUE(holds(e.answer.text, "With 20% spare for bursts this rate needs " + whole(needed->accelerators) + ", " +
                                       rounded_dollars(*needed->usd_per_h) + " an hour."))
      << e.answer.text;
  EXPECT_TRUE(holds(e.cost.verdict, ", on the 2 asked for,")) << e.cost.verdict;
  const double one = 60 * *answered(at_rate(60, 1)).speed.max_requests_per_s;
  EXPECT_TRUE(holds(answered(at_rate(0.95 * one, 1)).answer.text, " an hour for this one")) << one;
}

// ---- Prices of more of the same.

// Copies that know nothing of each other cost as much each, however many there are.
TEST(Agreement, MoreCopiesCostNoMoreEach) {
  Catalog c = test::catalog();
  for (Price* price : {&c.prices[1], &c.prices[2]}) price->amount = usd(80);  // whole machines are dear
  index_prices(c);
  for (const int one : {1, 2, 4, 8})
    for (const int times : {2, 3, 4, 16}) {
      const auto hourly = [&](int count) {
        Scenario s = serving(count);
        s.parallel.tensor = s.parallel.pipeline = 1;
        s.parallel.data = count;
        s.serve.concurrency = 4.0 * count;
        return *answered(s, c).cost.usd_per_h;
      };
      EXPECT_LE(hourly(times * one), times * hourly(one) * (1 + 1e-9)) << times << " times " << one;
    }
}

// One job on several machines needs whole ones, and says so.
TEST(Agreement, AJobOnSeveralMachinesSaysThatItRentsThemWhole) {
  Scenario s = serving(16);
  s.workload = Workload::finetune;
  EXPECT_TRUE(holds(answered(s).cost.rent_source, "whole machines only"));
  s.hardware.count = 8;
  EXPECT_FALSE(holds(answered(s).cost.rent_source, "whole machines only"));
}

// Cheapest in the sentence, and cheapest in the table of the ways to pay.
TEST(Agreement, NothingIsCalledCheapestThatIsNot) {
  for (double spot : {0.05, 0.5, 1.0}) {
    Scenario s = serving();
    s.cost.spot_ratio = spot;
    const Estimate e = answered(s);
    double least = e.cost.options.front().npv;
    for (const PricedOption& option : e.cost.options) least = std::min(least, option.npv);
    EXPECT_TRUE(holds(e.cost.verdict, rounded_dollars(least))) << e.cost.verdict;
    const bool compared = least == e.cost.npv->rent || least == e.cost.npv->buy || least == e.cost.npv->api;
    EXPECT_NE(holds(e.cost.verdict, " is cheapest of all at "), compared) << e.cost.verdict;
  }
}

// ---- Sums over years are called what they are.

TEST(Agreement, SumsOverYearsArePresentValues) {
  Scenario s = serving();
  EXPECT_TRUE(holds(answered(s).cost.verdict, ", discounted at 10% a year.")) << answered(s).cost.verdict;
  s.cost.discount_rate = 0;
  EXPECT_FALSE(holds(answered(s).cost.verdict, "discounted at"));
}

// ---- Ranges.

// The error of the time per token is 25% in nine of ten: from t / 1.25 to t x 1.25, and so are tokens a second.
TEST(Agreement, AFigureIsOffByWhatItFollowsFrom) {
  const Estimate e = answered(serving(1));
  const FigureRange* time = range_of(e, "tpot_ms");
  const FigureRange* rate = range_of(e, "tokens_per_s_per_request");
  ASSERT_TRUE(time && rate);
  EXPECT_NEAR(rate->low, 1000 / time->high, 1e-9);
  EXPECT_NEAR(rate->high, 1000 / time->low, 1e-9);
  const double each = *e.speed.tokens_per_s_per_request;
  EXPECT_TRUE(holds(e.answer.text, short_number(each) + " tokens/s each (" + significant(each / 1.25, 2) + " to " +
                                       significant(each * 1.25, 2) + ")"))
      << e.answer.text;
  EXPECT_FALSE(holds(e.answer.short_text, " to "));
  std::string text;
  int ranges = 0;
  for (const AnswerPart& part : e.answer.parts) {
    text += part.text;
    if (part.range_of.empty()) continue;
    ++ranges;
    EXPECT_TRUE(range_of(e, part.range_of)) << part.text;
    EXPECT_TRUE(part.figure.empty());
  }
  EXPECT_EQ(text, e.answer.text);
  EXPECT_GT(ranges, 0);
}

TEST(Agreement, ARunIsAsUncertainAsItsTokensASecond) {
  Catalog c = test::catalog();
  c.calibration.errors.push_back({.figure = "train_tokens_per_s", .rows = 100, .median = 0.1, .p90 = 0.5});
  Scenario s = serving(8);
  s.workload = Workload::finetune;
  const Estimate e = answered(s, c);
  const std::pair<const char*, std::optional<double>> predicted[] = {{"days", e.speed.days},
                                                                     {"usd_per_run", e.cost.usd_per_run},
                                                                     {"step_s", e.speed.step_s},
                                                                     {"mfu", e.speed.mfu},
                                                                     {"energy_kwh", e.cost.energy_kwh}};
  for (const auto& [figure, value] : predicted) {
    const FigureRange* range = range_of(e, figure);
    ASSERT_TRUE(range) << figure;
    EXPECT_NEAR(range->low, *value / 1.5, 1e-9 * *value) << figure;
    EXPECT_NEAR(range->high, *value * 1.5, 1e-9 * *value) << figure;
  }
  EXPECT_TRUE(holds(e.answer.text, " for the run (")) << e.answer.text;
}

// What comes at a rate that is kept up with is counted, and so is what is paid for it.
TEST(Agreement, WhatIsCountedHasNoRange) {
  Catalog c = test::catalog();
  c.calibration.errors.push_back({.figure = "ttft", .rows = 100, .p90 = 0.5});
  const Estimate e = answered(at_rate(600), c);
  EXPECT_TRUE(range_of(e, "tpot_ms"));
  for (const char* figure : {"requests_per_s", "tokens_per_s", "usd_per_1k_requests", "usd_per_1m_output_tokens"})
    EXPECT_FALSE(range_of(e, figure)) << figure;
}

TEST(Words, RangesSayAUnitOnce) {
  const auto time = [](double s) { return duration(s); };
  EXPECT_EQ(range_words(0.251, 0.684, time), "250 to 680 ms");
  EXPECT_EQ(range_beside("410 ms", 0.251, 0.684, time), "250 to 680");
  EXPECT_EQ(range_beside("850 ms", 0.6, 1.21, time), "600 ms to 1.2 s");
  EXPECT_EQ(range_beside("36 hours", 20 * 3600.0, 54 * 3600.0, time), "20 hours to 2.2 days");
  EXPECT_EQ(range_beside("$4.20", 2.9, 6.11, rounded_dollars), "$2.90 to $6.10");
  EXPECT_EQ(range_beside("$2.23 million", 1.71e6, 2.88e6, rounded_dollars), "$1.7 to $2.9 million");
  EXPECT_EQ(range_beside("$1.02 million", 0.79e6, 1.31e6, rounded_dollars), "$790,000 to $1.3 million");
  EXPECT_EQ(range_beside("1,234", 987, 1543, short_number), "990 to 1,500");
}

}  // namespace
}  // namespace ridgepoint
