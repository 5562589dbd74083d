#include "engine/speed/random.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

TEST(Random, IsSplitMix64) {
  Random random(1234567);  // the sequence that the authors' code prints for this seed
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
}

TEST(Random, ExponentialHasMeanAndVarianceOne) {
  Random random(1);
  const int n = 200000;
  double sum = 0, squares = 0, beyond_two = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.exponential();
    sum += x;
    squares += x * x;
    beyond_two += x > 2 ? 1 : 0;
  }
  const double mean = sum / n;
  EXPECT_NEAR(mean, 1, 0.01);  // standard error 1 / sqrt(200,000) = 0.0022
  EXPECT_NEAR(squares / n - mean * mean, 1, 0.03);
  EXPECT_NEAR(beyond_two / n, 0.1353, 0.003);  // e^-2
}

}  // namespace
}  // namespace ridgepoint
