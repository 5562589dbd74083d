#include "engine/cost/break_even.h"

#include <array>

namespace ridgepoint {
namespace {

CashFlow flow_of(const OwnInput& input) { return own_flow(input); }
CashFlow flow_of(const RentInput& input) { return rent_flow(input); }
CashFlow flow_of(const HostedInput& input) { return hosted_flow(input); }

template <class Input>
Usd cost_at(Input input, double utilization) {
  input.utilization = utilization;
  return present_value(flow_of(input));
}

// Least utilization from which on `a` costs no more than `b`; both are straight from each of `corners` to the next.
template <class A, class B, std::size_t n>
std::optional<double> least_use(const A& a, const B& b, const std::array<double, n>& corners) {
  std::array<double, n> lead{};  // of a over b
  for (std::size_t i = 0; i < n; ++i) lead[i] = in_usd(cost_at(a, corners[i]) - cost_at(b, corners[i]));
  if (lead[n - 1] > 0) return std::nullopt;
  for (std::size_t i = n - 1; i > 0; --i)
    if (lead[i - 1] > 0) return corners[i - 1] + (corners[i] - corners[i - 1]) * lead[i - 1] / (lead[i - 1] - lead[i]);
  return 0;
}

// Start and stop fill idle time only until there is none: above this use a machine on demand runs all day.
double always_busy(const RentInput& rent) {
  const double most = 1 / (rent.availability * (1 + rent.start_overhead));
  return rent.base_share + (1 - rent.base_share) * (most < 1 ? most : 1);
}

}  // namespace

std::optional<double> break_even_utilization(OwnInput own, RentInput rent) {
  return least_use(own, rent, std::array{0.0, rent.base_share, always_busy(rent), 1.0});
}

std::optional<double> break_even_hosted(OwnInput own, HostedInput hosted) {
  return least_use(own, hosted, std::array{0.0, 1.0});
}

std::optional<double> break_even_hosted(RentInput rent, HostedInput hosted) {
  return least_use(rent, hosted, std::array{0.0, rent.base_share, always_busy(rent), 1.0});
}

std::optional<double> break_even_rent(const OwnInput& own, RentInput rent) {
  rent.usd_gpu_h = 0;
  const Usd beside = present_value(rent_flow(rent));
  rent.usd_gpu_h = 1;
  const Usd per_dollar = present_value(rent_flow(rent)) - beside;
  const Usd left = present_value(own_flow(own)) - beside;
  if (per_dollar <= usd(0) || left < usd(0)) return std::nullopt;
  return left / per_dollar;
}

}  // namespace ridgepoint
