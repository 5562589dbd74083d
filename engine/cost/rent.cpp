#include "engine/cost/rent.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ridgepoint {
namespace {

// Share of a year's hours that machines which follow a load of `use` are paid.
double paid_share(const RentInput& in, double use) {
  if (is_reserved(in.pricing)) return 1;
  const double up = in.always_on ? 1 : std::min(1.0, in.availability * use * (1 + in.start_overhead));
  return in.pricing == Pricing::spot ? up / in.spot_efficiency : up;
}

double term_of(Pricing pricing) { return pricing == Pricing::reserved_3y ? 3 : 1; }

// Growth of the price up to the year that begins after `begun`; committed prices move when they are renewed.
double price_level(Pricing pricing, double drift, double begun) {
  if (drift == 0) return 1;
  const double term = term_of(pricing);
  return std::pow(1 + drift, std::floor(begun / term) * term);
}

// Price-weighted share of all hours paid in the year that begins after `begun`, times the price per GPU-hour.
double usd_a_gpu_h(const RentInput& in, double begun) {
  const double beyond = in.base_share < 1 ? std::max(0.0, (in.utilization - in.base_share) / (1 - in.base_share)) : 0;
  const double use = in.base_share > 0 ? beyond : in.utilization;
  return (1 - in.base_share) * in.usd_gpu_h * price_level(in.pricing, in.drift, begun) * paid_share(in, use) +
         in.base_share * in.base_usd_gpu_h * price_level(Pricing::reserved_1y, in.drift, begun);
}

// Price of what a commitment still runs when the years end, in US$ per GPU-hour times years.
double usd_beyond(const RentInput& in) {
  const auto beyond = [&](Pricing pricing) { return std::max(0.0, term_of(pricing) - in.years); };
  return (is_reserved(in.pricing) ? (1 - in.base_share) * in.usd_gpu_h * beyond(in.pricing) : 0) +
         in.base_share * in.base_usd_gpu_h * beyond(Pricing::reserved_1y);
}

}  // namespace

CashFlow rent_flow(const RentInput& in) {
  CashFlow flow;
  flow.years = in.years;
  flow.discount_rate = in.discount_rate;
  for (std::size_t t = 0; t < kMostYears && static_cast<double>(t) < in.years; ++t) {
    const double begun = static_cast<double>(t), part = std::min(1.0, in.years - begun);
    const double rent = kHoursPerYear * in.gpus * usd_a_gpu_h(in, begun) * (1 + in.support_fraction);
    flow.yearly[t] = part * (usd(rent) + in.extras_year);
  }
  flow.end = usd(kHoursPerYear * in.gpus * usd_beyond(in) * (1 + in.support_fraction));
  return flow;
}

Rent rent(const RentInput& in) {
  Rent result;
  result.flow = rent_flow(in);
  result.present_value = present_value(result.flow);
  result.useful_gpu_hours =
      kHoursPerYear * in.gpus * in.availability * in.utilization * discounted_years(in.years, in.discount_rate);
  if (result.useful_gpu_hours > 0) result.usd_per_useful_gpu_h = in_usd(result.present_value) / result.useful_gpu_hours;
  return result;
}

double input_price(const HostedInput& in) {
  return in.usd_m_input * (1 - in.cached_share * (1 - in.cached_price_ratio)) * (1 - in.batch_discount) * in.hours;
}

double output_price(const HostedInput& in) { return in.usd_m_output * (1 - in.batch_discount) * in.hours; }

double usd_per_useful_hour(const HostedInput& in) {
  return (in.input_tokens_h * input_price(in) + in.output_tokens_h * output_price(in)) / 1e6;
}

CashFlow hosted_flow(const HostedInput& in) {
  CashFlow flow;
  flow.years = in.years;
  flow.discount_rate = in.discount_rate;
  const Usd year = usd(kHoursPerYear * in.availability * in.utilization * usd_per_useful_hour(in));
  for (std::size_t t = 0; t < kMostYears && static_cast<double>(t) < in.years; ++t)
    flow.yearly[t] = std::min(1.0, in.years - static_cast<double>(t)) * year;
  return flow;
}

}  // namespace ridgepoint
