// How much of each limit an estimate takes.
#include "engine/choose/constraints.h"

#include <gtest/gtest.h>

#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Demand demand(const Scenario& s, const std::string& path) {
  const Result<Estimate> e = answer(s, test::catalog());
  EXPECT_TRUE(e.ok());
  for (const Demand& d : demands(*e))
    if (d.path == path) return d;
  return {LimitOf::memory, "", "there is no " + path, -1};
}

// 3 H100 that work together: providers let eight for $32 and $56, and single ones that hold no copy.
TEST(Constraints, MoneyPerHourIsOfAllThatIsPaid) {
  Scenario s;
  s.hardware.count = 3;
  s.constraints.max_usd_h = 64;
  EXPECT_DOUBLE_EQ(demand(s, "/constraints/max_usd_h").ratio, 32.0 / 64);
  s.constraints.max_usd_h = 10;
  const Demand over = demand(s, "/constraints/max_usd_h");
  EXPECT_DOUBLE_EQ(over.ratio, 32.0 / 10);
  EXPECT_FALSE(over.met());
  EXPECT_EQ(over.text, "$32.00 an hour, $10.00 allowed");
}

TEST(Constraints, ATargetSaysWhatItIsOf) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.slo.ttft_p95_ms = 1e6;
  s.serve.slo.tpot_p95_ms = 0.1;
  EXPECT_EQ(demand(s, "/serve/slo/ttft_p95_ms").text.rfind("first token in ", 0), 0u);
  EXPECT_EQ(demand(s, "/serve/slo/tpot_p95_ms").text.rfind("each token in ", 0), 0u);
  EXPECT_NE(demand(s, "/serve/slo/tpot_p95_ms").text.find(" (95th percentile), 0.1 ms allowed"), std::string::npos);
}

TEST(Constraints, WhatIsNotKnownIsNotMet) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";  // has no price
  s.constraints.max_usd_h = 1000;
  const Demand unknown = demand(s, "/constraints/max_usd_h");
  EXPECT_FALSE(unknown.met());
  EXPECT_EQ(unknown.text, "the price of an hour is not known");
}

// 70.6B parameters of two bytes are 131 GiB; one H100 has 79.6.
TEST(Constraints, MemorySaysWhatIsNeededAndWhatIsThere) {
  Scenario s;
  s.hardware.count = 1;
  const Demand memory = demand(s, "/constraints/headroom");
  EXPECT_FALSE(memory.met());
  EXPECT_EQ(memory.text.rfind("needs ", 0), 0u) << memory.text;
  EXPECT_NE(memory.text.find(" GB, has 71.7 GB with 10% headroom"), std::string::npos) << memory.text;
  s.hardware.count = 2;
  s.constraints.headroom = 0;
  const std::string each = demand(s, "/constraints/headroom").text;
  EXPECT_NE(each.find(" GB on each GPU, has 79.6 GB"), std::string::npos) << each;
  EXPECT_EQ(each.find("free"), std::string::npos) << each;
}

TEST(Constraints, PurchaseCountsWhereOneMayBuy) {
  Scenario s;
  s.constraints.max_purchase_usd = 1000;
  EXPECT_FALSE(demand(s, "/constraints/max_purchase_usd").met());
  s.cost.mode = CostMode::rent;
  EXPECT_EQ(demand(s, "/constraints/max_purchase_usd").path, "");
}

TEST(Constraints, DeadlineIsInHours) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  const double days = *answer(s, test::catalog())->speed.days;
  s.train.deadline_h = days * 48;
  EXPECT_NEAR(demand(s, "/train/deadline_h").ratio, 0.5, 1e-12);
}

TEST(Constraints, WhatIsBeyondALimitIsWarnedOf) {
  Scenario s;
  s.hardware.count = 4;
  const auto warned = [](const Scenario& scenario) {
    const Result<Estimate> e = answer(scenario, test::catalog());
    std::string message;
    for (const Warning& w : e->warnings)
      if (w.code == "beyond_limits") message = w.message;
    return message;
  };
  EXPECT_EQ(warned(s), "");
  s.constraints.max_usd_h = 10;
  s.constraints.max_count = 2;
  EXPECT_EQ(warned(s), "This misses a limit: $32.00 an hour, $10.00 allowed; 4 accelerators, 2 allowed.");
}

TEST(Constraints, NamesThatTheCatalogLacksAreProblems) {
  Scenario s;
  s.constraints.vendors = {"Nvdia"};
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_FALSE(e.ok());
  EXPECT_EQ(e.problems()[0].path, "/constraints/vendors/0");
  EXPECT_EQ(e.problems()[0].suggestions, std::vector<std::string>{"NVIDIA"});
}

}  // namespace
}  // namespace ridgepoint
