#include "engine/cost/rent.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace ridgepoint {
namespace {

constexpr std::array<double, 5> kUtilizations = {0.2, 0.4, 0.6, 0.8, 0.95};

TEST(Rent, OnDemandCostsItsPriceWhateverTheUse) {
  for (double u : kUtilizations) {
    RentInput in;
    in.utilization = u;
    EXPECT_NEAR(rent(in).usd_per_useful_gpu_h, 3.99, 1e-9);
  }
}

TEST(Rent, ReservedMachinesArePaidIdle) {
  // 2.72 / (0.95 U)
  const std::array<double, 5> expected = {14.32, 7.16, 4.77, 3.58, 3.01};
  for (std::size_t i = 0; i < 5; ++i) {
    RentInput in;
    in.usd_gpu_h = 2.72;
    in.pricing = Pricing::reserved_3y;
    in.utilization = kUtilizations[i];
    EXPECT_NEAR(rent(in).usd_per_useful_gpu_h, expected[i], 0.01);
  }
}

TEST(Rent, ReservedPriceFollowsTheDriftOnlyAtRenewal) {
  RentInput in;
  in.pricing = Pricing::reserved_3y;
  in.drift = 0.5;
  in.years = 3;
  const double risen = in_usd(rent(in).present_value);
  in.drift = 0;
  EXPECT_NEAR(risen, in_usd(rent(in).present_value), 1e-6);
}

TEST(Rent, SpotPaysForLostWork) {
  RentInput in;
  in.pricing = Pricing::spot;
  in.usd_gpu_h = 2;
  in.spot_efficiency = 0.8;
  EXPECT_NEAR(rent(in).usd_per_useful_gpu_h, 2.5, 1e-9);  // 2 / 0.8
}

}  // namespace
}  // namespace ridgepoint
