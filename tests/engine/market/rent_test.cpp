// Whole machines that somebody lets.
#include "engine/market/rent.h"

#include <gtest/gtest.h>

#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

// Provider "a" lets machines of so many H100 at so many US$ an hour, and nobody else any.
struct Size {
  int count;
  double usd_h;
};
Catalog letting(const std::vector<Size>& sizes) {
  Catalog c = test::catalog();
  c.instances.clear();
  c.prices.clear();
  for (const auto& [count, usd_h] : sizes) {
    const std::string id = "a-" + std::to_string(count);
    c.instances.push_back({.id = id, .name = id, .provider = "a", .accelerator = "h100-sxm5-80gb", .count = count});
    c.prices.push_back({.of = id, .amount = usd(usd_h), .priced = "2026-11-01"});
  }
  index_prices(c);
  return c;
}

Let cheapest(const Catalog& c, int gpus, int together, int per_node = 8) {
  const RentAsk ask{"h100-sxm5-80gb", gpus, together, per_node, "", "", "", Market::all, "2026-11-21"};
  const std::vector<Let> all = lets(ask, PriceKind::on_demand, c);
  return all.empty() ? Let{} : all.front();
}

TEST(Lets, TheCheapestWholeMachinesThatHoldEveryCopy) {
  const Catalog c = letting({{1, 3.5}, {4, 12}, {8, 20}});
  EXPECT_EQ(cheapest(c, 1, 1).usd_h, 3.5);
  EXPECT_EQ(cheapest(c, 3, 1).usd_h, 10.5);  // below a machine of four
  EXPECT_EQ(cheapest(c, 4, 1).usd_h, 12);
  EXPECT_EQ(cheapest(c, 6, 1).usd_h, 19);  // 12 + 2 x 3.5
  EXPECT_EQ(cheapest(c, 7, 1).usd_h, 20);  // of eight, where 12 + 3 x 3.5 is 22.5
  EXPECT_EQ(cheapest(c, 7, 1).gpus, 8);
  EXPECT_EQ(cheapest(c, 13, 1).usd_h, 35.5);  // 20 + 12 + 3.5
  EXPECT_EQ(cheapest(c, 3, 3).usd_h, 12);     // one copy stands in one machine
  EXPECT_EQ(cheapest(c, 6, 3).usd_h, 20);     // two copies in one of eight, where two of four cost 24
  EXPECT_EQ(cheapest(c, 600, 1).usd_h, 1500);
}

TEST(Lets, OfTheSamePriceTheFewestAcceleratorsThenTheFewestMachines) {
  const Catalog c = letting({{1, 4}, {2, 8}, {8, 8}});
  EXPECT_EQ(cheapest(c, 2, 1).gpus, 2);
  EXPECT_EQ(cheapest(c, 2, 1).units.front().machines, 1);
}

TEST(Lets, OneJobOverSeveralMachinesJoinsWholeOnesOfOneSize) {
  const Catalog c = letting({{4, 8}, {8, 20}});
  const Let let = cheapest(c, 12, 12);
  EXPECT_EQ(let.usd_h, 40);  // machines of four are none of those that are built to be joined
  EXPECT_EQ(let.gpus, 16);
  EXPECT_TRUE(let.joined);
  EXPECT_EQ(cheapest(c, 12, 12, 4).usd_h, 24);
}

TEST(Lets, APriceByTheGpuIsOfTheMachineItSays) {
  Catalog c = letting({{1, 3}});
  c.instances[0].tier = Tier::per_gpu;
  index_prices(c);
  EXPECT_EQ(cheapest(c, 5, 5).usd_h, 15);
  EXPECT_TRUE(cheapest(c, 16, 16).scattered);  // not known to come as machines that can be joined
  c.instances[0].node_size = 8;
  index_prices(c);
  EXPECT_EQ(cheapest(c, 12, 12).usd_h, 48);  // whole
  EXPECT_EQ(cheapest(c, 12, 4).usd_h, 36);
  c.instances[0].node_size = 2;
  index_prices(c);
  EXPECT_FALSE(cheapest(c, 8, 2).scattered);
  EXPECT_TRUE(cheapest(c, 8, 4).scattered);
}

// c lets single ones at 3, a and b machines of eight at 32 and 56.
TEST(Standing, IsTheMiddleOfAllOrOfThoseWithSmallMachines) {
  Catalog c = test::catalog();
  RentAsk ask{"h100-sxm5-80gb", 5, 1, 8, "", "", "", Market::all, "2026-11-21"};
  const auto stands = [&] { return *standing(ask, PriceKind::on_demand, c); };
  EXPECT_EQ(stands().let.usd_h, 15);
  EXPECT_EQ(stands().providers, 1u);
  c.prices.push_back({.of = "c-1xh100", .amount = usd(5), .priced = "2026-11-20"});
  index_prices(c);
  EXPECT_EQ(stands().let.usd_h, 25);
  ask.gpus = 8;  // 40 for single ones; in the middle of all
  EXPECT_EQ(stands().let.usd_h, 40);
  c.prices.push_back({.of = "c-1xh100", .amount = usd(8), .priced = "2026-11-21"});
  index_prices(c);
  EXPECT_EQ(stands().let.usd_h, 56);  // of 32, 56 and 64
  EXPECT_EQ(stands().providers, 3u);
  EXPECT_EQ(stands().lowest, 32);
  EXPECT_EQ(stands().highest, 64);
  ask.together = 8;  // which single ones do not hold
  EXPECT_EQ(stands().let.usd_h, 32);
  EXPECT_EQ(stands().providers, 2u);
  ask.gpus = ask.together = 5;
  EXPECT_EQ(stands().let.usd_h, 32);
  EXPECT_EQ(stands().let.gpus, 8);
  ask.provider = "b";
  EXPECT_EQ(stands().let.usd_h, 56);
  EXPECT_FALSE(standing(ask, PriceKind::spot, c));
}

TEST(Standing, OfWhatIsStaleCountsOnlyWhereNothingElseIsAsked) {
  Catalog c = test::catalog();
  for (Provider& provider : c.providers) provider.tier = ProviderTier::specialist;
  c.providers.push_back({.id = "c", .name = "Cloud C", .tier = ProviderTier::specialist});
  index_prices(c);
  RentAsk ask{"h100-sxm5-80gb", 1, 1, 8, "", "", "", Market::clouds, "2026-11-21"};
  EXPECT_FALSE(standing(ask, PriceKind::on_demand, c)->elsewhere);
  ask.day = "2028-11-21";
  EXPECT_TRUE(standing(ask, PriceKind::on_demand, c)->elsewhere);
  ask.day = "2026-11-21";
  for (Price& price : c.prices) price.from = price.of == "c-1xh100";
  index_prices(c);
  ask.gpus = ask.together = 8;
  EXPECT_EQ(standing(ask, PriceKind::on_demand, c)->let.usd_h, 32);  // of 56 and 32, not "from" 3
}

// Spot of two offers says nothing, unless one is asked for.
TEST(Standing, OfSpotTakesThreeOffers) {
  Catalog c = test::catalog();
  c.providers.push_back({.id = "c", .name = "Cloud C"});
  for (Provider& provider : c.providers) provider.tier = ProviderTier::specialist;
  RentAsk ask{"h100-sxm5-80gb", 8, 1, 8, "", "", "", Market::all, "2026-11-21"};
  const auto spot = [&] { return standing(ask, PriceKind::spot, c); };
  for (const char* of : {"a-8xh100", "b-8xh100", "c-1xh100"}) {
    EXPECT_FALSE(spot()) << of;
    c.prices.push_back({.of = of, .kind = PriceKind::spot, .amount = usd(16), .priced = "2026-11-01"});
    index_prices(c);
  }
  EXPECT_EQ(spot()->let.usd_h, 16);
  ask.provider = "c";
  EXPECT_EQ(spot()->let.usd_h, 128);
}

}  // namespace
}  // namespace ridgepoint
