#include "engine/cost/cash_flow.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ridgepoint {
namespace {

CashFlow three_years(double start, double yearly, double end) {
  CashFlow flow;
  flow.years = 3;
  flow.discount_rate = 0.10;
  flow.start = usd(start);
  for (std::size_t t = 0; t < 3; ++t) flow.yearly[t] = usd(yearly);
  flow.end = usd(end);
  return flow;
}

TEST(CashFlow, PresentValue) {
  // 1000 + 100 (1.1^-0.5 + 1.1^-1.5 + 1.1^-2.5) - 200 x 1.1^-3
  //   = 1000 + 100 (0.953463 + 0.866784 + 0.787986) - 200 x 0.751315 = 1110.5603
  EXPECT_NEAR(in_usd(present_value(three_years(1000, 100, -200))), 1110.5603, 1e-3);
}

TEST(CashFlow, PaidByGrowsStraightWithinAYearAndEndsAtThePresentValue) {
  const CashFlow flow = three_years(1000, 100, -200);
  EXPECT_NEAR(in_usd(paid_by(flow, 0)), 1000, 1e-12);
  EXPECT_NEAR(in_usd(paid_by(flow, 0.5)), 1000 + 50 * 0.953463, 1e-3);
  EXPECT_NEAR(in_usd(paid_by(flow, 1)), 1000 + 100 * 0.953463, 1e-3);
  EXPECT_EQ(in_usd(paid_by(flow, 3)), in_usd(present_value(flow)));
}

TEST(CashFlow, PartOfAYear) {
  CashFlow flow;
  flow.years = 0.5;
  flow.discount_rate = 0.10;
  flow.yearly[0] = usd(60);
  // paid after a quarter: 60 x 1.1^-0.25
  EXPECT_NEAR(in_usd(present_value(flow)), 60 * std::pow(1.1, -0.25), 1e-12);
}

TEST(CashFlow, PaidBackWhereTheLinesCross) {
  CashFlow own = three_years(1200, 0, 0), rent = three_years(0, 1200, 0);
  own.discount_rate = rent.discount_rate = 0;
  EXPECT_NEAR(*paid_back(own, rent), 1, 1e-12);
  rent = three_years(0, 300, 0);
  rent.discount_rate = 0;
  EXPECT_FALSE(paid_back(own, rent).has_value());  // 900 rented against 1200 paid
  own.end = usd(-400);                             // resale at the end turns it
  EXPECT_NEAR(*paid_back(own, rent), 3, 1e-12);
}

TEST(CashFlow, CheapAtFirstIsNotPaidBackWhenItCostsMoreInTheEnd) {
  CashFlow own = three_years(0, 500, 0), rent = three_years(600, 100, 0);
  EXPECT_FALSE(paid_back(own, rent).has_value());
  EXPECT_GT(*paid_back(rent, own), 1);
}

}  // namespace
}  // namespace ridgepoint
