#include <gtest/gtest.h>

#include "engine/cost/cash_flow.h"

namespace ridgepoint {
namespace {

TEST(Years, MidYearFactors) {
  // r = 10%: 1.1^-0.5 + 1.1^-1.5 = 0.95346 + 0.86678
  EXPECT_NEAR(discounted_years(2, 0.10), 1.82024, 1e-5);
  // half a year is paid after a quarter: 0.5 x 1.1^-0.25
  EXPECT_NEAR(discounted_years(0.5, 0.10), 0.48823, 1e-5);
  // without interest, 10% growth: 1 + 1.1 + 1.21
  EXPECT_NEAR(discounted_years(3, 0, 0.10), 3.31, 1e-12);
}

}  // namespace
}  // namespace ridgepoint
