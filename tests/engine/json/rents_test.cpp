// What every device of the catalog is let at.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "engine/json/value.h"
#include "engine/market/rent.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

// Of every device that is let, every provider and kind: a rent is listings times whole numbers, it holds what is asked
// for, and more is never cheaper.
TEST(Lets, AreListingsTimesWholeNumbersAndNeverCheaperForMore) {
  const Catalog& c = shipped();
  std::set<std::string> devices;
  for (const Instance& instance : c.instances)
    if (instance.status == Status::current) devices.insert(instance.accelerator);
  EXPECT_GE(devices.size(), 40u);
  int compared = 0;
  for (const std::string& device : devices)
    for (const PriceKind kind : {PriceKind::on_demand, PriceKind::spot, PriceKind::reserved_1y})
      for (const int together : {1, 2, 8}) {
        std::map<std::string, double> before;
        for (const int count : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 32, 64}) {
          const RentAsk ask{device, count, together, 8, "", "", "", Market::all, c.date};
          for (const Let& let : lets(ask, kind, c)) {
            double usd_h = 0;
            int gpus = 0;
            for (const RentUnit& unit : let.units) {
              EXPECT_GT(unit.machines, 0);
              EXPECT_EQ(unit.offer.instance->provider, let.offer().instance->provider);
              usd_h += unit.machines * in_usd(unit.offer.price->amount);
              gpus += unit.machines * unit.offer.instance->count;
            }
            EXPECT_NEAR(let.usd_h, usd_h, 1e-9 * usd_h) << device;
            EXPECT_EQ(let.gpus, gpus);
            EXPECT_GE(gpus, count);
            double& known = before[let.offer().instance->provider + std::to_string(static_cast<int>(let.listed))];
            EXPECT_GE(let.usd_h, known * (1 - 1e-9)) << device << " " << count << " of " << let.offer().instance->id;
            known = let.usd_h;
            ++compared;
          }
        }
      }
  EXPECT_GT(compared, 5000);
}

// What stands for all providers is never cheaper for more, whatever each of them lets.
TEST(Standing, IsNeverCheaperForMore) {
  const Catalog& c = shipped();
  std::set<std::string> devices;
  for (const Instance& instance : c.instances)
    if (instance.status == Status::current) devices.insert(instance.accelerator);
  for (const std::string& device : devices)
    for (const Market market : {Market::all, Market::clouds}) {
      double before = 0;
      for (const int count : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 32, 64}) {
        const RentAsk ask{device, count, 1, 8, "", "", "", market, c.date};
        const std::optional<Standing> stands = standing(ask, PriceKind::on_demand, c);
        if (!stands) continue;
        EXPECT_GE(stands->let.usd_h, before * (1 - 1e-9)) << device << " " << count;
        before = stands->let.usd_h;
      }
    }
}

// AWS lets B200 by eights.
TEST(Standing, WhatIsPaidAndNotUsedIsSaid) {
  const auto said = [](const char* rest) {
    const std::string text = shipped_api().estimate(
        std::string(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "b200-sxm-180gb", "count": )") + rest, "");
    return json::Json::parse(text)["answer"]["text"].get<std::string>();
  };
  const std::string three = said(R"(3}, "cost": {"provider": "aws"}})"),
                    all = said(R"(8}, "cost": {"provider": "aws"}})");
  EXPECT_NE(three.find(" an hour (8 rented, 3 used), $"), std::string::npos) << three;
  EXPECT_EQ(all.find("rented"), std::string::npos) << all;
  const std::string run = said(R"(3}, "workload": "finetune", "cost": {"provider": "aws"}})");
  EXPECT_NE(run.find(" for the run (8 rented, 3 used), $"), std::string::npos) << run;
  const std::string own = said(R"(8}, "workload": "finetune", "cost": {"provider": "aws", "rent_usd_gpu_h": 3}})");
  EXPECT_NE(own.find(" an hour), $"), std::string::npos) << own;
}

}  // namespace
}  // namespace ridgepoint
