#include "engine/speed/run.h"

#include <cmath>

namespace ridgepoint {

Seconds checkpoint_interval(const Interruptions& i) {
  return seconds(std::sqrt(2 * in_seconds(i.checkpoint) * in_seconds(i.between)));
}

double lost_time(const Interruptions& i) {
  const Seconds interval = checkpoint_interval(i);
  const double writing = i.checkpoint > seconds(0) ? i.checkpoint / interval : 0;
  return writing + (interval / 2 + i.restart) / i.between;
}

double goodput(const Interruptions& i) { return 1 / (1 + lost_time(i)); }

Flop training_flop(double params, double tokens) { return flop(6 * params * tokens); }

double optimal_tokens(double params, double tokens_per_param) { return tokens_per_param * params; }

double optimal_params(double tokens, double tokens_per_param) { return tokens / tokens_per_param; }

double optimal_params_for(Flop work, double tokens_per_param) {
  return std::sqrt(in_flop(work) / (6 * tokens_per_param));
}

}  // namespace ridgepoint
