#include "engine/cost/cash_flow.h"

#include <algorithm>
#include <cmath>

#include "engine/cost/years.h"

namespace ridgepoint {

Usd present_value(const CashFlow& flow) { return paid_by(flow, flow.years); }

Usd paid_by(const CashFlow& flow, double years) {
  Usd sum = flow.start;
  for (std::size_t t = 0; t < kMostYears; ++t) {
    const double begun = static_cast<double>(t);
    const double part = std::min(1.0, flow.years - begun), passed = std::min(part, years - begun);
    if (passed <= 0) break;
    sum += passed / part * discount(flow.discount_rate, begun + part / 2) * flow.yearly[t];
  }
  if (years >= flow.years) sum += discount(flow.discount_rate, flow.years) * flow.end;
  return sum;
}

std::optional<double> paid_back(const CashFlow& a, const CashFlow& b) {
  Usd before = a.start - b.start;
  std::optional<double> since;
  if (before <= usd(0)) since = 0;
  for (double month = 1; month < 12 * a.years + 1; ++month) {
    const double years = std::min(month / 12, a.years);
    const Usd lead = paid_by(a, years) - paid_by(b, years);
    if (lead > usd(0)) since.reset();
    const bool at_once = years >= a.years && a.end != b.end;  // what the end brings decides
    if (lead <= usd(0) && !since) since = at_once ? years : (month - 1 + before / (before - lead)) / 12;
    before = lead;
  }
  return since;
}

}  // namespace ridgepoint
