// How many accelerators a scenario takes that does not say, with the catalog as it is shipped.
#include "engine/choose/sizing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "engine/ask/ask.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Scenario serving(const char* model, const char* accelerator, const char* weights = "bf16") {
  Scenario s;
  s.model.id = model;
  s.hardware.accelerator = accelerator;
  s.precision.weights = weights;
  return s;
}

int number_for(const Scenario& s) { return *sized(parts_of(s, shipped()), shipped()).hardware.count; }

bool fits(Scenario s, int count) {
  s.hardware.count = count;
  const Result<Estimate> e = answer(s, shipped());
  return e && e->memory.fit == Fit::fits;
}

// 8.0e9 weights of 4.85 bits are 4.9 GB, one user's cache 0.3 GB: a card of 12 GB holds them with room to spare.
TEST(Sizing, OneCardAskedForIsOne) {
  Scenario s = serving("llama-3.1-8b", "rtx-3060-12gb", "gguf-q4_k_m");
  s.serve.concurrency = 1;
  EXPECT_EQ(number_for(s), 1);
  EXPECT_EQ(answer(s, shipped())->question.hardware.count, 1);
  EXPECT_NE(answer(s, shipped())->answer.text.find(" fits on 1 × "), std::string::npos);
}

TEST(Sizing, TheFewestThatFit) {
  for (const Scenario& s :
       {serving("llama-3.1-70b", "h100-sxm5-80gb"), serving("llama-3.1-70b", "rtx-4090", "awq-int4"),
        serving("deepseek-v3", "h200-sxm-141gb", "fp8"), serving("qwen3-32b", "a100-sxm4-80gb")}) {
    const int number = number_for(s);
    EXPECT_TRUE(fits(s, number)) << s.model.id << " on " << number;
    for (int fewer = 1; fewer < number; ++fewer) EXPECT_FALSE(fits(s, fewer)) << s.model.id << " on " << fewer;
  }
}

// 70.6e9 parameters of 16 bytes (Rajbhandari et al. 2020, section 3.1: 2 + 2 + 12) are 1,130 GB: at the least 14 cards
// of 85.5 GB, so two machines of eight.
TEST(Sizing, WholeMachinesBeyondOne) {
  Scenario s = serving("llama-3.1-70b", "h100-sxm5-80gb");
  s.workload = Workload::train;
  const int number = number_for(s);
  EXPECT_GE(number, 16);
  EXPECT_EQ(number % 8, 0);
  EXPECT_TRUE(fits(s, number));
  EXPECT_FALSE(fits(s, number - 8));
}

TEST(Sizing, AsManyAsKeepTheRateAndItsTargets) {
  Scenario s = serving("llama-3.1-8b", "l4");
  s.serve.purpose = RequestPurpose::general;
  s.serve.requests_per_minute = 120;
  const int number = number_for(s);
  const auto keeps = [&](int count) {
    s.hardware.count = count;
    const Estimate e = answer(s, shipped()).value();
    return e.answer.status == "fits";
  };
  EXPECT_GT(number, 1);
  EXPECT_TRUE(keeps(number));
  EXPECT_FALSE(keeps(number - 1));
  s.hardware.count.reset();
  s.serve.slo.ttft_p95_ms = 1;  // no number keeps it
  EXPECT_EQ(number_for(s), number);
}

// Each up to 16; from 16 to 32 in steps of 16 / 8, from 512 to 1,024 in steps of 512 / 8.
TEST(Sizing, SizesWithinAMachineGrowByAnEighthAtMost) {
  EXPECT_EQ(sizes_within(8), (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
  const std::vector<int> sizes = sizes_within(1024);
  EXPECT_EQ(sizes.size(), 15 + 6 * 8);
  EXPECT_EQ(sizes[15], 16);
  EXPECT_EQ(sizes[16], 18);
  EXPECT_EQ(sizes.back(), 1024 - 64);
  EXPECT_TRUE(sizes_within(1).empty());
}

TEST(Sizing, TheSmallestSizeOfALargeMachineThatKeepsTheRate) {
  Scenario s = serving("llama-3.1-8b", "l4");
  s.serve.purpose = RequestPurpose::general;
  s.serve.requests_per_minute = 2000;
  s.hardware.per_node = 1024;
  const std::vector<int> sizes = sizes_within(1024);
  const auto size = std::find(sizes.begin(), sizes.end(), number_for(s));
  ASSERT_NE(size, sizes.end());
  ASSERT_GT(*size, 16);
  const auto keeps = [&](int count) {
    s.hardware.count = count;
    return 2000.0 / 60 <= 0.8 * *answer(s, shipped())->speed.max_requests_per_s;  // a fifth is left for bursts
  };
  EXPECT_TRUE(keeps(*size));
  EXPECT_FALSE(keeps(*std::prev(size)));
}

TEST(Sizing, WhatIsNotSimulatedIsKnown) {
  Scenario s = serving("llama-3.1-8b", "l4");
  const int fewest = number_for(s);
  s.serve.slo.tpot_p95_ms = 1000;  // any number keeps it
  Effort none(0), enough(kMostEffort);
  EXPECT_EQ(*sized(parts_of(s, shipped()), shipped(), none).hardware.count, fewest);
  EXPECT_TRUE(none.ended());
  EXPECT_EQ(*sized(parts_of(s, shipped()), shipped(), enough).hardware.count, fewest);
  EXPECT_FALSE(enough.ended());
}

TEST(Sizing, MachinesThatAreRentedWhole) {
  Scenario s = serving("llama-3.1-405b", "");
  s.hardware.instance = "aws-p5.48xlarge";
  EXPECT_EQ(number_for(s), 2);  // 811 GB of weights, 8 x 85.5 in a machine
}

// What is wrong is said by the estimate, of the field that is wrong.
TEST(Sizing, AnUnknownNameIsStillAProblemOfItsField) {
  const Result<Estimate> e = answer(serving("llama-3.1-70b", "h1000"), shipped());
  ASSERT_FALSE(e.ok());
  EXPECT_EQ(e.problems().front().path, "/hardware/accelerator");
}

}  // namespace
}  // namespace ridgepoint
