#include <gtest/gtest.h>

#include "engine/cost/sensitivity.h"
#include "tests/engine/cost/node.h"

namespace ridgepoint {
namespace {

TEST(BreakEven, UtilizationByRent) {
  const OwnInput in = staffed_node();
  const auto at = [&](double price) {
    RentInput r;
    r.usd_gpu_h = price;
    return break_even_utilization(in, r);
  };
  EXPECT_FALSE(at(1.90).has_value());
  EXPECT_NEAR(at(2.69).value(), 0.95, 0.01);
  EXPECT_NEAR(at(3.20).value(), 0.80, 0.01);
  EXPECT_NEAR(at(3.99).value(), 0.64, 0.01);
  EXPECT_NEAR(at(4.50).value(), 0.56, 0.01);
  EXPECT_NEAR(at(6.88).value(), 0.37, 0.01);
}

TEST(BreakEven, BothCostTheSameThere) {
  OwnInput in = node();
  RentInput r;
  const double u = break_even_utilization(in, r).value();
  in.utilization = r.utilization = u;
  EXPECT_NEAR(own(in).usd_per_useful_gpu_h, rent(r).usd_per_useful_gpu_h, 1e-9);
  EXPECT_NEAR(break_even_rent(in, r).value(), r.usd_gpu_h, 1e-9);
}

}  // namespace
}  // namespace ridgepoint
