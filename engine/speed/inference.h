// Passes over the model on one replica: decode, prefill, and both together.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "engine/base/shared.h"
#include "engine/facts/device.h"
#include "engine/model/architecture.h"
#include "engine/model/parallel.h"
#include "engine/model/speculation.h"
#include "engine/speed/roofline.h"

namespace ridgepoint {

// What is kept in the memory of the host because the accelerators do not hold it.
struct HostShare {
  double dense = 0;    // share of the layers' dense matrices
  double experts = 0;  // share of the routed experts
  double cache = 0;    // share of the layers' cache and state, which the CPU attends to
  Device cpu;
};

struct InferenceSpeedInput {
  Shared<NumberFormat> weights;
  Shared<NumberFormat> kv;
  Layout layout;
  std::optional<HostShare> host = {};
  std::optional<Speculation> speculation = {};
  std::optional<Shared<Architecture>> prompt_layers = {};  // what prompts pass, where that is not all of the model

  bool eager = false;  // decode steps launch kernel by kernel: no graphs are captured

  // Tokens a sequence gets from a decode step.
  double tokens_per_step() const { return speculation ? ridgepoint::tokens_per_step(*speculation) : 1; }
};

// One pass over the model. Lines add up to the step exactly; lines without time are left out.
struct StepTime {
  std::vector<TimeLine> lines;
  Work work;  // of one GPU in that time
  Seconds total() const { return sum_of(lines); }
};
// One of so many equal parts of a step: of each line and of the work.
StepTime one_of(StepTime step, double parts);

// One decode step: every one of `sequences` in flight on the replica gets its tokens_per_step() while it holds
// `context` tokens; with speculation, drafting and verifying all that was drafted. Under pipeline parallelism the
// sequences are spread over as many micro-batches as there are stages, and the step is one micro-batch's way through
// all of them.
StepTime decode_step(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                     double sequences, double context);

// A decode step of `sequences` that `tokens` tokens of prompts join, equal parts of `prompts` of them, the first token
// of each already seeing `cached`: weights are read once. Prompts join one micro-batch of a pipeline.
StepTime mixed_step(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double sequences,
                    double context, double tokens, double cached, double prompts = 1);

// Time of a step that drafting takes: `tokens` passes one after the other. Layers that predict are one layer and the
// LM head each time; looking up text takes no time.
Seconds draft_time(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double sequences,
                   double context);
// Time in which a draft model reads the same prompt tokens.
Seconds draft_prefill_time(const InferenceSpeedInput& input, const Device& device, double tokens, double cached);

// Processing `tokens` prompt tokens of which the first already sees `cached` tokens, in one pass and
// without the per-request cost.
StepTime prefill(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double tokens,
                 double cached);
// The same in as many equal passes as `chunk` tokens at a time need; pipeline stages work on
// consecutive passes at once, but wait for each other after every `together` tokens.
StepTime chunked_prefill(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                         double tokens, double cached, double chunk,
                         double together = std::numeric_limits<double>::infinity());

// The highest rate at which any part of a pass over the model computes by the fitted coefficients, the published peak
// at least: vendors publish one clock and one way to accumulate, and some devices have been measured above that.
FlopPerSecond claimed_peak(const Architecture& model, const NumberFormat& weights, const Device& device);

}  // namespace ridgepoint
