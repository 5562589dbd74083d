// Where every figure comes from: formula, inputs, sources, and how far such figures have been off.
#pragma once

#include <vector>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// One explanation for each main figure that the estimate holds. Evaluating a formula from its listed
// inputs gives the figure.
std::vector<Explanation> explain(const Estimate& estimate, const Catalog& catalog);

}  // namespace ridgepoint
