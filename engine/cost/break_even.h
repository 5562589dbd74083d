// Where owning, renting and a hosted API cost the same.
#pragma once

#include <optional>

#include "engine/cost/hosted.h"
#include "engine/cost/own.h"
#include "engine/cost/rent.h"

namespace ridgepoint {

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
