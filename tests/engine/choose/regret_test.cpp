// Draws of price, speed and load: how often each choice is best, and by how much it misses the best.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/choose/recommend_turns.h"

namespace ridgepoint {
namespace {

// Bought for a batch; the logarithm of its speed is known to a standard deviation of 0.2: ranges hold 1.44 either way.
Candidate choice(double cost) {
  Candidate t;
  t.estimate = std::make_unique<Estimate>();
  t.estimate->question.workload = Workload::batch;
  t.estimate->question.cost.mode = CostMode::buy;
  t.estimate->cost.option = PricingOption::buy;
  t.estimate->speed.ranges.push_back({"tpot_ms", std::exp(-0.2 * 1.44), std::exp(0.2 * 1.44)});
  t.score = {cost, 1, 1};
  t.value = cost;
  return t;
}

// At the same price from the cheapest to the dearest provider, and of a speed that is known.
Candidate rented(double cost) {
  Candidate t = choice(cost);
  t.estimate->question.cost.mode = CostMode::rent;
  t.estimate->cost.option = PricingOption::on_demand;
  RentPrice& rent = t.estimate->basis.rent;
  rent.usd_gpu_h = rent.lowest_usd_gpu_h = rent.highest_usd_gpu_h = cost;
  rent.providers = 3;
  t.estimate->speed.ranges.clear();
  return t;
}

std::vector<Regret> of_two(Candidate first, Candidate second, Goal goal = Goal::cost) {
  std::vector<Candidate> both;
  both.push_back(std::move(first));
  both.push_back(std::move(second));
  return regrets(both, goal);
}

TEST(Regret, WhatCostsTwentyTimesAsMuchIsNeverBest) {
  const std::vector<Regret> sure = of_two(choice(1), choice(20));
  ASSERT_EQ(sure.size(), 2u);
  EXPECT_EQ(sure[0].best, kDraws);
  EXPECT_EQ(sure[0].p90, 1);
  EXPECT_EQ(sure[1].best, 0);
}

// Three standard deviations of 64 tosses of a coin are 12.
TEST(Regret, EqualChoicesAreBestEquallyOften) {
  const std::vector<Regret> sure = of_two(choice(1), choice(1));
  EXPECT_EQ(sure[0].best + sure[1].best, kDraws);
  EXPECT_NEAR(sure[0].best, kDraws / 2, 12);
}

// Price and speed of both are off by 0.2 in logarithm, so their ratio is by 0.4: nine in ten are below 2 e^(1.28 x
// 0.4), and the dearer one is best where a normal deviate is below -ln 2 / 0.4: in 4%, 3 of 64.
TEST(Regret, IsThatOfTheErrorsOfBoth) {
  const std::vector<Regret> sure = of_two(choice(1), choice(2));
  EXPECT_NEAR(sure[1].p90 / (2 * std::exp(1.28 * 0.4)), 1, 0.25);
  EXPECT_NEAR(sure[1].best, 3, 5);
}

TEST(Regret, PricesOfProvidersSetHowFarARentMoves) {
  EXPECT_EQ(of_two(rented(1), rented(1.001))[0].best, kDraws);
  Candidate scattered = rented(1);
  scattered.estimate->basis.rent.highest_usd_gpu_h = 4;  // above in half of the draws
  EXPECT_NEAR(of_two(std::move(scattered), rented(1.001))[0].best, kDraws / 2, 12);
}

// At 0.99 of what it can take, a load that is 0.2 off in logarithm asks for more than 1.1 times as much where a normal
// deviate is above ln(1.1 / 0.99) / 0.2: in 30%, 19 of 64.
TEST(Regret, WhatIsNearItsLimitLosesWhereTheLoadIsMore) {
  Candidate full = rented(1);
  full.estimate->question.workload = Workload::serve;
  full.demands.push_back({.of = LimitOf::speed, .ratio = 0.99});
  Candidate idle = rented(1.1);
  idle.estimate->question.workload = Workload::serve;
  idle.demands.push_back({.of = LimitOf::speed, .ratio = 0.1});
  EXPECT_NEAR(of_two(std::move(full), std::move(idle))[1].best, 19, 11);
}

TEST(Regret, RentsAreNotComparedWithWhatNobodyLets) {
  Candidate owned = choice(1);
  owned.estimate->question.cost.mode = CostMode::compare;
  ASSERT_TRUE(lacks_rent(owned));
  Candidate let = rented(2);
  let.estimate->question.cost.mode = CostMode::compare;
  EXPECT_TRUE(of_two(std::move(let), std::move(owned)).empty());
}

TEST(Regret, IsTheSameEachTime) {
  const std::vector<Regret> one = of_two(choice(1), choice(1.2)), other = of_two(choice(1), choice(1.2));
  EXPECT_EQ(one[0].best, other[0].best);
  EXPECT_EQ(one[1].p90, other[1].p90);
}

TEST(Regret, IsSaid) {
  EXPECT_EQ(regret_text({41, 1.12}, Goal::cost),
            "Best in 41 of 64 draws of price, speed and load within their ranges; in nine of ten at most 1.1 times as "
            "expensive as the best.");
  EXPECT_EQ(regret_text({64, 1}, Goal::cost), "Best in 64 of 64 draws of price, speed and load within their ranges.");
}

}  // namespace
}  // namespace ridgepoint
