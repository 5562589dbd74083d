// Model states of training on one GPU: weights, gradients, master weights, optimizer moments.
#pragma once

#include "engine/memory/stage.h"
#include "engine/memory/training_input.h"

namespace ridgepoint {

// Bytes per trainable parameter of a recipe with an optimizer.
struct StateBytes {
  double weights = 2;  // the copy that the forward pass reads
  double gradients = 4;
  double master = 4;     // FP32 weights beside low-precision ones
  double optimizer = 8;  // moments of a large matrix; Adafactor's and GaLore's vanish against it
  double total() const { return weights + gradients + master + optimizer; }
};
StateBytes state_bytes(Recipe recipe, Optimizer optimizer);

// Whether a LoRA adapter sits on a matrix of that role.
bool is_lora_target(MatrixRole role, LoraTargets targets);
// Whether a matrix of that role is trained or carries an adapter: its input is then needed again.
bool is_trained(MatrixRole role, const TrainingMemoryInput& input);

// Over how many GPUs ZeRO or FSDP spreads a state; experts have fewer data-parallel copies.
struct ShardCounts {
  double dense = 1;
  double experts = 1;
};
ShardCounts shard_counts(const Layout& layout);
bool shards_weights(Sharding sharding);
bool shards_gradients(Sharding sharding);
bool shards_optimizer(Sharding sharding);

struct States {
  Bytes frozen;   // base weights of LoRA and QLoRA
  Bytes weights;  // trained weights or adapters, as the forward pass reads them
  Bytes master;
  Bytes gradients;
  Bytes optimizer;
  Bytes moment;          // one optimizer moment of what this GPU updates
  double trainable = 0;  // parameters trained in this stage on this tensor rank, before ZeRO
};
States states(const Architecture& model, const TrainingMemoryInput& input, const Stage& stage);

// Share of the layers that is trained: all but for freeze.
double trained_share(const Architecture& model, const TrainingMemoryInput& input);

// Recipes in which PyTorch's autograd makes the gradients: they appear as the backward pass goes, and
// the optimizer works on all parameters at once. The others keep FP32 gradient buffers and use fused
// optimizers (Megatron-LM, DeepSpeed).
bool uses_autograd_gradients(Recipe recipe);

// Parameters that are trained: all for full, r (inputs + outputs) per targeted matrix for LoRA,
// DoRA one magnitude per output more; freeze the last `trained_layers`.
double trainable_params(const Architecture& model, const TrainingMemoryInput& input);

}  // namespace ridgepoint
