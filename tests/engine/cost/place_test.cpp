#include "engine/cost/place.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

TEST(Place, ResaleIsLinearBetweenThePoints) {
  EXPECT_DOUBLE_EQ(resale_fraction(0), 1);
  EXPECT_DOUBLE_EQ(resale_fraction(4), 0.20);
  EXPECT_NEAR(resale_fraction(2.5), 0.36, 1e-12);  // half of 0.42 and 0.30
  EXPECT_DOUBLE_EQ(resale_fraction(9), 0.12);
}

TEST(Place, NodePower) {
  // 8 x 700 W x 1.8 = 10,080 W beside DGX H100's 10.2 kW
  EXPECT_NEAR(in_watts(node_power(watts(700), 8, Segment::datacenter)), 10200, 150);
  // (2 x 450 W + 200 W) / 0.9
  EXPECT_NEAR(in_watts(node_power(watts(450), 2, Segment::consumer)), 1222.2, 0.1);
}

TEST(Place, EverywhereHasAPriceAndASource) {
  for (Location l : {Location::home, Location::office, Location::colocation, Location::hyperscale}) {
    EXPECT_GT(place(l).electricity_usd_kwh, 0);
    EXPECT_GE(place(l).pue, 1);
    EXPECT_FALSE(place(l).source.empty());
  }
}

}  // namespace
}  // namespace ridgepoint
