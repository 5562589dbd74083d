// What choices of hardware are compared by.
#pragma once

#include <limits>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

inline constexpr double kUnknownMerit = std::numeric_limits<double>::infinity();

// Less is better; infinity where it is not known. US$ of a run, of an hour of the fleet at a rate, or of a thousand
// requests; seconds of a request, of a token of the batch, or days of a run; kWh.
struct Merits {
  double cost = kUnknownMerit;
  double time = kUnknownMerit;
  double energy = kUnknownMerit;
};
Merits merits_of(const Estimate& estimate);

// What a goal ranks by, to about ten digits, so that what is equal but for rounding is equal.
double score_of(const Merits& merits, Goal goal);

// To about ten digits.
double rounded_merit(double x);

}  // namespace ridgepoint
