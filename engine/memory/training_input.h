// These inputs say how a model is trained.
#pragma once

#include <limits>

#include "engine/base/shared.h"
#include "engine/base/units.h"
#include "engine/facts/calibration.h"
#include "engine/model/format.h"
#include "engine/model/parallel.h"
#include "engine/question/choices.h"

namespace ridgepoint {

// Memory and speed of a step both follow from these.
struct TrainingSetup {
  Method method = Method::full;
  Recipe recipe = Recipe::mixed;
  Layout layout;
  int micro_batch = 1;
  int sequence = 4096;
  int accumulation = 1;  // micro-batches per step and data rank
  Checkpointing checkpointing = Checkpointing::none;
  bool flash_attention = true;
  bool compiled = false;  // norms, activation functions and optimizer as fused kernels
  Loss loss = Loss::plain;
  Offload offload = Offload::none;
  double scored = 1;  // share of the tokens whose logits are computed
};

struct TrainingMemoryInput : TrainingSetup {
  Optimizer optimizer = Optimizer::adamw;
  bool packed = true;    // every batch has the same length; else the allocator wastes more
  bool dropout = false;  // the classic GPT block drops out attention, its output and the feed-forward's
  LoraChoice lora;
  bool optimizer_in_backward = false;
  int trained_layers = 2;            // freeze
  Shared<NumberFormat> base_format;  // of frozen weights (LoRA: 16 bits, QLoRA: NF4)
  TrainerHabits habits;
  bool in_place() const { return habits.in_place && is_adapter_method(method); }
  TrainingOverheads overheads;
  Bytes memory = bytes(std::numeric_limits<double>::infinity());  // usable; the allocator gives back before it is full
  bool reference = false;  // every micro-batch is scored by the frozen start model, too (DPO, GRPO)
};

}  // namespace ridgepoint
