// What is simulated request by request, and what comes out.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/speed/serving.h"

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

}  // namespace ridgepoint
