// What training takes: the step, the run with its failures, and what it is compute-optimal for.
#pragma once

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// Tokens of the whole run: the scenario's, else of its data set, else what is usual.
double run_tokens(const Scenario& scenario, const Resolved& resolved);

// Speed of a planned run, and in `basis` what it was computed from.
void add_training(Estimate& estimate, const Catalog& catalog);
// Once the cost of the run is known.
void add_compute_optimal(Estimate& estimate);

}  // namespace ridgepoint
