// Request by request: the spread of latencies that a closed form does not give.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/speed/serving.h"
#include "engine/speed/step_times.h"

namespace ridgepoint {

struct SimulationInput {
  ServingInput load;          // `sequences` users of a closed loop when there is no rate
  double requests_per_s = 0;  // Poisson arrivals; 0: closed loop
  // Users of the closed loop begin together and send so many requests in the mean, all of which are measured: a
  // benchmark of so many prompts for each user; 1: all at once and none after them. 0: without end, begun one by one.
  double rounds = 0;
  // Prompts and answers are evenly long between 1 - spread and 1 + spread of their means.
  double length_spread = 0;
  // Answers end after any token with the same probability, the longest after so many, in the mean as `load` says.
  std::optional<double> longest_answer;
  int requests = 10000;  // measured, after those of the first tenth; of rounds all are
  std::uint64_t seed = 1;
};

struct Quantiles {
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;
};

struct Simulated {
  Quantiles ttft_ms;
  std::optional<Quantiles> tpot_ms;  // absent when answers are of one token
  Quantiles e2e_s;
  double mean_ttft_ms = 0;
  double mean_tpot_ms = 0;
  double requests_per_s = 0;
  int requests = 0;  // measured: fewer than asked for when they would take more than a century
};

// The steps of a replica, for simulations of `most` and of what is smaller: of lower rates, fewer users or requests.
StepTimes step_times(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                     const SimulationInput& most);

// Continuous batching on one replica. Steps follow one another; a step decodes a token of every sequence and processes
// at most a chunk of prompts, first come, first served; where prompts come first it does one of both. A request is
// admitted when there is room for its mean length, the prompt and half the answer, as sequences are at all stages of
// their lives: `load.capacity` of mean requests fit, and no more than `load.max_sequences` are admitted. Nothing is
// evicted. Stages of a pipeline work on different prompts at once. The rate of a number of rounds is over the time
// until the last answer has ended. Time is counted in whole nanoseconds and the same seed gives the same figures on
// every machine. Users of a closed loop without end begin at random within the time of an answer.
Simulated simulate_serving(const StepTimes& replica, const SimulationInput& simulation);

// Prefill and decode on replicas of their own.
struct PoolsInput {
  int prefill = 1;  // replicas
  int decode = 1;
  Seconds transfer;  // of a prompt's cache from one to the other
};

// Load and rate of `simulation` are those of all replicas together, its capacity is of one. Requests go to a replica of
// each pool at random. Prompts of a prefill replica are read one after the other; the first token comes when the cache
// has arrived and there is room for it, and the decode replica takes it in after the step that runs. What is said of
// simulate_serving holds besides.
Simulated simulate_pools(const StepTimes& replica, const SimulationInput& simulation, const PoolsInput& pools);

}  // namespace ridgepoint
