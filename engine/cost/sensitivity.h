// How the difference between owning and renting moves with each input.
#pragma once

#include <optional>
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

// Least utilization in [0, 1] from which on owning costs no more than renting. Owning costs a + b U; so does renting,
// on either side of its base. Empty when owning never wins, 0 when it always does.
std::optional<double> break_even_utilization(OwnInput own, RentInput rent);

// Least utilization from which on one's own machines, bought or rented, cost no more than the hosted API. Empty when
// the API is cheaper at any use.
std::optional<double> break_even_hosted(OwnInput own, HostedInput hosted);
std::optional<double> break_even_hosted(RentInput rent, HostedInput hosted);

// Price per GPU-hour, of the pricing that `rent` asks for, at which renting for the same term and use costs as much as
// owning. Empty when nothing of it is paid by the hour, or extras alone cost more.
std::optional<double> break_even_rent(const OwnInput& own, RentInput rent);

}  // namespace ridgepoint
