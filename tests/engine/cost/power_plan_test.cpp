
#include <gtest/gtest.h>

#include "engine/cost/place.h"

namespace ridgepoint {
namespace {

PowerPlan desktop(double watts_each, int cards) {
  Accelerator card;
  card.power = watts(watts_each);
  card.segment = Segment::consumer;
  const Watts wall = node_power(card, cards).max;
  return power_plan(watts(watts_each), cards, 1, Segment::consumer, wall, 0.8 * wall);
}

TEST(PowerPlan, PowerSupplyHasAQuarterInReserve) {
  // (450 + 200) x 1.25 = 812.5 W; (2 x 450 + 200) x 1.25 = 1375 W
  EXPECT_EQ(in_watts(desktop(450, 1).power_supply), 850);
  EXPECT_EQ(in_watts(desktop(450, 2).power_supply), 1600);
  EXPECT_EQ(in_watts(desktop(450, 4).power_supply), 0);  // 2500 W: none
}

TEST(PowerPlan, CircuitsCarryFourFifthsForLong) {
  // 1440 W at 120 V, 15 A and 2944 W at 230 V, 16 A; four cards of 450 W draw (1800 + 200) / 0.9 = 2222 W.
  const PowerPlan four = desktop(450, 4);
  EXPECT_EQ(four.circuits_120v_15a, 2);
  EXPECT_EQ(four.circuits_230v_16a, 1);
  EXPECT_EQ(desktop(450, 2).circuits_120v_15a, 1);  // 1222 W
}

TEST(PowerPlan, AFullCircuitIsOne) {
  // 0.8 x 120 V x 15 A = 1440 W, and 0.8 x 230 V x 16 A = 2944 W.
  const auto of = [](double wall) {
    return power_plan(watts(300), 2, 1, Segment::workstation, watts(wall), watts(wall));
  };
  EXPECT_EQ(of(1440).circuits_120v_15a, 1);
  EXPECT_EQ(of(1441).circuits_120v_15a, 2);
  EXPECT_EQ(of(2944).circuits_230v_16a, 1);
  EXPECT_EQ(of(2945).circuits_230v_16a, 2);
  EXPECT_EQ(of(10200).circuits_230v_16a, 4);  // 3.46
}

TEST(PowerPlan, EveryWattIsHeat) {
  // 1 W is 3.412 BTU/h.
  const PowerPlan plan = power_plan(watts(700), 8, 1, Segment::datacenter, watts(10200), watts(8000));
  EXPECT_NEAR(plan.heat_btu_h, 27297, 1);
}

TEST(PowerPlan, AirCoolsThreeNodesOfEightH100InARack) {
  // 40 kW over 10.2 kW: three, though five of 8 units would find room.
  const PowerPlan plan = power_plan(watts(700), 8, 8, Segment::datacenter, watts(10200), watts(60000));
  EXPECT_EQ(plan.nodes_per_rack, 3);
  EXPECT_EQ(plan.racks, 3);
  EXPECT_FALSE(plan.liquid);
}

TEST(PowerPlan, ARackOf72NeedsLiquid) {
  // GB200 NVL72 draws about 120 kW.
  const PowerPlan plan = power_plan(watts(1200), 72, 2, Segment::datacenter, watts(120000), watts(200000));
  EXPECT_TRUE(plan.liquid);
  EXPECT_EQ(plan.racks, 2);
}

}  // namespace
}  // namespace ridgepoint
