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

NodePower of(double watts_each, int cards, Segment segment, std::optional<double> idle = {}) {
  Accelerator a;
  a.power = watts(watts_each);
  a.segment = segment;
  if (idle) a.idle_power = watts(*idle);
  return node_power(a, cards);
}

TEST(Place, NodePower) {
  // 8 x 700 W x 1.8 = 10,080 W beside DGX H100's 10.2 kW
  EXPECT_NEAR(in_watts(of(700, 8, Segment::datacenter).max), 10200, 150);
  // (2 x 450 W + 200 W) / 0.9
  EXPECT_NEAR(in_watts(of(450, 2, Segment::consumer).max), 1222.2, 0.1);
  EXPECT_EQ(of(450, 2, Segment::workstation).max, of(450, 2, Segment::consumer).max);
  EXPECT_NEAR(in_watts(of(350, 2, Segment::cpu).max), 2 * 350 * 1.5, 1e-9);
  EXPECT_NEAR(in_watts(of(140, 1, Segment::apple).max), 140 * 1.1, 1e-9);
}

// A machine with two RTX 3090 drew about 90 W at rest and 760 W at work; usual PCs with one card draw 70 to 90 W at
// rest. A Mac Studio with M2 Ultra draws 10 W at rest and 295 W at the most, one with M1 Max 11 W and 115 W.
TEST(Place, MachinesAtRestDrawLittle) {
  EXPECT_NEAR(in_watts(of(350, 2, Segment::consumer, 27).idle), 90, 15);
  EXPECT_NEAR(in_watts(of(350, 2, Segment::consumer, 27).max) * 0.8, 760, 50);
  for (double card : {17.0, 27.0}) {
    EXPECT_GT(in_watts(of(450, 1, Segment::consumer, card).idle), 60);
    EXPECT_LT(in_watts(of(450, 1, Segment::workstation, card).idle), 90);
  }
  EXPECT_NEAR(in_watts(of(268, 1, Segment::apple).idle), 10, 8);
  EXPECT_NEAR(in_watts(of(105, 1, Segment::apple).idle), 11, 8);
  // Where nothing was measured, a card takes 8% of its limit: (0.08 x 200 + 40) / 0.9.
  EXPECT_NEAR(in_watts(of(200, 1, Segment::consumer).idle), 62.2, 0.1);
}

// EIA Electric Power Monthly, table 5.6.A, averages of the United States: residential 18.7 cents and commercial 14.6
// (April 2026); industrial 9.0 (2025) for sites that buy as industry does.
TEST(Place, ElectricityCostsWhatItsSectorPays) {
  EXPECT_EQ(place(Location::home).electricity_usd_kwh, 0.187);
  EXPECT_EQ(place(Location::office).electricity_usd_kwh, 0.146);
  EXPECT_EQ(place(Location::colocation).electricity_usd_kwh, 0.09);
  EXPECT_EQ(place(Location::hyperscale).electricity_usd_kwh, 0.09);
}

// No cooling plant stands at home or in an office. Google's fleet had a PUE of 1.1 in 2025; in a colocation the price
// of the space, 163.44 US$ a kW and month (CBRE 2023), has the cooling in it, and energy is 1.2 times what machines
// take.
TEST(Place, CoolingIsPaidOnce) {
  for (Location l : {Location::home, Location::office}) {
    EXPECT_EQ(place(l).pue, 1);
    EXPECT_EQ(place(l).building_pue, 1);
    EXPECT_EQ(place(l).colo_usd_kw_month, 0);
    EXPECT_EQ(place(l).install_fraction, 0);
  }
  EXPECT_EQ(place(Location::colocation).pue, 1);
  EXPECT_EQ(place(Location::colocation).building_pue, 1.2);
  EXPECT_NEAR(place(Location::colocation).colo_usd_kw_month, 163.44, 2);
  EXPECT_EQ(place(Location::hyperscale).pue, 1.1);
  EXPECT_EQ(place(Location::hyperscale).building_pue, 1.1);
  EXPECT_EQ(place(Location::hyperscale).colo_usd_kw_month, 0);
  for (Location l : {Location::colocation, Location::hyperscale}) EXPECT_EQ(place(l).install_fraction, 0.05);
}

TEST(Place, EverywhereHasAPrice) {
  for (Location l : {Location::home, Location::office, Location::colocation, Location::hyperscale}) {
    EXPECT_GT(place(l).electricity_usd_kwh, 0);
    EXPECT_GE(place(l).pue, 1);
  }
}

TEST(Place, TheNetworkIsAStaircase) {
  EXPECT_EQ(in_usd(network_per_gpu(1, 8)), 0);
  EXPECT_EQ(in_usd(network_per_gpu(2, 16)), 810);
  EXPECT_EQ(in_usd(network_per_gpu(3, 17)), 1882);
  EXPECT_EQ(in_usd(network_per_gpu(64, 512)), 1882);
  EXPECT_EQ(in_usd(network_per_gpu(65, 513)), 4247);
  EXPECT_EQ(in_usd(network_per_gpu(128, 1024)), 4247);
  EXPECT_EQ(in_usd(network_per_gpu(129, 1025)), 6612);
}

TEST(Place, StaffGrowsWithMachinesButLess) {
  EXPECT_EQ(staff_per_node(Location::home, 1, 8), 0);
  EXPECT_NEAR(staff_per_node(Location::colocation, 4, 8), 0.25, 1e-12);
  EXPECT_NEAR(staff_per_node(Location::colocation, 20, 8), (4 * 0.25 + 16 * 0.05) / 20, 1e-12);
  for (int n = 1; n < 50; ++n)
    EXPECT_LT(n * staff_per_node(Location::hyperscale, n, 8), (n + 1) * staff_per_node(Location::hyperscale, n + 1, 8));
}

TEST(Place, OneCardTakesAnEighthOfTheStaffOfAFullMachine) {
  EXPECT_NEAR(staff_per_node(Location::colocation, 1, 1), 0.25 / 8, 1e-12);
  EXPECT_NEAR(staff_per_node(Location::colocation, 2, 4.5), 0.25 * 4.5 / 8, 1e-12);
  EXPECT_NEAR(staff_per_node(Location::colocation, 1, 72), 0.25, 1e-12);
}

}  // namespace
}  // namespace ridgepoint
