// How the difference between owning and renting moves with each input.
#pragma once

#include <string_view>
#include <vector>

#include "engine/cost/own.h"
#include "engine/cost/rent.h"

namespace ridgepoint {

// One input moved down and up while all others stay.
struct Swing {
  std::string_view input;  // pointer into the scenario
  std::string_view label;
  double low = 0;  // values of the input
  double high = 0;
  Usd at_low;  // owning less renting, present value
  Usd at_high;
  bool flips = false;  // the cheaper one changes
  double width() const { return at_high > at_low ? in_usd(at_high - at_low) : in_usd(at_low - at_high); }
};

// By a fifth each, the yearly change of rents by ten points; shares stay within [0, 1], terms within kMostYears. The
// widest first; inputs that move nothing are left out.
std::vector<Swing> sensitivity(const OwnInput& own, const RentInput& rent);

}  // namespace ridgepoint
