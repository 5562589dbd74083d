#include "engine/cost/sensitivity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "tests/engine/cost/node.h"

namespace ridgepoint {
namespace {

Swing of(const std::vector<Swing>& swings, std::string_view input) {
  return *std::find_if(swings.begin(), swings.end(), [&](const Swing& s) { return s.input == input; });
}

TEST(Sensitivity, RentMovesTheDifferenceByWhatIsPaid) {
  // On demand at 60%: rent is 3.99 x 8 x 8760 x 0.57 a year over 3.324583 discounted years (r = 10%, four mid-years).
  RentInput rent;
  const Swing price = of(sensitivity(staffed_node(), rent), "/cost/rent_usd_gpu_h");
  const double paid = 3.99 * 8 * 8760 * 0.95 * 0.6 * 3.324583;
  EXPECT_NEAR(price.low, 3.192, 1e-12);
  EXPECT_NEAR(in_usd(price.at_low - price.at_high), 0.4 * paid, 5);
}

TEST(Sensitivity, TheWidestComesFirstAndIdleInputsAreLeftOut) {
  OwnInput own = staffed_node();
  own.staff_fte = 0;
  const std::vector<Swing> swings = sensitivity(own, RentInput{});
  for (std::size_t i = 1; i < swings.size(); ++i) EXPECT_GE(swings[i - 1].width(), swings[i].width());
  EXPECT_TRUE(std::none_of(swings.begin(), swings.end(), [](const Swing& s) { return s.input == "/cost/staff_fte"; }));
}

TEST(Sensitivity, NearTheBreakEvenAFifthTurnsTheChoice) {
  // At 3.99 US$ the break-even is 64%: from 60%, a fifth more use turns it and a fifth more for power does not.
  const std::vector<Swing> swings = sensitivity(staffed_node(), RentInput{});
  EXPECT_TRUE(of(swings, "/cost/utilization").flips);
  EXPECT_FALSE(of(swings, "/cost/electricity_usd_kwh").flips);
}

// What turns one side leaves the other as it was, and what turns both turns both.
TEST(Sensitivity, ATurnedInputGivesWhatBothSidesThenPay) {
  const OwnInput own = staffed_node();
  RentInput rent;
  rent.utilization = own.utilization;
  const std::vector<Swing> swings = sensitivity(own, rent);
  const auto expect = [&](std::string_view input, auto turn) {
    const Swing swing = of(swings, input);
    for (const auto& [value, difference] : {std::pair(swing.low, swing.at_low), std::pair(swing.high, swing.at_high)}) {
      OwnInput o = own;
      RentInput r = rent;
      turn(o, r, value);
      EXPECT_EQ(difference, present_value(own_flow(o)) - present_value(rent_flow(r))) << input << " at " << value;
    }
  };
  expect("/cost/server_usd", [](OwnInput& o, RentInput&, double x) { o.server = usd(x); });
  expect("/cost/rent_drift", [](OwnInput&, RentInput& r, double x) { r.drift = x; });
  expect("/cost/utilization", [](OwnInput& o, RentInput& r, double x) { o.utilization = r.utilization = x; });
  expect("/cost/years", [](OwnInput& o, RentInput& r, double x) { o.years = r.years = x; });
  expect("/cost/discount_rate", [](OwnInput& o, RentInput& r, double x) { o.discount_rate = r.discount_rate = x; });
}

TEST(Sensitivity, SharesStayShares) {
  OwnInput own = staffed_node();
  RentInput rent;
  own.utilization = rent.utilization = 0.95;
  const Swing use = of(sensitivity(own, rent), "/cost/utilization");
  EXPECT_EQ(use.high, 1);
}

}  // namespace
}  // namespace ridgepoint
