// Where owning and renting cost the same.
#pragma once

#include <optional>

#include "engine/cost/own.h"
#include "engine/cost/rent.h"

namespace ridgepoint {

// Utilization at which owning and on-demand (or spot) renting cost the same: owning costs a + b U,
// renting k U, so U = a / (k - b). Empty when owning never wins.
std::optional<double> break_even_utilization(OwnInput own, RentInput rent);

// On-demand price per GPU-hour at which renting for the same term and use costs as much as owning.
// Empty when nothing is used.
std::optional<double> break_even_rent(const OwnInput& own, RentInput rent);

}  // namespace ridgepoint
