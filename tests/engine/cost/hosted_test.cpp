#include <gtest/gtest.h>

#include "engine/cost/rent.h"
#include "engine/cost/sensitivity.h"

namespace ridgepoint {
namespace {

HostedInput tokens() {
  HostedInput in;
  in.input_tokens_h = 3e6;
  in.output_tokens_h = 1e6;
  in.usd_m_input = 0.6;
  in.usd_m_output = 0.8;
  return in;
}

TEST(Hosted, CachedTokensAndBatchesCostLess) {
  HostedInput in = tokens();
  EXPECT_NEAR(usd_per_useful_hour(in), 2.6, 1e-12);  // 3 x 0.6 + 0.8
  in.cached_share = 0.5;
  in.cached_price_ratio = 0.2;
  EXPECT_NEAR(input_price(in), 0.36, 1e-12);  // 0.6 (0.5 + 0.5 x 0.2)
  in.batch_discount = 0.5;
  EXPECT_NEAR(usd_per_useful_hour(in), 0.94, 1e-12);  // (3 x 0.36 + 0.8) / 2
}

TEST(Hosted, AnIdleHourCostsNothing) {
  HostedInput in = tokens();
  in.utilization = 0;
  EXPECT_EQ(in_usd(present_value(hosted_flow(in))), 0);
}

TEST(Hosted, RentedMachinesAreWorthItFromTheUseWhereTheirTokensCostTheSame) {
  // Paid around the clock at 2 US$: equal to 2.6 US$ an hour of tokens at 2 / 2.6 / 0.95 of the hours.
  RentInput rent;
  rent.gpus = 1;
  rent.usd_gpu_h = 2;
  rent.always_on = true;
  EXPECT_NEAR(*break_even_hosted(rent, tokens()), 2 / 2.6 / 0.95, 1e-9);
  rent.usd_gpu_h = 3;
  EXPECT_FALSE(break_even_hosted(rent, tokens()).has_value());
}

}  // namespace
}  // namespace ridgepoint
