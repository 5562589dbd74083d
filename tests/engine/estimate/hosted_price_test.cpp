// Which host stands for a model, and what it takes for cached prompts, work that can wait and cheaper hours.
#include <gtest/gtest.h>

#include <array>

#include "engine/ask/ask.h"
#include "engine/estimate/prices.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

// One host's Llama 3.1 8B at $1.00 a million tokens read and $2.00 written.
ApiPrice offer(const char* host) {
  return {.provider = host, .model = "llama-3.1-8b", .input = usd(1), .output = usd(2), .priced = "2026-11-01"};
}

HostedPrice price(const std::vector<ApiPrice>& offers, const Scenario& s) {
  Catalog c = test::catalog();
  c.api = offers;
  index_prices(c);
  Question r;
  static_cast<Asked&>(r) = s;
  r.model_id = "llama-3.1-8b";
  const std::optional<HostedPrice> found = hosted_price(r, c);
  EXPECT_TRUE(found);
  return found.value_or(HostedPrice{});
}

TEST(HostedPrice, WhatAHostDoesNotPublishIsNotTakenOff) {
  Scenario s;
  s.workload = Workload::batch;
  EXPECT_EQ(price({offer("a")}, s).cached_price_ratio, 1);
  EXPECT_EQ(price({offer("a")}, s).batch_discount, 0);
}

TEST(HostedPrice, DiscountsAreTheHosts) {
  ApiPrice a = offer("a");
  a.cache_read = usd(0.25);
  a.batch_discount = 0.5;
  Scenario s;
  EXPECT_EQ(price({a}, s).cached_price_ratio, 0.25);
  EXPECT_EQ(price({a}, s).batch_discount, 0);  // a service cannot wait
  s.workload = Workload::batch;
  EXPECT_EQ(price({a}, s).batch_discount, 0.5);
  s.cost.batch_discount = 0.3;
  s.cost.cached_price_ratio = 0.1;
  EXPECT_EQ(price({a}, s).batch_discount, 0.3);
  EXPECT_EQ(price({a}, s).cached_price_ratio, 0.1);
}

TEST(HostedPrice, CheaperHoursCountByTheirShareOfTheDayAndWaitingWorkIsDoneInThem) {
  ApiPrice a = offer("a");
  a.off_peak_share = 0.5;
  a.off_peak_hours = 8;
  Scenario s;
  EXPECT_NEAR(price({a}, s).hours, 5.0 / 6, 1e-12);  // (16 + 8 x 0.5) / 24
  s.workload = Workload::batch;
  EXPECT_EQ(price({a}, s).hours, 0.5);
}

TEST(HostedPrice, TheMiddleIsOfWhatTheWorkCosts) {
  // 900 of 1,000 tokens of a prompt are cached, 100 are written. A: 1000 x 1.0 + 200 = 1,200. B: (100 x 1.2 + 900 x
  // 0.12)
  // + 200 = 428. C: 1000 x 0.9 + 200 = 1,100, which on the list is the cheapest and here the middle.
  ApiPrice a = offer("a"), b = offer("b"), c = offer("c");
  b.input = usd(1.2);
  b.cache_read = usd(0.12);
  c.input = usd(0.9);
  Scenario s;
  s.serve.input_tokens = 1000;
  s.serve.output_tokens = 100;
  s.cost.cached_share = 0.9;
  EXPECT_EQ(price({a, b, c}, s).usd_m_input, 0.9);
}

// Of three hosts, cheapest first; the day of the catalog is 2026-11-21, and 180 days before it is 2026-05-25.
std::vector<ApiPrice> of_days(const std::array<const char*, 3>& seen) {
  std::vector<ApiPrice> offers;
  for (const char* day : seen) {
    offers.push_back(offer(offers.empty() ? "a" : offers.size() == 1 ? "b" : "c"));
    offers.back().input = usd(static_cast<double>(offers.size()));
    offers.back().priced = "2025-06-01";
    offers.back().seen = day;
  }
  return offers;
}

TEST(HostedPrice, WhatNoListHasHadForHalfAYearDoesNotStandAmongFreshPrices) {
  const std::vector<ApiPrice> offers = of_days({"2026-05-25", "2026-05-24", "2026-05-01"});
  EXPECT_EQ(price(offers, {}).usd_m_input, 1);
  EXPECT_EQ(price(offers, {}).offers, 1);
  EXPECT_EQ(price(offers, {}).source.find("no list"), std::string::npos) << price(offers, {}).source;
  Scenario before;  // on that day all three were fresh, and the middle stands
  before.as_of = "2026-05-26";
  EXPECT_EQ(price(offers, before).usd_m_input, 2);
}

TEST(HostedPrice, WhereNoListHasAnyTheNewestStandAndSaySo) {
  const std::vector<ApiPrice> offers = of_days({"2026-04-30", "2026-05-01", "2026-05-01"});
  EXPECT_EQ(price(offers, {}).usd_m_input, 2);
  EXPECT_EQ(price(offers, {}).offers, 2);
  EXPECT_NE(price(offers, {})
                .source.find("2025-06-01 (stale), seen 2026-05-01, which no list has had for more than 180 days"),
            std::string::npos)
      << price(offers, {}).source;
}

TEST(HostedPrice, AHostThatIsAskedForStandsWithAnOldPriceThatSaysHowOld) {
  const std::vector<ApiPrice> offers = of_days({"2026-11-01", "2026-05-01", "2026-11-01"});
  Scenario s;
  s.cost.mode = CostMode::api;
  s.cost.provider = "b";
  EXPECT_EQ(price(offers, s).usd_m_input, 2);
  EXPECT_NE(price(offers, s).source.find("seen 2026-05-01, which no list has had"), std::string::npos);
}

}  // namespace
}  // namespace ridgepoint
