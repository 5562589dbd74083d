// What stands for renting, where few offer it.
#include <gtest/gtest.h>

#include "engine/ask/prices.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

// Of eight H100, under a commitment over on demand.
std::optional<double> committed(const Catalog& catalog, Pricing pricing) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "H100";
  s.hardware.count = 8;
  const Result<Resolved> r = resolve(s, catalog);
  EXPECT_TRUE(r.ok());
  const RentMarket market = rent_market(s, *r, false, catalog);
  const std::optional<RentPrice> price = rent_price(s, market, catalog, pricing);
  return price ? std::optional(price->usd_gpu_h / market.on_demand->usd_gpu_h) : std::nullopt;
}

// Nobody commits; then one that asks $3 on demand takes $2 for a year, and still nobody has three.
TEST(RentPrice, CommitmentsAreThoseThatSomebodyOffers) {
  Catalog c = test::catalog();
  EXPECT_FALSE(committed(c, Pricing::reserved_1y));
  EXPECT_FALSE(committed(c, Pricing::reserved_3y));
  c.prices.push_back({.of = "c-1xh100", .kind = PriceKind::reserved_1y, .amount = usd(2), .priced = "2026-11-03"});
  index_prices(c);
  EXPECT_NEAR(committed(c, Pricing::reserved_1y).value_or(0), 2.0 / 3, 1e-12);
  EXPECT_FALSE(committed(c, Pricing::reserved_3y));
}

}  // namespace
}  // namespace ridgepoint
