// Discounting.
#pragma once

namespace ridgepoint {

constexpr double kHoursPerYear = 8760;

// Today's worth of one paid after `years`: (1 + r)^-years.
double discount(double rate, double years);

// Today's worth of one a year, each paid in the middle of its year and growing by `growth` from year to
// year: sum of (1 + g)^(t-1) (1 + r)^-(t-1/2). The last year may be a part of one.
double discounted_years(double years, double rate, double growth = 0);

}  // namespace ridgepoint
