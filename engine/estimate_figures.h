// Estimates that leave out what a search does not need, and are made sooner so.
#pragma once

#include "engine/estimate.h"

namespace ridgepoint {

// As estimate(), with everything of `cost` left absent.
Result<Estimate> estimate_figures(const Scenario& scenario, const Catalog& catalog);

// As estimate(), with add_chosen_cost() for the cost, and of serving without describe_serving(); complete() adds the
// rest.
Problems estimate_ranked(const Scenario& scenario, const Catalog& catalog, Estimate& out);
void complete(Estimate& estimate, const Catalog& catalog);

}  // namespace ridgepoint
