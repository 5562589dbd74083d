// The inverse of memory: how far a plan can go before it no longer fits.
#pragma once

#include <optional>

#include "engine/plan/plan.h"

namespace ridgepoint {

// All else as planned, within the memory that headroom leaves; 0 when even the smallest does not fit.
struct Limits {
  // Serving, over all replicas.
  std::optional<double> concurrency;       // sequences of the full context
  std::optional<double> concurrency_mean;  // of the mean live length
  std::optional<double> context;           // tokens; at most what the model was trained for
  // Training.
  std::optional<int> micro_batch;
  std::optional<int> sequence;  // tokens
  // Parameters, in 1e9, of the largest dense model of the usual shape, to 2%; of the planned one where it is dense,
  // fits and has more.
  std::optional<double> params_b;
};
Limits limits_of(const Plan& plan, const Scenario& scenario, const Resolved& resolved);

// Those of serving alone, without the largest model, which takes the longest to find.
Limits room_for_users(const Plan& plan, const Scenario& scenario, const Resolved& resolved);

}  // namespace ridgepoint
