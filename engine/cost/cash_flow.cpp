#include "engine/cost/cash_flow.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

double discount(double rate, double years) { return std::pow(1 + rate, -years); }

double discounted_years(double years, double rate, double growth) {
  const double yearly = 1 / (1 + rate);
  double sum = 0, level = 1, middle = std::sqrt(yearly);  // of the year
  for (double begun = 0; begun < years; begun += 1) {
    const double part = std::min(1.0, years - begun);
    sum += part * level * (part < 1 ? discount(rate, begun + part / 2) : middle);
    level *= 1 + growth;
    middle *= yearly;
  }
  return sum;
}

namespace {

// Today's worth of one paid in each year of a term.
class YearlyWorth {
 public:
  explicit YearlyWorth(const CashFlow& flow)
      : flow_(flow), yearly_(1 / (1 + flow.discount_rate)), middle_(std::sqrt(yearly_)) {}
  bool more() const { return year_ < kMostYears && begun() < flow_.years; }
  void next() {
    middle_ *= yearly_;
    ++year_;
  }
  std::size_t year() const { return year_; }
  double begun() const { return static_cast<double>(year_); }
  double part() const { return std::min(1.0, flow_.years - begun()); }
  double worth() const { return part() < 1 ? discount(flow_.discount_rate, begun() + part() / 2) : middle_; }

 private:
  const CashFlow& flow_;
  double yearly_, middle_;
  std::size_t year_ = 0;
};

Usd worth_of_end(const CashFlow& flow) {
  return flow.end == usd(0) ? usd(0) : discount(flow.discount_rate, flow.years) * flow.end;
}

}  // namespace

Usd present_value(const CashFlow& flow) { return paid_by(flow, flow.years); }

Usd paid_by(const CashFlow& flow, double years) {
  Usd sum = flow.start;
  for (YearlyWorth at(flow); at.more() && years > at.begun(); at.next())
    sum += std::min(at.part(), years - at.begun()) / at.part() * at.worth() * flow.yearly[at.year()];
  if (years >= flow.years) sum += worth_of_end(flow);
  return sum;
}

std::optional<double> paid_back(const CashFlow& a, const CashFlow& b) {
  Usd lead = a.start - b.start;  // of a's payments over b's
  std::optional<double> since;
  if (lead <= usd(0)) since = 0;
  for (YearlyWorth at(a); at.more(); at.next()) {
    const Usd after = lead + at.worth() * (a.yearly[at.year()] - b.yearly[at.year()]);
    if (after > usd(0)) since.reset();
    if (after <= usd(0) && !since) since = at.begun() + at.part() * (lead / (lead - after));
    lead = after;
  }
  lead += worth_of_end(a) - worth_of_end(b);
  if (lead > usd(0)) return std::nullopt;
  return since.value_or(a.years);  // what the end brings decides
}

}  // namespace ridgepoint
