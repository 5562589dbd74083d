#include "engine/speed/scaling.h"

#include <cmath>

namespace ridgepoint {

Flop training_flop(double params, double tokens) { return flop(6 * params * tokens); }

double optimal_tokens(double params, double tokens_per_param) { return tokens_per_param * params; }

double optimal_params(double tokens, double tokens_per_param) { return tokens / tokens_per_param; }

double optimal_params_for(Flop work, double tokens_per_param) {
  return std::sqrt(in_flop(work) / (6 * tokens_per_param));
}

}  // namespace ridgepoint
