// What a scenario demands of its hardware, and how much of each limit an estimate takes.
#pragma once

#include <string>
#include <vector>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// What a limit is of: memory with headroom; a rate, a latency or a deadline; prices and totals; power and number; the
// hardware that may be chosen; what the hardware has to support.
enum class LimitOf { memory, speed, money, size, hardware, support };

// One limit. A `ratio` up to 1 keeps it, 1.2 misses it by a fifth; infinity: what it limits is not known.
struct Demand {
  LimitOf of = LimitOf::memory;
  std::string path;  // of the field that sets it: "/constraints/max_usd_h"
  std::string text;  // "$31.84 an hour, $20.00 allowed"
  double ratio = 0;
  bool wished = true;  // by the scenario; not: that a fifth of what is answered is left for bursts
  bool met() const { return ratio <= 1; }
};

// All limits in force, kept or not: memory with headroom, the rate of requests, targets of latency (where speed.slo
// holds them), what each user gets, deadline, budgets, power, number and sort of accelerators, what they have to
// support.
std::vector<Demand> demands(const Estimate& estimate);
// The same without texts: for searches.
std::vector<Demand> unworded_demands(const Estimate& estimate);

}  // namespace ridgepoint
