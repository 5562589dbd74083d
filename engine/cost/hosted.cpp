#include "engine/cost/hosted.h"

#include <algorithm>
#include <cstddef>

namespace ridgepoint {

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
