#include "engine/cost/own.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

#include "tests/engine/cost/node.h"

namespace ridgepoint {
namespace {

// The expected prices per useful GPU-hour below were worked out with the formulas of own.h, apart
// from this program; they hold to a cent.
constexpr std::array<double, 5> kUtilizations = {0.2, 0.4, 0.6, 0.8, 0.95};

double own_price(OwnInput in, double utilization) {
  in.utilization = utilization;
  return own(in).usd_per_useful_gpu_h;
}

TEST(Own, PriceOfAnUnstaffedNode) {
  const std::array<double, 5> expected = {9.76, 4.91, 3.29, 2.48, 2.10};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(own_price(node(), kUtilizations[i]), expected[i], 0.01);
}

TEST(Own, PriceWithAQuarterOfAnEngineer) {
  OwnInput in = staffed_node();
  const std::array<double, 5> expected = {12.58, 6.31, 4.23, 3.18, 2.69};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(own_price(in, kUtilizations[i]), expected[i], 0.01);
}

TEST(Own, PriceOverThreeYears) {
  OwnInput in = node();
  in.years = 3;
  in.resale_fraction = 0.30;
  const std::array<double, 5> expected = {10.95, 5.50, 3.68, 2.78, 2.35};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(own_price(in, kUtilizations[i]), expected[i], 0.01);
}

TEST(Own, LinesAddUpToThePresentValue) {
  OwnInput in = staffed_node();
  in.software_year = usd(5000);
  const Own result = own(in);
  Usd sum;
  for (const CostLine& line : result.lines) sum += line.amount;
  EXPECT_EQ(in_usd(sum), in_usd(result.present_value));
}

TEST(Own, EnergyFollowsTheMeanLoad) {
  // 10.2 kW (0.35 + 0.45 x 0.95 x 0.6) 8760 h = 10.2 x 0.6065 x 8760 = 54,192 kWh
  EXPECT_NEAR(in_kilowatt_hours(own(node()).energy_per_year), 54192, 1);
}

TEST(Own, ThePaymentsAreTheLines) {
  OwnInput in = staffed_node();
  in.electricity_drift = 0.05;
  in.facility = usd(20000);
  in.years = 3.5;
  const Own result = own(in);
  EXPECT_NEAR(in_usd(present_value(result.flow)), in_usd(result.present_value), 1e-6);
}

TEST(Own, ASpareMachineIsPaidAndIdles) {
  OwnInput in = node();
  in.spare_nodes = 1;
  EXPECT_NEAR(in_usd(own(in).lines.front().amount), 2 * (310000 + 8 * 4250), 1e-6);
  // half of the two work: 0.35 + 0.45 x 0.95 x 0.6 / 2
  EXPECT_NEAR(mean_load(in), 0.47825, 1e-12);
}

TEST(Own, ResaleFollowsTheYearsWhereNoneIsGiven) {
  OwnInput in = node();
  in.years = 3;
  const Usd by_years = own(in).present_value;
  in.resale_fraction = 0.30;
  EXPECT_EQ(in_usd(by_years), in_usd(own(in).present_value));
}

}  // namespace
}  // namespace ridgepoint
