// Prefill, decode and continuous batching of one replica.
#pragma once

#include <optional>
#include <vector>

#include "engine/architecture.h"
#include "engine/parallel.h"
#include "engine/speed/device.h"
#include "engine/speed/roofline.h"

namespace ridgepoint {

// Weights kept in the memory of the host because the accelerators do not hold them.
struct HostWeights {
  double dense = 0;    // share of the layers' dense matrices
  double experts = 0;  // share of the routed experts
  Device cpu;
};

struct InferenceSpeedInput {
  NumberFormat weights;
  NumberFormat kv;
  Layout layout;
  std::optional<HostWeights> host = {};
};

// One pass over the model. Lines add up to the step exactly; lines without time are left out.
struct StepTime {
  std::vector<TimeLine> lines;
  Work work;  // of one GPU
  Seconds total() const { return sum_of(lines); }
};

// One decode step: every one of `sequences` in flight on the replica gets one token while it holds
// `context` tokens. Under pipeline parallelism the sequences are spread over as many micro-batches as
// there are stages, and the step is one micro-batch's way through all of them.
StepTime decode_step(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                     double sequences, double context);

// Processing `tokens` prompt tokens of which the first already sees `cached` tokens, in one pass and
// without the per-request cost.
StepTime prefill(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double tokens,
                 double cached);
// The same in as many equal passes as `chunk` tokens at a time need; pipeline stages work on
// consecutive passes at once.
StepTime chunked_prefill(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                         double tokens, double cached, double chunk);

struct ServingInput {
  double input_tokens = 2048;
  double output_tokens = 512;
  double prefix_hit_rate = 0;
  double sequences = 1;  // in flight on the replica
  double prefill_chunk = 8192;
};
struct Serving {
  Seconds ttft;           // mean, in the steady state of a closed loop
  Seconds tpot;           // mean, others' prefills included
  Seconds prefill;        // of one prompt alone, without the per-request cost
  StepTime prefill_step;  // its parts
  StepTime step;          // decode alone at `sequences` and mean context
  double requests_per_s = 0;
  double output_tokens_per_s = 0;
};
// Closed loop: each of `sequences` users sends the next request when the last is answered.
// tpot = step + (n-1)/o T: every other user's prompt is processed once per own answer and adds T, its
// prefill less the weight reads it shares with the decode steps; at most one chunk of prompts a step.
Serving serve_closed_loop(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                          const ServingInput& load);

}  // namespace ridgepoint
