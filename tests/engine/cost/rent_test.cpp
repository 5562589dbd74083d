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

TEST(Rent, ACommitmentIsPaidToItsEnd) {
  // 8 GPUs x 8,760 h x 2 US$ = 140,160 a year: three years of it, though one or two are counted.
  for (const double years : {1.0, 2.0, 3.0}) {
    RentInput in;
    in.usd_gpu_h = 2;
    in.pricing = Pricing::reserved_3y;
    in.years = years;
    in.discount_rate = 0;
    EXPECT_NEAR(in_usd(rent(in).present_value), 3 * 140160, 1e-6) << years;
  }
  // Half of them as a base, of which a year is paid, the others on demand for half a year at 20% of the hours.
  RentInput in;
  in.usd_gpu_h = 4;
  in.base_share = 0.5;
  in.base_usd_gpu_h = 2;
  in.availability = 1;
  in.utilization = 0.6;
  in.years = 0.5;
  in.discount_rate = 0;
  EXPECT_NEAR(in_usd(rent(in).present_value), 4 * 8760 * 2 + 0.5 * 0.2 * 4 * 8760 * 4, 1e-6);
}

TEST(Rent, SpotPaysForLostWork) {
  RentInput in;
  in.pricing = Pricing::spot;
  in.usd_gpu_h = 2;
  in.spot_efficiency = 0.8;
  EXPECT_NEAR(rent(in).usd_per_useful_gpu_h, 2.5, 1e-9);  // 2 / 0.8
}

TEST(Rent, WhatIsAlwaysOnPaysIdleHours) {
  RentInput in;
  in.always_on = true;
  EXPECT_NEAR(rent(in).usd_per_useful_gpu_h, 3.99 / (0.95 * 0.6), 1e-9);
}

TEST(Rent, ABaseIsReservedAndTheRestFollowsTheLoad) {
  // Half the machines at 2 US$ all day; the others at 4 US$ for (0.6 - 0.5) / 0.5 = 20% of the hours that run.
  RentInput in;
  in.usd_gpu_h = 4;
  in.base_share = 0.5;
  in.base_usd_gpu_h = 2;
  EXPECT_NEAR(rent(in).usd_per_useful_gpu_h, (0.5 * 2 + 0.5 * 4 * 0.95 * 0.2) / (0.95 * 0.6), 1e-9);
}

TEST(Rent, StartsSupportAndStorageArePaid) {
  RentInput in;
  in.usd_gpu_h = 4;
  in.start_overhead = 0.1;
  in.support_fraction = 0.05;
  EXPECT_NEAR(rent(in).usd_per_useful_gpu_h, 4 * 1.1 * 1.05, 1e-9);
  const double before = in_usd(rent(in).present_value);
  in.extras_year = usd(1000);
  // four mid-years at 10%: 3.324583
  EXPECT_NEAR(in_usd(rent(in).present_value) - before, 3324.583, 0.05);
}

}  // namespace
}  // namespace ridgepoint
