#include <gtest/gtest.h>

#include "engine/speed/run.h"

namespace ridgepoint {
namespace {

TEST(Scaling, TwentyTokensForEachParameter) {
  // Chinchilla: 70 billion parameters on 1.4 trillion tokens (Hoffmann et al. 2022, abstract).
  EXPECT_DOUBLE_EQ(optimal_tokens(70e9, 20), 1.4e12);
  EXPECT_DOUBLE_EQ(optimal_params(1.4e12, 20), 70e9);
}

TEST(Scaling, ChinchillasBudget) {
  // 6 x 70e9 x 1.4e12 = 5.88e23 FLOP, the budget of Gopher 280B (5.76e23 in the paper's table A9 and section 4).
  EXPECT_DOUBLE_EQ(in_flop(training_flop(70e9, 1.4e12)), 5.88e23);
  EXPECT_NEAR(optimal_params_for(flop(5.76e23), 20), 69.3e9, 0.1e9);
}

TEST(Scaling, TheModelForABudgetUsesItUp) {
  for (double ratio : {5.0, 20.0, 200.0}) {
    const double params = optimal_params_for(flop(1e21), ratio);
    EXPECT_NEAR(in_flop(training_flop(params, optimal_tokens(params, ratio))) / 1e21, 1, 1e-12);
  }
}

}  // namespace
}  // namespace ridgepoint
