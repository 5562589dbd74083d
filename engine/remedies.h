// What would make a scenario fit that does not: changes that were estimated again and do fit.
#pragma once

#include "engine/catalog.h"
#include "engine/estimate.h"

namespace ridgepoint {

// Single changes first, then pairs of them when none is enough; the least memory short first among equals.
// Each is estimated in full with the change made, and only those that fit are returned, at most `most`.
// Empty when the scenario fits.
std::vector<Remedy> remedies(const Estimate& estimate, const Catalog& catalog, std::size_t most = 5);

}  // namespace ridgepoint
