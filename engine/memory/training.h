// Training memory of the fullest GPU: model states, activations, loss, buffers.
#pragma once

#include <limits>

#include "engine/architecture.h"
#include "engine/calibration.h"
#include "engine/memory/memory_use.h"
#include "engine/parallel.h"
#include "engine/scenario.h"
#include "engine/shared.h"

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

struct TrainingMemoryInput {
  Method method = Method::full;
  Optimizer optimizer = Optimizer::adamw;
  Recipe recipe = Recipe::mixed;
  Layout layout;
  int micro_batch = 1;
  int sequence = 4096;
  int accumulation = 1;  // micro-batches per step
  Checkpointing checkpointing = Checkpointing::none;
  bool flash_attention = true;
  bool compiled = false;  // norms, activation functions and optimizer as fused kernels
  bool packed = true;     // every batch has the same length; else the allocator wastes more
  bool dropout = false;   // the classic GPT block drops out attention, its output and the feed-forward's
  Loss loss = Loss::plain;
  LoraChoice lora;
  Offload offload = Offload::none;
  bool optimizer_in_backward = false;
  int trained_layers = 2;            // freeze
  Shared<NumberFormat> base_format;  // of frozen weights (LoRA: 16 bits, QLoRA: NF4)
  bool wide_tables = false;          // QLoRA: embeddings, head and norms in FP32 beside the quantized matrices
  TrainingOverheads overheads;
  Bytes memory = bytes(std::numeric_limits<double>::infinity());  // usable; the allocator gives back before it is full
  bool reference = false;  // every micro-batch is scored by the frozen start model, too (DPO, GRPO)
};

// The largest of three moments of a step, at the loss, while the last layer is differentiated, and
// in the optimizer, and of loading. The lines are what is held at that moment and add up to the peak.
MemoryUse training_memory(const Architecture& model, const TrainingMemoryInput& input);
// Its sum without the lines and their words, and what lies in host memory.
MemoryUse training_memory_sum(const Architecture& model, const TrainingMemoryInput& input);
// The sum alone, for searches. More than `enough` may be less than the peak.
Bytes training_memory_total(const Architecture& model, const TrainingMemoryInput& input,
                            Bytes enough = bytes(std::numeric_limits<double>::infinity()));

// Parameters that are trained: all for full, r (inputs + outputs) per targeted matrix for LoRA,
// DoRA one magnitude per output more; freeze the last `trained_layers`.
double trainable_params(const Architecture& model, const TrainingMemoryInput& input);

// Activation bytes that one layer of the group keeps for its backward pass, one micro-batch, per
// tensor-parallel rank with sequence parallelism. A classic GPT block with dropout and without flash
// attention keeps s b h (34 + 5 a s / h) (Korthikanti et al. 2022, section 4).
Bytes layer_activations(const LayerGroup& group, int hidden, const TrainingMemoryInput& input);

}  // namespace ridgepoint
