// Figures of serving models that decode tokens.
#pragma once

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// A plan with what each of its replicas comes to.
struct ServedPlan {
  Plan plan;
  InferenceSpeedInput speed_input;
  ServingInput load;
  Serving serving;
};

// The plan for the requests in flight: as given, as many as a rate of requests keeps there, or as many as decode on
// replicas of their own.
Result<ServedPlan> plan_for_load(const Scenario& scenario, const Resolved& resolved);
// Speed, and what was left open as it was taken, from the plan in e.basis.
void add_serving_figures(Estimate& e);
// The parts of its memory and time, what limits it and how far its figures may be off.
void describe_serving(Estimate& e, const Catalog& catalog);

}  // namespace ridgepoint
