// Memory and speed without cost: for questions that prices do not matter to, which are answered sooner so.
#pragma once

#include "engine/estimate.h"

namespace ridgepoint {

// As estimate(), with everything of `cost` left absent.
Result<Estimate> estimate_figures(const Scenario& scenario, const Catalog& catalog);

}  // namespace ridgepoint
