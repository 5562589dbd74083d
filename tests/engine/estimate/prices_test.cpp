// Which machines a scenario rents, and what a device is bought at.
#include "engine/estimate/prices.h"

#include <gtest/gtest.h>

#include "engine/ask/ask.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Question resolved(const Scenario& s, const Catalog& c) { return *question_of(s, c); }

// The single H100 by the GPU, part of a machine of so many where that is known.
Catalog by_the_gpu(std::optional<int> node_size) {
  Catalog c = test::catalog();
  c.instances[2].tier = Tier::per_gpu;
  c.instances[2].node_size = node_size;
  index_prices(c);
  return c;
}

TEST(Resolved, APriceByTheGpuThatIsAskedForIsOfAMachine) {
  Scenario s;
  s.hardware.instance = "c-1xh100";
  s.hardware.count = 16;
  EXPECT_EQ(resolved(s, test::catalog()).nodes, 16);
  EXPECT_EQ(resolved(s, by_the_gpu({})).nodes, 2);
  EXPECT_EQ(resolved(s, by_the_gpu(4)).nodes, 4);
  EXPECT_EQ(resolved(s, by_the_gpu(4)).device.fabric_domain, 4);
}

TEST(RentPrice, OfWhatMayBeTakenBackIsForWhoAsksForIt) {
  Catalog c = test::catalog();
  c.instances[2].interruptible = true;
  index_prices(c);
  Scenario s;
  s.hardware.instance = "c-1xh100";
  const std::optional<RentPrice> price =
      rent_price(resolved(s, c), rent_ask(resolved(s, c), 1, c), c, Pricing::on_demand);
  ASSERT_TRUE(price);
  EXPECT_EQ(price->usd_gpu_h, 3);
  EXPECT_EQ(price->source, "c h100, interruptible, 2026-11-03");
}

// Nobody commits; then one that asks $3 on demand takes $2 for a year, and still nobody has three.
TEST(RentPrice, OfAReservationIsThatOfOne) {
  Catalog c = test::catalog();
  Scenario s;
  s.hardware.count = 8;
  const auto reserved = [&](Pricing pricing) {
    return rent_price(resolved(s, c), rent_ask(resolved(s, c), 8, c), c, pricing);
  };
  EXPECT_FALSE(reserved(Pricing::reserved_1y));
  c.prices.push_back({.of = "b-8xh100", .kind = PriceKind::reserved_1y, .amount = usd(20), .priced = "2026-11-03"});
  index_prices(c);
  EXPECT_EQ(reserved(Pricing::reserved_1y)->usd_gpu_h, 2.5);
  EXPECT_EQ(reserved(Pricing::reserved_1y)->source, "Cloud B p5, 2026-11-03");
  EXPECT_FALSE(reserved(Pricing::reserved_3y));
}

// Half the machines for a year at 2.5 US$, the rest on demand at 7: 8 x (0.5 x 7 + 0.5 x 2.5).
TEST(RentPrice, ABaseIsReserved) {
  Catalog c = test::catalog();
  c.prices.push_back({.of = "b-8xh100", .kind = PriceKind::reserved_1y, .amount = usd(20), .priced = "2026-11-03"});
  index_prices(c);
  Scenario s;
  s.hardware.count = 8;
  s.cost.provider = "b";
  s.cost.base_share = 0.5;
  EXPECT_DOUBLE_EQ(*estimate(s, c)->cost.usd_per_h, 38);
}

TEST(RentPrice, SaysWhatIsPaidAndIdle) {
  const Catalog c = test::catalog();
  Scenario s;
  s.hardware.count = 5;
  s.cost.provider = "a";
  const RentPrice price = *rent_price(resolved(s, c), rent_ask(resolved(s, c), 1, c), c, Pricing::on_demand);
  EXPECT_EQ(price.usd_gpu_h, 32.0 / 5);
  EXPECT_EQ(price.paid_gpus, 8);
  EXPECT_EQ(price.source, "Cloud A 8xH100, 2026-11-01, 8 paid for 5 used");
}

// A processor costs 649, 192 GB at 10 US$ a gigabyte, a desktop PC at 800: 649 + 1,920 + 800 = 3,369.
TEST(ServerPrice, OfAProcessorIsWithTheMemoryThatItWorksIn) {
  Catalog c = test::catalog();
  Accelerator& cpu = c.accelerators[0];
  cpu.segment = Segment::cpu;
  cpu.form_factor = FormFactor::socket;
  cpu.memory_type = "DDR5-5600 2ch";
  cpu.memory_gb = 192;
  std::erase_if(c.prices, [](const Price& p) { return !is_rent(p.kind); });
  c.prices.push_back({.of = cpu.id, .kind = PriceKind::list, .amount = usd(649), .priced = "2026-10-01"});
  c.prices.push_back(
      {.of = "DDR5", .kind = PriceKind::sold_new, .memory_gb = 256, .amount = usd(2560), .priced = "2026-10-02"});
  index_prices(c);
  Scenario s;
  s.as_of = "2026-11-21";
  const auto price = [&] { return *server_price(resolved(s, c), c); };
  EXPECT_DOUBLE_EQ(in_usd(price().machine), 3369);
  EXPECT_EQ(price().source,
            "$649 for each accelerator, list price, 2026-10-01, and a desktop PC around, $800, and 192 GB of memory, "
            "$1,920 by the gigabyte (new with 256 GB, 2026-10-02)");
  s.cost.host = HostMachine::existing;  // which has its memory
  EXPECT_DOUBLE_EQ(in_usd(price().machine), 649);
  s.cost.host = HostMachine::bought;
  s.cost.host_usd = 3000;
  EXPECT_DOUBLE_EQ(in_usd(price().machine), 3649);
}

// 300 x e^(0.02 x 365 / 30.4375) = 381.31.
TEST(ServerPrice, SaysWhatAnOldPriceWasAndWhatItIsNow) {
  Catalog c = test::catalog();
  std::erase_if(c.prices, [](const Price& p) { return !is_rent(p.kind); });
  c.prices.push_back({.of = "h100-sxm5-80gb", .kind = PriceKind::used, .amount = usd(300), .priced = "2025-11-21"});
  index_prices(c);
  Calibrated<PurchaseMarket> market;
  market.monthly = 0.02;
  market.from = "2025-01";
  market.until = "2026-12";
  market.p90 = 0.3;
  c.calibration.purchase = {market};
  Scenario s;
  s.as_of = "2026-11-21";
  s.cost.host = HostMachine::none;
  const ServerPrice price = *server_price(resolved(s, c), c);
  EXPECT_NEAR(in_usd(price.machine), 381.31, 0.01);
  EXPECT_EQ(price.source,
            "about $381 for each, index-adjusted (within 30% for 9 of 10) from $300, used, 2025-11-21 (stale)");
}

}  // namespace
}  // namespace ridgepoint
