#include "engine/memory/media.h"

#include <span>

#include "engine/base/words.h"
#include "engine/memory/memory_use.h"
#include "engine/memory/states.h"

namespace ridgepoint {
namespace {

// Bytes kept for the backward pass per value that the forward pass writes. Convolutional: 7.4, Stable Diffusion 1's
// UNet, whose 339 million values a sample took 2.5 GB more for one more sample (T4, FP16 mixed precision, 512 px,
// ShivamShrirao/diffusers DreamBooth): inputs of convolution, normalization and activation, some of them in FP32.
// Transformers: 34 h bytes a token and layer without masks of dropout (Korthikanti et al. 2022), over the 12 h
// values written. Recomputed: 0.48 of those 2.5 GB; of a transformer the layer's input, 2 of 34.
struct KeptBytes {
  double all;
  double recomputed;
};
constexpr KeptBytes kConv = {7.4, 1.4};
constexpr KeptBytes kTransformer = {34.0 / 12, 2.0 / 12};

// Of a value that a network writes: FP32 weights are multiplied with FP32 values.
double value_bits(const Pass& p, const MediaMemoryInput& in) { return p.quantized && in.weights.bits > 16 ? 32 : 16; }

MemoryLine activation_line(std::span<const Pass> passes, const MediaMemoryInput& in) {
  MemoryLine line{"activations", "Activations", MemoryKind::activations, bytes(0), "", "count of live tensors"};
  for (const Pass& p : passes) {
    if (p.runs <= 0) continue;
    const double bits = value_bits(p, in), held = in.batch * p.inputs * p.peak * bits / 8;
    if (bytes(held) <= line.amount) continue;
    line.amount = bytes(held);
    line.how = whole(in.batch * p.inputs) + " × " + whole(p.peak) + " values in " + whole(bits) +
               " bits, at the peak: " + p.label;
  }
  return line;
}

Bytes weights_held(const Pass& p, const NumberFormat& format) {
  if (!p.quantized) return bytes(2 * p.params);
  return stored_bytes(p.params - p.lookup_params, p.lookup_params, format);
}

MemoryUse held_together(std::span<const Pass> passes, const MediaMemoryInput& in) {
  MemoryUse use;
  const bool several = in.in_turn || passes.size() > 1;
  for (const Pass& p : passes)
    add_line(use, {several ? "weights_" + p.id : "weights", several ? "Weights, " + p.label : "Weights",
                   MemoryKind::weights, weights_held(p, in.weights),
                   whole(p.params) + " parameters, " + (p.quantized ? significant(in.weights.bits, 4) : "16") +
                       " bits each" + (in.in_turn ? "; the other networks are in host memory meanwhile" : ""),
                   in.weights.source});
  for (const Pass& p : passes)
    add_line(use,
             {"state", "Keys and values", MemoryKind::kv_cache, bytes(in.batch * p.state_held * value_bits(p, in) / 8),
              whole(in.batch) + " × " + whole(p.state_held) + " values in " + whole(value_bits(p, in)) + " bits",
              "two of each width, layer and position, read and written"});
  add_line(use, activation_line(passes, in));
  add_line(use, context_line());
  return use;
}

}  // namespace

MemoryUse media_memory(const std::vector<Pass>& passes, const MediaMemoryInput& in) {
  if (!in.in_turn) return held_together(passes, in);
  const Pass* largest = nullptr;
  Bytes most, all;
  for (const Pass& p : passes) {
    const Bytes alone = held_together({&p, 1}, in).total();
    all += weights_held(p, in.weights);
    if (alone <= most) continue;
    most = alone;
    largest = &p;
  }
  MemoryUse use = held_together({largest, 1}, in);
  use.host = all;
  return use;
}

MemoryUse media_training_memory(const std::vector<Pass>& passes, const MediaTrainingMemoryInput& in) {
  const StateBytes state = state_bytes(in.recipe, in.optimizer);
  double params = 0, kept = 0;
  for (const Pass& p : passes) {
    if (!p.trained) continue;
    const KeptBytes& per_value = p.transformer ? kTransformer : kConv;
    params += p.params;
    kept += in.micro_batch * p.runs * p.written * (in.recomputed ? per_value.recomputed : per_value.all);
  }
  const auto held = [&](double per_param, bool sharded) {
    return bytes(params * per_param / (sharded ? in.devices : 1));
  };
  const std::string of = whole(params) + " parameters";
  const char* source = "bytes per parameter of the recipe and the optimizer";
  MemoryUse use;
  add_line(use, {"weights", "Weights", MemoryKind::weights, held(state.weights, shards_weights(in.sharding)),
                 of + " × " + significant(state.weights, 3) + " B", source});
  add_line(use, {"gradients", "Gradients", MemoryKind::gradients, held(state.gradients, shards_gradients(in.sharding)),
                 of + " × " + significant(state.gradients, 3) + " B", source});
  add_line(use, {"optimizer", "Optimizer and master weights", MemoryKind::optimizer,
                 held(state.master + state.optimizer, shards_optimizer(in.sharding)),
                 of + " × " + significant(state.master + state.optimizer, 3) + " B", source});
  add_line(use, {"activations", "Activations", MemoryKind::activations, bytes(kept),
                 whole(in.micro_batch) + " samples at a time",
                 "Korthikanti et al. 2022; peaks of ShivamShrirao/diffusers DreamBooth"});
  add_line(use, context_line());
  Layout layout;
  layout.data = in.devices;
  add_line(use, collectives_line(layout));
  return use;
}

}  // namespace ridgepoint
