// Passes over the model on one replica: decode, prefill, and both together.
#pragma once

#include <array>
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
  Work work;                        // of one GPU in that time
  std::optional<Seconds> unlisted;  // what the lines would add up to, where only that has been asked for
  Seconds total() const { return unlisted ? *unlisted : sum_of(lines); }
};
// One of so many equal parts of a step: of each line and of the work.
StepTime one_of(StepTime step, double parts);

// A model on one GPU, and what its passes need to know of it however many tokens they have: found once for all steps of
// a load. What it is made of has to outlive it.
class Passes {
 public:
  Passes(const Architecture& of_model, const InferenceSpeedInput& by_input, const Device& on_device);

  const Architecture& model;
  const InferenceSpeedInput& input;
  const Device& device;
  std::array<double, kParts> dense{};  // parameters of the matrices of every token, by part
  double values = 0;                   // element-wise, of a token
  double routed_values = 0;            // of a token at its experts
  double heads_on_one = 0;             // query heads, of a cached one
  Bytes state;                         // constant, of a sequence
  Seconds layers;                      // launches and small kernels of all layers
  Seconds launches;                    // of all kernels one by one

  struct Attention {
    Bytes read;
    Flop flop;
  };
  // It is of a token that sees `context`, and of `tokens` of a prompt behind `cached` ones, until others are asked for.
  const Attention& decoding(double context) const;
  const Attention& reading(double tokens, double cached) const;

 private:
  mutable double context_ = -1, tokens_ = -1, cached_ = -1;
  mutable Attention decoding_, reading_;
};

// One decode step: every one of `sequences` in flight on the replica gets its tokens_per_step() while it holds
// `context` tokens; with speculation, drafting and verifying all that was drafted. Under pipeline parallelism the
// sequences are spread over as many micro-batches as there are stages, and the step is one micro-batch's way through
// all of them.
// `listed`: with its lines, else their sum alone, for searches.
StepTime decode_step(const Passes& passes, double sequences, double context, bool listed = true);

// A decode step of `sequences` that `tokens` tokens of prompts join, equal parts of `prompts` of them, the first token
// of each already seeing `cached`: weights are read once. Prompts join one micro-batch of a pipeline.
StepTime mixed_step(const Passes& passes, double sequences, double context, double tokens, double cached,
                    double prompts = 1, bool listed = true);

// Time of a step that drafting takes: `tokens` passes one after the other. Layers that predict are one layer and the
// LM head each time; looking up text takes no time.
Seconds draft_time(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double sequences,
                   double context);
// Time in which a draft model reads the same prompt tokens.
Seconds draft_prefill_time(const InferenceSpeedInput& input, const Device& device, double tokens, double cached);

// Processing `tokens` prompt tokens of which the first already sees `cached` tokens, in one pass and
// without the per-request cost.
StepTime prefill(const Passes& passes, double tokens, double cached);
// The same in as many equal passes as `chunk` tokens at a time need; pipeline stages work on
// consecutive passes at once, but wait for each other after every `together` tokens.
StepTime chunked_prefill(const Passes& passes, double tokens, double cached, double chunk,
                         double together = std::numeric_limits<double>::infinity());

// The highest rate at which any part of a pass over the model computes by the fitted coefficients, the published peak
// at least: vendors publish one clock and one way to accumulate, and some devices have been measured above that.
FlopPerSecond claimed_peak(const Architecture& model, const NumberFormat& weights, const Device& device);

}  // namespace ridgepoint
