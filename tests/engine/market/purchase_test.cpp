// What hardware is bought at, and what it was worth before its market moved.
#include "engine/market/purchase.h"

#include <gtest/gtest.h>

#include "engine/facts/own_entries.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

// The catalog where the H100 is bought at nothing but `more`.
Catalog sold(std::vector<Price> more) {
  Catalog c = test::catalog();
  for (Price& price : more)
    if (price.of.empty()) price.of = "h100-sxm5-80gb";
  std::erase_if(c.prices, [](const Price& price) { return !is_rent(price.kind); });
  c.prices.insert(c.prices.end(), more.begin(), more.end());
  index_prices(c);
  return c;
}

// The price of the test catalog's H100 with what `more` adds.
std::optional<double> h100_price(std::vector<Price> more, Status status = Status::current, double memory_gb = 80,
                                 const char* day = "2026-11-21") {
  Accelerator device = test::h100();
  device.status = status;
  device.memory_gb = memory_gb;
  const Catalog c = sold(std::move(more));
  const auto found = purchase(c, device, day);
  return found ? std::optional(in_usd(found->usd)) : std::nullopt;
}

Price priced(PriceKind kind, double dollars, const char* day) {
  return {.kind = kind, .amount = usd(dollars), .priced = day};
}

TEST(PurchasePrice, IsTheNewestOfWhatABuyerPays) {
  const Price launch = priced(PriceKind::launch, 25000, "2026-10-01"), list = priced(PriceKind::list, 40000, "2026-10"),
              shop = priced(PriceKind::sold_new, 30000, "2026-08-21"), used = priced(PriceKind::used, 12000, "2026-09");
  EXPECT_EQ(h100_price({}), std::nullopt);
  EXPECT_EQ(h100_price({launch}), 25000);
  EXPECT_EQ(h100_price({launch, used}), 12000);
  EXPECT_EQ(h100_price({launch, used, list}), 40000);
  EXPECT_EQ(h100_price({launch, used, list, shop}), 30000);
  EXPECT_EQ(h100_price({shop, priced(PriceKind::sold_new, 28000, "2026-09-01")}), 28000);
  EXPECT_EQ(h100_price({used, priced(PriceKind::sold_new, 28000, "2026-01-01")}), 12000);  // which is stale
  EXPECT_EQ(h100_price({launch, used, list, shop}, Status::ended), 12000);
  Price elsewhere = priced(PriceKind::sold_new, 33000, "2026-11-01");
  elsewhere.region = "EU";
  EXPECT_EQ(h100_price({elsewhere}), 33000);
  EXPECT_EQ(h100_price({elsewhere, shop}), 30000);
}

TEST(PurchasePrice, IsThatOfTheDayAskedAbout) {
  const Price before = priced(PriceKind::used, 12000, "2025-12-01"),
              after = priced(PriceKind::sold_new, 30000, "2026-08"),
              launch = priced(PriceKind::launch, 25000, "2022-10");
  const auto on = [&](const char* day) { return h100_price({before, after, launch}, Status::current, 80, day); };
  EXPECT_EQ(on("2026-01-15"), 12000);
  EXPECT_EQ(on("2026-10-01"), 30000);
  EXPECT_EQ(on("2024-01-15"), 25000);  // the only one by then, stale as it is
  EXPECT_EQ(on("2021-01-15"), 30000);  // none by then, and what is to come is not stale
}

TEST(PurchasePrice, OfAPersonReplacesAllOfTheDevice) {
  Overrides own;
  own.prices = {priced(PriceKind::used, 9000, "2020-01-01")};
  own.prices[0].of = "h100-sxm5-80gb";
  const Catalog c = merged(test::catalog(), own);
  EXPECT_EQ(in_usd(purchase(c, c.accelerators[0], c.date)->usd), 9000);
}

TEST(PurchasePrice, OfAMachineIsThatOfTheSmallestWithItsMemory) {
  std::vector<Price> sizes;
  for (const auto& [gb, dollars] : {std::pair{64, 2000}, {128, 3500}, {512, 9500}}) {
    sizes.push_back(priced(PriceKind::sold_new, dollars, "2026-10-01"));
    sizes.back().memory_gb = gb;
  }
  EXPECT_EQ(h100_price(sizes, Status::current, 64), 2000);
  EXPECT_EQ(h100_price(sizes, Status::current, 96), 3500);
  EXPECT_EQ(h100_price(sizes, Status::current, 512), 9500);
  EXPECT_EQ(h100_price(sizes, Status::current, 1024), std::nullopt);  // none is as large
}

// New H100 rose by 2% a month and used RTX 4090 fell by 1%, in logarithms.
Catalog moving(std::vector<Price> more, const char* until = "2026-12-31") {
  Catalog c = sold(std::move(more));
  Calibrated<PurchaseMarket> rising, falling;
  rising.memory_types = {"HBM"};
  rising.kinds = {"launch", "list", "new"};
  rising.monthly = 0.02;
  falling.segments = {"consumer"};
  falling.kinds = {"used"};
  falling.monthly = -0.01;
  rising.from = falling.from = "2025-01-01";
  rising.until = falling.until = until;
  rising.p90 = falling.p90 = 0.3;
  c.calibration.purchase = {rising, falling};
  return c;
}

// A year is 365 / 30.4375 = 11.992 months: 1,000 x e^(0.02 x 11.992) is 1,271.04, and
// 2,000 x e^(-0.01 x 11.992) is 1,773.98.
TEST(PurchasePrice, ThatIsOldMovesWithItsMarket) {
  Price used = priced(PriceKind::used, 2000, "2025-11-21");
  used.of = "rtx-4090";
  const Catalog c = moving({priced(PriceKind::sold_new, 1000, "2025-11-21"), used});
  const Purchase rose = *purchase(c, c.accelerators[0], "2026-11-21"),
                 fell = *purchase(c, c.accelerators[1], "2026-11-21");
  EXPECT_NEAR(in_usd(rose.usd), 1271.04, 0.01);
  EXPECT_NEAR(in_usd(fell.usd), 1773.98, 0.01);
  EXPECT_EQ(rose.p90, 0.3);
  EXPECT_EQ(in_usd(rose.price->amount), 1000);
}

// 60 days are 1.971 months: 1,000 x e^(0.02 x 1.971) = 1,040.21.
TEST(PurchasePrice, MovesNoFurtherThanItsMarketIsKnown) {
  const Catalog c = moving({priced(PriceKind::list, 1000, "2025-11-21")}, "2026-01-20");
  EXPECT_NEAR(in_usd(purchase(c, c.accelerators[0], "2026-11-21")->usd), 1040.21, 0.01);
}

TEST(PurchasePrice, IsNotMovedWhereItIsFreshOrItsMonthOrMarketIsNotKnown) {
  const auto on = [](Price price, const char* of, std::size_t device, const char* day) {
    price.of = of;
    const Catalog c = moving({price});
    const Purchase found = *purchase(c, c.accelerators[device], day);
    EXPECT_EQ(found.p90, 0);
    return in_usd(found.usd);
  };
  const Price fresh = priced(PriceKind::sold_new, 1000, "2026-06-01");
  EXPECT_EQ(on(fresh, "h100-sxm5-80gb", 0, "2026-11-21"), 1000);
  EXPECT_EQ(on(priced(PriceKind::used, 1000, "2026-06-01"), "rtx-4090", 1, "2026-11-21"), 1000);
  EXPECT_EQ(on(priced(PriceKind::list, 1000, "2026"), "h100-sxm5-80gb", 0, "2026-11-21"), 1000);
  EXPECT_EQ(on(priced(PriceKind::used, 1000, "2025-11-21"), "h100-sxm5-80gb", 0, "2026-11-21"), 1000);
  EXPECT_EQ(on(priced(PriceKind::sold_new, 1000, "2025-11-21"), "rtx-4090", 1, "2026-11-21"), 1000);
  Price own = priced(PriceKind::sold_new, 1000, "2025-11-21");
  own.source = kAsGiven;
  EXPECT_EQ(on(own, "h100-sxm5-80gb", 0, "2026-11-21"), 1000);
}

// Whether nobody asks the price that the H100 is bought at any more.
bool is_elsewhere(std::vector<Price> prices, Status status, const char* day, const char* ended = "") {
  Catalog c = sold(std::move(prices));
  c.accelerators[0].status = status;
  c.accelerators[0].ended = ended;
  return purchase(c, c.accelerators[0], day)->elsewhere;
}

TEST(PurchasePrice, OfALaunchIsAskedByNobodyAfterHalfAYear) {
  const Price launch = priced(PriceKind::launch, 25000, "2026-03-01"), used = priced(PriceKind::used, 9000, "2022-10"),
              list = priced(PriceKind::list, 20000, "2022-10");
  EXPECT_FALSE(is_elsewhere({launch}, Status::current, "2026-08-01"));
  EXPECT_TRUE(is_elsewhere({launch}, Status::current, "2026-11-21"));
  EXPECT_FALSE(is_elsewhere({list}, Status::current, "2026-11-21"));
  EXPECT_FALSE(is_elsewhere({used}, Status::current, "2026-11-21"));
}

// Whoever names the device gets what a year did to it, 1,271.04 of 1,000, while its market sells what is as old and no
// other size of the machine was quoted after it.
TEST(PurchasePrice, OfALaunchMovesWhileItsMarketSellsWhatIsAsOld) {
  const auto on = [](double sold_years, std::vector<Price> prices) {
    Catalog c = moving(std::move(prices));
    for (Calibrated<PurchaseMarket>& market : c.calibration.purchase) market.sold_years = sold_years;
    return in_usd(purchase(c, c.accelerators[0], "2026-11-21")->usd);
  };
  const Price launch = priced(PriceKind::launch, 1000, "2025-11-21");
  EXPECT_NEAR(on(2, {launch}), 1271.04, 0.01);
  EXPECT_EQ(on(0.9, {launch}), 1000);
  Price large = launch, small = priced(PriceKind::list, 680, "2026-06-25");
  large.memory_gb = 80;
  small.memory_gb = 40;
  EXPECT_EQ(on(2, {large, small}), 1000);
}

TEST(PurchasePrice, OfWhatHasEndedIsThatOfAUsedOne) {
  const Price launch = priced(PriceKind::launch, 25000, "2022-10"), used = priced(PriceKind::used, 9000, "2022-10"),
              list = priced(PriceKind::list, 20000, "2026-06"), shop = priced(PriceKind::sold_new, 20000, "2026-06");
  for (const Price& price : {launch, list, shop}) {
    EXPECT_TRUE(is_elsewhere({price}, Status::ended, "2026-11-21"));
    EXPECT_TRUE(is_elsewhere({price}, Status::ended, "2026-11-21", "2026-09"));
  }
  EXPECT_FALSE(is_elsewhere({shop}, Status::ended, "2026-11-21", "2026-05"));  // what shops had left
  EXPECT_FALSE(is_elsewhere({used}, Status::ended, "2027-11-21"));
  EXPECT_FALSE(is_elsewhere({launch, used}, Status::ended, "2027-11-21"));
}

// A processor with so much memory of a type.
Accelerator processor(const char* memory_type, double memory_gb) {
  Accelerator a;
  a.id = "a-cpu";
  a.segment = Segment::cpu;
  a.memory_type = memory_type;
  a.memory_gb = memory_gb;
  return a;
}

// Desktops take 2,560 / 256 = 10 US$ a gigabyte, servers 65,536 / 4,096 = 16, DDR4 1,280 / 256 = 5.
TEST(MemoryPrice, IsByTheGigabyteOfModulesThatHoldIt) {
  std::vector<Price> sets;
  for (const auto& [of, gb, dollars] : {std::tuple{"DDR5", 256, 2560}, {"DDR5", 4096, 65536}, {"DDR4", 256, 1280}}) {
    sets.push_back(priced(PriceKind::sold_new, dollars, "2026-10-01"));
    sets.back().of = of;
    sets.back().memory_gb = gb;
  }
  const Catalog c = sold(sets);
  const auto memory = [&](const char* type, double gb) {
    const auto found = memory_purchase(c, processor(type, gb), "2026-11-21");
    return found ? in_usd(found->usd) : 0;
  };
  EXPECT_DOUBLE_EQ(memory("DDR5-5600 2ch", 192), 1920);
  EXPECT_DOUBLE_EQ(memory("DDR5-4800 12ch", 768), 12288);
  EXPECT_DOUBLE_EQ(memory("DDR4-3200 2ch", 128), 640);
  EXPECT_EQ(memory("DDR4-3200 8ch", 512), 0);  // no set of which is priced
  EXPECT_EQ(memory("LPDDR5X-8000 256 bits", 128), 0);
  EXPECT_FALSE(memory_purchase(c, test::h100(), "2026-11-21"));
}

}  // namespace
}  // namespace ridgepoint
