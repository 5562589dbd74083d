#include "engine/cost/break_even.h"

namespace ridgepoint {
namespace {

Usd own_at(OwnInput input, double utilization) {
  input.utilization = utilization;
  return own(input).present_value;
}

Usd rent_at(RentInput input, double utilization) {
  if (input.pricing != Pricing::spot) input.pricing = Pricing::on_demand;
  input.utilization = utilization;
  return rent(input).present_value;
}

}  // namespace

std::optional<double> break_even_utilization(OwnInput own_input, RentInput rent_input) {
  const Usd idle = own_at(own_input, 0);
  const Usd own_slope = own_at(own_input, 1) - idle;
  const Usd rent_slope = rent_at(rent_input, 1);
  if (rent_slope <= own_slope) return std::nullopt;
  const double utilization = idle / (rent_slope - own_slope);
  if (utilization > 1) return std::nullopt;
  return utilization;
}

std::optional<double> break_even_rent(const OwnInput& own_input, RentInput rent_input) {
  rent_input.usd_gpu_h = 1;
  const Usd per_dollar = rent_at(rent_input, rent_input.utilization);
  if (per_dollar <= usd(0)) return std::nullopt;
  return own(own_input).present_value / per_dollar;
}

}  // namespace ridgepoint
