#include "engine/choose/recommend_bounds.h"

#include <gtest/gtest.h>

#include "engine/ask/ask.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

using Counts = std::vector<int>;

Counts counts_of(const Scenario& s, const Accelerator& a) {
  const Question r = *question_of(s, test::catalog());
  return Bounds(r, test::catalog()).counts(a);
}

Scenario on_h100() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "h100-sxm5-80gb";
  s.hardware.count = 1;
  return s;
}

// All to 16, then 32, 64 ... 1,024 and three quarters of each; cards of a PC to the eight of one machine.
TEST(RecommendBounds, CountsOfServing) {
  Counts wanted;
  for (int count = 1; count <= 16; ++count) wanted.push_back(count);
  for (int count : {24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024}) wanted.push_back(count);
  Scenario s = on_h100();
  EXPECT_EQ(counts_of(s, test::h100()), wanted);
  EXPECT_EQ(counts_of(s, test::rtx_4090()), (Counts{1, 2, 3, 4, 5, 6, 7, 8}));
  s.constraints.max_count = 32;
  EXPECT_EQ(counts_of(s, test::h100()), Counts(wanted.begin(), wanted.begin() + 18));
  s.constraints.max_count = 31;
  EXPECT_EQ(counts_of(s, test::h100()), Counts(wanted.begin(), wanted.begin() + 16));
  s.constraints.max_count = 3;
  EXPECT_EQ(counts_of(s, test::h100()), (Counts{1, 2, 3}));
}

// 6 x 7.5e9 parameters x 1e15 tokens are 4.5e25 FLOP: 1,024 times 1.98e15 a second take 6,200 hours. 1e9 tokens are
// 4.5e19, which eight do in 2,846 s: none above eight.
TEST(RecommendBounds, CountsOfTrainingEndWhereTheRunTakesNoHour) {
  Scenario s = on_h100();
  s.workload = Workload::train;
  s.train.tokens = 1e15;
  EXPECT_EQ(counts_of(s, test::h100()), (Counts{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}));
  s.train.tokens = 1e9;
  EXPECT_EQ(counts_of(s, test::h100()), (Counts{1, 2, 4, 8}));
}

TEST(RecommendBounds, CountsOfWhatIsOwned) {
  Scenario s = on_h100();
  s.constraints.owned = {{.accelerator = "H100", .count = 20}};
  EXPECT_EQ(counts_of(s, test::h100()), (Counts{1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20}));
  s.constraints.owned[0].count = 5;
  EXPECT_EQ(counts_of(s, test::h100()), (Counts{1, 2, 3, 4, 5}));
}

// Bought cards: two at home, four in an office; rented, or with a number given, as many as there are.
TEST(RecommendBounds, CardsInARoom) {
  Scenario s = on_h100();
  s.cost.mode = CostMode::buy;
  s.cost.location = Location::home;
  EXPECT_EQ(most_in_a_room(s, test::rtx_4090()), 2);
  EXPECT_EQ(counts_of(s, test::rtx_4090()), (Counts{1, 2}));
  s.cost.location = Location::office;
  EXPECT_EQ(most_in_a_room(s, test::rtx_4090()), 4);
  s.constraints.max_count = 6;
  EXPECT_EQ(counts_of(s, test::rtx_4090()).size(), 6u);
  s.constraints.max_count.reset();
  s.cost.mode = CostMode::rent;
  EXPECT_EQ(counts_of(s, test::rtx_4090()).size(), 8u);
}

// 6.98e9 parameters in layers of 2 bytes are 13.96 GB (tables stay as they are): on 25.76 GB they fit, a share of 0.46
// kept free or not, and not where 0.47 are.
TEST(RecommendBounds, WeightsAloneMayBeTooLarge) {
  Scenario s = on_h100();
  const Accelerator card = test::rtx_4090();
  const NumberFormat format = test::bf16();
  const auto too_large = [&](double headroom, int count) {
    s.constraints.headroom = headroom;
    const Question q = *question_of(s, test::catalog());
    return Bounds(q, test::catalog()).too_large({&card, count, &format});
  };
  EXPECT_FALSE(too_large(0, 1));
  EXPECT_FALSE(too_large(0.45, 1));
  EXPECT_TRUE(too_large(0.47, 1));
  EXPECT_FALSE(too_large(0.47, 2));
}

}  // namespace
}  // namespace ridgepoint
