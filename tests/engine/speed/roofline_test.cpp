#include "engine/speed/roofline.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

TEST(Roofline, SmoothMaxOfEqualsIsTheFourthRootOfTwo) {
  // (1 + 1)^(1/4) = 1.18921
  EXPECT_NEAR(in_seconds(smooth_max(seconds(1), seconds(1))), 1.18921, 1e-5);
}

TEST(Roofline, SmoothMaxIsNearlyTheLargerOne) {
  // (1 + 0.1^4)^(1/4) = 1.000025
  EXPECT_NEAR(in_seconds(smooth_max(seconds(0.1), seconds(1))), 1.000025, 1e-8);
  EXPECT_EQ(in_seconds(smooth_max(seconds(0), seconds(2))), 2);
  EXPECT_EQ(in_seconds(smooth_max(seconds(0), seconds(0))), 0);
}

TEST(Roofline, SmoothMaxIsSymmetricAndNeverBelowTheLarger) {
  for (double a : {1e-9, 1e-3, 0.5, 1.0, 3.0, 1e6}) {
    const double t = in_seconds(smooth_max(seconds(a), seconds(1)));
    EXPECT_EQ(t, in_seconds(smooth_max(seconds(1), seconds(a))));
    EXPECT_GE(t, a);
    EXPECT_GE(t, 1);
  }
}

TEST(Roofline, RidgePointOfAnH100) {
  // 989.4e12 FLOP/s / 3.35e12 B/s = 295.3 FLOP per byte
  EXPECT_NEAR(in_flop_per_byte(ridge_point(teraflop_per_second(989.4), gigabytes_per_second(3350))), 295.3, 0.1);
}

}  // namespace
}  // namespace ridgepoint
