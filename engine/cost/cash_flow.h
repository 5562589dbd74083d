// Payments over a term, and what they are worth today.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "engine/base/units.h"

namespace ridgepoint {

constexpr double kHoursPerYear = 8760;

// Today's worth of one paid after `years`: (1 + r)^-years.
double discount(double rate, double years);

// Today's worth of one a year, each paid in the middle of its year and growing by `growth` from year to
// year: sum of (1 + g)^(t-1) (1 + r)^-(t-1/2). The last year may be a part of one.
double discounted_years(double years, double rate, double growth = 0);

constexpr std::size_t kMostYears = 20;  // of a term

// All money is real (today's). Negative amounts bring money.
struct CashFlow {
  double years = 0;  // term
  double discount_rate = 0;
  Usd start;                                // before anything runs
  std::array<Usd, kMostYears> yearly = {};  // spread evenly over each year; the last may be a part of one
  Usd end;                                  // when the term ends
};

Usd present_value(const CashFlow& flow);

// Present value of what has been paid `years` after the start; each year counts as paid in its middle, as in
// present_value(), and grows on a straight line. From the end of the term on it is present_value().
Usd paid_by(const CashFlow& flow, double years);

// Years from which on `a` has cost no more than `b`, to the end of their common term, by paid_by(). Empty when it costs
// more in the end.
std::optional<double> paid_back(const CashFlow& a, const CashFlow& b);

}  // namespace ridgepoint
