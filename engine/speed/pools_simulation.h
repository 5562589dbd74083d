// Prefill and decode on replicas of their own, request by request.
#pragma once

#include "engine/speed/serving_simulation.h"

namespace ridgepoint {

struct PoolsInput {
  int prefill = 1;  // replicas
  int decode = 1;
  Seconds transfer;  // of a prompt's cache from one to the other
};

// Load and rate of `simulation` are those of all replicas together, its capacity is of one. Requests go to a replica of
// each pool at random. Prompts of a prefill replica are read one after the other; the first token comes when the cache
// has arrived and there is room for it, and the decode replica takes it in after the step that runs. What is said of
// simulate_serving holds besides.
Simulated simulate_pools(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                         const SimulationInput& simulation, const PoolsInput& pools);

}  // namespace ridgepoint
