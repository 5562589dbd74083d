// A long run: what failures and checkpoints leave of its time; compute, parameters and data against each other.
#pragma once

#include <cmath>

#include "engine/base/units.h"

namespace ridgepoint {

// Accelerator hours between two failures that stop a job: 419 unexpected ones in 54 days of Llama 3 405B on 16,384
// H100 (Llama 3 herd, arXiv 2407.21783, section 3.3.4). A job on n accelerators fails n times as often.
constexpr double kGpuHoursPerFailure = 16384.0 * 54 * 24 / 419;

struct Interruptions {
  Seconds between;     // mean time between failures of the whole job
  Seconds checkpoint;  // to write one; nothing is trained meanwhile
  Seconds restart;     // from a failure to training again
};

// Training time from one checkpoint to the next that loses least: sqrt(2 C M) (Young 1974; Daly 2006, first order).
inline Seconds checkpoint_interval(const Interruptions& i) {
  return seconds(std::sqrt(2 * in_seconds(i.checkpoint) * in_seconds(i.between)));
}
// Time lost for a unit of time trained: C / T for checkpoints, (T / 2 + R) / M for work done twice and restarts.
inline double lost_time(const Interruptions& i) {
  const Seconds interval = checkpoint_interval(i);
  const double writing = i.checkpoint > seconds(0) ? i.checkpoint / interval : 0;
  return writing + (interval / 2 + i.restart) / i.between;
}
// Share of the whole time that advances the run: 1 / (1 + lost).
inline double goodput(const Interruptions& i) { return 1 / (1 + lost_time(i)); }

// Work of training: 6 for every parameter and token (Kaplan et al. 2020, section 2.1).
inline Flop training_flop(double params, double tokens) { return flop(6 * params * tokens); }

// Compute-optimal tokens for a model and back, in a fixed ratio (Hoffmann et al. 2022: about 20).
inline double optimal_tokens(double params, double tokens_per_param) { return tokens_per_param * params; }
inline double optimal_params(double tokens, double tokens_per_param) { return tokens / tokens_per_param; }
// The model for which that ratio uses up the work: sqrt(C / (6 ratio)).
inline double optimal_params_for(Flop work, double tokens_per_param) {
  return std::sqrt(in_flop(work) / (6 * tokens_per_param));
}

}  // namespace ridgepoint
