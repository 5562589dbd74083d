// Continuous batching on one replica: latencies and rates in closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/speed/inference.h"

namespace ridgepoint {

struct ServingInput {
  double input_tokens = 2048;
  double output_tokens = 512;
  double prefix_hit_rate = 0;
  double sequences = 1;         // of a closed loop: requests sent and not answered
  double prefill_chunk = 8192;  // prompt tokens of one step
  bool whole_prompts = false;   // of them, no prompt in parts: one that is longer has a step of its own
  bool prompts_first = false;   // they have steps of their own, and nobody decodes while any waits
  double pipeline_tokens = std::numeric_limits<double>::infinity();  // after which stages wait for each other
  double capacity = std::numeric_limits<double>::infinity();         // sequences whose cache fits; others wait
  double max_sequences = std::numeric_limits<double>::infinity();    // at once, as the engine is set; others wait

  double places() const { return capacity < max_sequences ? capacity : max_sequences; }
  double cached() const { return prefix_hit_rate * input_tokens; }
  double fresh() const { return input_tokens - cached() > 1 ? input_tokens - cached() : 1; }  // tokens to process
  double chunk() const { return std::max(whole_prompts ? fresh() : 1.0, prefill_chunk); }
  double passes() const { return std::max(1.0, std::ceil(fresh() / chunk())); }  // that a prompt takes
  double prompts_of_chunk() const {
    const double fit = chunk() / fresh();
    return std::max(1.0, whole_prompts ? std::floor(fit) : fit);
  }
  double answer() const { return output_tokens > 1 ? output_tokens : 1; }
};

struct Serving {
  Seconds ttft;           // mean, all waiting included, until the first token is sent
  Seconds queue;          // of it: waiting until there is room in the cache
  Seconds tpot;           // mean, others' prefills included
  Seconds prefill;        // of one prompt alone, without the per-request cost
  StepTime prefill_step;  // its parts
  StepTime step;          // of one token: decode alone at `in_flight` and mean context
  double in_flight = 0;   // sequences that are processed together
  double requests_per_s = 0;
  double output_tokens_per_s = 0;
  double largest_rate = 0;  // requests per second beyond which the queue has no end
  bool saturated = false;   // more come than that
};

// Closed loop: each of `sequences` users sends the next request when the last is answered. Prompts come at random, as
// in the open loop: of the others d decode, and d = rate (o-1) tpot(1+d) tells how often they begin again. A prompt
// takes its prefill less what it shares with the decode steps and with the prompts that come during the same one; at
// most one chunk of prompts a step. Where prompts come first they share nothing with decode steps, and as many run as
// wait. Users beyond the capacity wait for a place: waiting / rate, by Little's law.
Serving serve_closed_loop(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                          const ServingInput& load);

// Open loop: requests come at random (Poisson) at `requests_per_s`; load.sequences is not used. Sequences that
// decode follow from Little's law, d = rate (o-1) tpot(1+d); a request meets as many others as there are in the mean.
// Rates beyond what a closed loop at the capacity answers saturate: then the figures are those of that closed loop,
// without the queue, which has no mean.
Serving serve_open_loop(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                        const ServingInput& load, double requests_per_s);

}  // namespace ridgepoint
