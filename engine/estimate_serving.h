// Figures of serving models that decode tokens.
#pragma once

#include "engine/estimate.h"

namespace ridgepoint {

// The plan for the requests in flight: as given, as many as a rate of requests keeps there, or as many as decode on
// replicas of their own.
Result<Plan> plan_for_load(const Scenario& scenario, const Resolved& resolved);
// Speed and what else follows from the plan in e.basis.
void add_serving_figures(Estimate& e, const Catalog& catalog);

}  // namespace ridgepoint
