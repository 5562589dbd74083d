// Which machines a scenario rents, and what a device is bought at.
#include "engine/ask/prices.h"

#include <gtest/gtest.h>

#include "engine/ask/purchase.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Resolved resolved(const Scenario& s, const Catalog& c) { return *resolve(s, c); }

// Ids of the instances whose price on demand counts, the cheapest first, for `gpus` H100 of which so many work
// together.
std::vector<std::string> rented(int gpus, int together, const Catalog& c) {
  Scenario s;
  s.hardware.count = gpus;
  const RentMarket market = rent_market(s, resolved(s, c), together, c);
  std::vector<std::string> out;
  for (const RentOffer& offer : market.offers[0]) out.push_back(offer.instance->id);
  return out;
}

// The single H100 by the GPU, part of a machine of so many where that is known.
Catalog by_the_gpu(std::optional<int> node_size) {
  Catalog c = test::catalog();
  c.instances[2].tier = Tier::per_gpu;
  c.instances[2].node_size = node_size;
  index_prices(c);
  return c;
}

// 3, 4 and 7 US$ an hour of each.
const std::vector<std::string> kAll = {"c-1xh100", "a-8xh100", "b-8xh100"}, kWhole = {"a-8xh100", "b-8xh100"};

TEST(RentMarket, OneJobOverSeveralMachinesTakesWholeOnes) {
  EXPECT_EQ(rented(8, 8, test::catalog()), kAll);
  EXPECT_EQ(rented(16, 8, test::catalog()), kAll);  // two copies
  EXPECT_EQ(rented(16, 16, test::catalog()), kWhole);
}

TEST(RentMarket, APriceByTheGpuIsOfTheMachineItSays) {
  EXPECT_EQ(rented(8, 8, by_the_gpu({})), kAll);
  EXPECT_EQ(rented(16, 16, by_the_gpu({})), kWhole);  // not known to come as machines that can be joined
  EXPECT_EQ(rented(16, 16, by_the_gpu(8)), kAll);
  EXPECT_EQ(rented(8, 4, by_the_gpu(2)), kWhole);  // which holds no copy
  EXPECT_EQ(rented(8, 2, by_the_gpu(2)), kAll);
}

TEST(RentMarket, MachinesThatAreJoinedArePaidWhole) {
  Scenario s;
  s.hardware.count = 12;
  const Catalog c = by_the_gpu(8);
  const auto hour = [&](int together) {
    const RentMarket market = rent_market(s, resolved(s, c), together, c);
    return market.offers[0].front().usd_per_working_gpu_h;
  };
  EXPECT_EQ(hour(4), 3);   // three copies on twelve at 3
  EXPECT_EQ(hour(12), 4);  // 16 x 3 / 12
}

TEST(RentMarket, OfTheSamePriceTheMachineWithLeastIdleCounts) {
  Catalog c = test::catalog();
  c.instances[0].provider = c.instances[2].provider;  // 8 for 32 and 1 for 4 US$ an hour
  c.prices.push_back({.of = "c-1xh100", .amount = usd(4), .priced = "2026-11-20"});
  index_prices(c);
  EXPECT_EQ(rented(1, 1, c).front(), "c-1xh100");
  EXPECT_EQ(rented(8, 1, c).front(), "a-8xh100");
}

TEST(RentMarket, APriceByTheGpuThatIsAskedForIsOfAMachine) {
  Scenario s;
  s.hardware.instance = "c-1xh100";
  s.hardware.count = 16;
  EXPECT_EQ(resolved(s, test::catalog()).nodes, 16);
  EXPECT_EQ(resolved(s, by_the_gpu({})).nodes, 2);
  EXPECT_EQ(resolved(s, by_the_gpu(4)).nodes, 4);
  EXPECT_EQ(resolved(s, by_the_gpu(4)).device.fabric_domain, 4);
}

TEST(RentMarket, WhatMayBeTakenBackIsForWhoAsksForIt) {
  Catalog c = test::catalog();
  c.instances[2].interruptible = true;
  index_prices(c);
  EXPECT_EQ(rented(8, 1, c), kWhole);
  Scenario s;
  s.hardware.instance = "c-1xh100";
  const std::optional<RentPrice> price = rent_market(s, resolved(s, c), 1, c).on_demand;
  ASSERT_TRUE(price);
  EXPECT_EQ(price->usd_gpu_h, 3);
  EXPECT_EQ(price->source, "c h100, may be taken back at any time, 2026-11-03");
}

// Whether the price that the H100 is bought at is nobody's any more.
bool is_elsewhere(Price price, Status status, const char* day) {
  Catalog c = test::catalog();
  std::erase_if(c.prices, [](const Price& p) { return !is_rent(p.kind); });
  price.of = "h100-sxm5-80gb";
  price.amount = usd(25000);
  c.prices.push_back(price);
  c.accelerators[0].status = status;
  index_prices(c);
  Scenario s;
  s.as_of = day;
  return server_price(s, resolved(s, c), c)->elsewhere;
}

TEST(ServerPrice, OfALaunchIsAskedByNobodyOnceTheDeviceHasEndedOrFiveYearsLater) {
  const Price launch{.kind = PriceKind::launch, .priced = "2022-10"},
      used{.kind = PriceKind::used, .priced = "2022-10"};
  EXPECT_FALSE(is_elsewhere(launch, Status::current, "2026-11-21"));
  EXPECT_TRUE(is_elsewhere(launch, Status::current, "2027-11-21"));
  EXPECT_TRUE(is_elsewhere(launch, Status::ended, "2026-11-21"));
  EXPECT_FALSE(is_elsewhere(used, Status::ended, "2027-11-21"));
}

}  // namespace
}  // namespace ridgepoint
