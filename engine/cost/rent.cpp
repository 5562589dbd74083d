#include "engine/cost/rent.h"

#include <algorithm>
#include <cmath>

#include "engine/cost/years.h"

namespace ridgepoint {
namespace {

// Today's worth of one a year at a price that follows the drift only every `term` years.
double renewed_years(const RentInput& in, double term) {
  double sum = 0;
  for (double begun = 0; begun < in.years; begun += term) {
    const double price = std::pow(1 + in.drift, begun);
    const double length = std::min(term, in.years - begun);
    sum += price * discount(in.discount_rate, begun) * discounted_years(length, in.discount_rate);
  }
  return sum;
}

// Hours paid per GPU, discounted and weighted with the price of their time.
double paid_hours(const RentInput& in) {
  const double busy = in.availability * in.utilization;
  switch (in.pricing) {
    case Pricing::on_demand:
      return kHoursPerYear * busy * discounted_years(in.years, in.discount_rate, in.drift);
    case Pricing::spot:
      return kHoursPerYear * busy / in.spot_efficiency * discounted_years(in.years, in.discount_rate, in.drift);
    case Pricing::reserved_1y:
      return kHoursPerYear * renewed_years(in, 1);
    case Pricing::reserved_3y:
      return kHoursPerYear * renewed_years(in, 3);
  }
  return 0;
}

}  // namespace

Rent rent(const RentInput& in) {
  Rent result;
  result.present_value = usd(in.usd_gpu_h * in.gpus * paid_hours(in));
  result.useful_gpu_hours =
      kHoursPerYear * in.gpus * in.availability * in.utilization * discounted_years(in.years, in.discount_rate);
  if (result.useful_gpu_hours > 0) result.usd_per_useful_gpu_h = in_usd(result.present_value) / result.useful_gpu_hours;
  return result;
}

}  // namespace ridgepoint
