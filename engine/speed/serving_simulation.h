// Continuous batching on one replica, request by request: the spread of latencies that a closed form does not give.
#pragma once

#include "engine/speed/simulation.h"

namespace ridgepoint {

// Steps follow one another; a step decodes a token of every sequence and processes at most a chunk of prompts, first
// come, first served; where prompts come first it does one of both. A request is admitted when there is room for its
// mean length, the prompt and half the answer, as sequences are at all stages of their lives: `load.capacity` of mean
// requests fit, and no more than `load.max_sequences` are admitted. Nothing is evicted. Stages of a pipeline work on
// different prompts at once. The rate of a number of rounds is over the time until the last answer has
// ended. Time is counted in whole nanoseconds and the same seed gives the same figures on every machine. Users of a
// closed loop without end begin at random within the time of an answer.
Simulated simulate_serving(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                           const SimulationInput& simulation);

}  // namespace ridgepoint
