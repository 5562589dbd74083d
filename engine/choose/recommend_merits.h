// What choices of hardware are compared by.
#pragma once

#include <limits>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

inline constexpr double kUnknownMerit = std::numeric_limits<double>::infinity();

// Whether the load is there at all hours, whatever the machines could do beside it: users or requests at a rate.
// Batches, and images without a rate, are as many as the machines make.
bool is_for_users(const Estimate& estimate);

// Less is better; infinity where it is not known. US$ of a run, of an hour for users, or of a thousand requests;
// seconds of a request, of a token of the batch, or days of a run; kWh.
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
