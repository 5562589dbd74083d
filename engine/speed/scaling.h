// Compute, parameters and data of a training run against each other.
#pragma once

#include "engine/base/units.h"

namespace ridgepoint {

// Work of training: 6 for every parameter and token (Kaplan et al. 2020, section 2.1).
Flop training_flop(double params, double tokens);

// Compute-optimal tokens for a model and back, in a fixed ratio (Hoffmann et al. 2022: about 20).
double optimal_tokens(double params, double tokens_per_param);
double optimal_params(double tokens, double tokens_per_param);
// The model for which that ratio uses up the work: sqrt(C / (6 ratio)).
double optimal_params_for(Flop work, double tokens_per_param);

}  // namespace ridgepoint
