// How errors are counted.
#include "tools/validate/predict.h"

#include <gtest/gtest.h>

namespace ridgepoint::validation {
namespace {

TEST(Quantile, LinearBetweenNeighbours) {
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  // Position 0.9 x 4 = 3.6 of 0, 10, 20, 30, 40.
  EXPECT_DOUBLE_EQ(quantile({0, 10, 20, 30, 40}, 0.9), 36);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.9), 7);
}

TEST(Error, RelativeToTheMeasurement) {
  Case c;
  c.measured = 40;
  EXPECT_DOUBLE_EQ(error_of({&c, {50, "", ""}}), 0.25);
  EXPECT_DOUBLE_EQ(error_of({&c, {30, "", ""}}), -0.25);
}

TEST(Error, TightIsRightForBothOutcomes) {
  Case ran, failed;
  ran.reading = failed.reading = Reading::fits;
  ran.outcome = "yes";
  failed.outcome = "no";
  EXPECT_EQ(error_of({&ran, {0, "tight", ""}}), 0);
  EXPECT_EQ(error_of({&ran, {0, "no", ""}}), 1);
  EXPECT_EQ(error_of({&failed, {0, "tight", ""}}), 0);
  EXPECT_EQ(error_of({&failed, {0, "fits", ""}}), 1);
}

}  // namespace
}  // namespace ridgepoint::validation
