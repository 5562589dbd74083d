// Cost of renting machines over a term, as present value.
#pragma once

#include "engine/scenario.h"
#include "engine/units.h"

namespace ridgepoint {

struct RentInput {
  int gpus = 8;
  double usd_gpu_h = 3.99;  // at the start, for this kind of pricing
  Pricing pricing = Pricing::on_demand;
  double drift = 0;  // per year, signed
  double utilization = 0.6;
  double availability = 0.95;
  double years = 4;
  double discount_rate = 0.10;
  double spot_efficiency = 1.0;  // share of paid time that is not lost to interruptions
};
struct Rent {
  Usd present_value;
  double useful_gpu_hours = 0;  // discounted, as for owning
  double usd_per_useful_gpu_h = 0;
};
// On demand and spot stop when idle, so that only useful hours are paid (spot: and those lost to
// interruptions). Reserved machines are paid around the clock, and renewed at the price of the day
// when their term of one or three years ends.
Rent rent(const RentInput& input);

}  // namespace ridgepoint
