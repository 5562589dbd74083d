#include "engine/speed/speculation.h"

#include <algorithm>

#include "engine/speed/inference.h"

namespace ridgepoint {
namespace {

InferenceSpeedInput draft_input(const InferenceSpeedInput& input) {
  return {input.weights, input.kv, draft_layout(input.speculation->draft, input.layout)};
}

// One layer's share of a decode step, and the LM head.
Seconds prediction_layer_time(const Architecture& model, InferenceSpeedInput input, const Device& device,
                              double sequences, double context) {
  input.speculation.reset();
  Seconds layers, head;
  for (const TimeLine& line : decode_step(model, input, device, sequences, context).lines) {
    if (line.id == "lm_head") head += line.time;
    if (line.id != "lm_head" && line.id != "host") layers += line.time;
  }
  return layers / model.layers() + head;
}

}  // namespace

double tokens_per_step(const Speculation& s) {
  double sum = 1, accepted = 1;  // 1 + q + q^2 + ... + q^m
  for (int i = 0; i < s.tokens; ++i) sum += accepted *= s.acceptance;
  return sum;
}

double accepted_share(const Speculation& s) { return (tokens_per_step(s) - 1) / s.tokens; }

Layout draft_layout(const Architecture& draft, const Layout& layout) {
  const std::vector<int> sizes = tensor_sizes(draft, layout.tensor);
  Layout own;
  own.per_node = layout.per_node;
  if (std::find(sizes.begin(), sizes.end(), layout.tensor) != sizes.end()) own.tensor = layout.tensor;
  return own;
}

Seconds draft_time(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double sequences,
                   double context) {
  const Speculation& s = *input.speculation;
  if (s.drafter == Drafter::ngram) return seconds(0);
  const Seconds pass = s.drafter == Drafter::mtp
                           ? prediction_layer_time(model, input, device, sequences, context)
                           : decode_step(s.draft, draft_input(input), device, sequences, context).total();
  return s.tokens * (pass + device.efficiency.draft);
}

Seconds draft_prefill_time(const InferenceSpeedInput& input, const Device& device, double tokens, double cached) {
  if (input.speculation->drafter != Drafter::model) return seconds(0);
  return prefill(input.speculation->draft, draft_input(input), device, tokens, cached).total();
}

}  // namespace ridgepoint
