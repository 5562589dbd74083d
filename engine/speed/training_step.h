// Time of one optimizer step, from its parts.
#pragma once

#include <vector>

#include "engine/architecture.h"
#include "engine/parallel.h"
#include "engine/scenario.h"
#include "engine/speed/device.h"
#include "engine/speed/roofline.h"

namespace ridgepoint {

struct TrainingSpeedInput {
  Method method = Method::full;
  Recipe recipe = Recipe::mixed;
  Layout layout;
  int micro_batch = 1;
  int sequence = 4096;
  int accumulation = 1;  // micro-batches per step and data rank
  Checkpointing checkpointing = Checkpointing::none;
  bool flash_attention = true;
  bool compiled = false;
  Loss loss = Loss::plain;
  double trainable = 0;               // parameters
  double state_bytes_per_param = 16;  // that the optimizer reads and writes again
  Offload offload = Offload::none;
};

struct TrainingStep {
  std::vector<TimeLine> lines;  // add up to the step
  // Per step, all GPUs: forward and backward over every matrix, LM head included (2 N each forward, 4 N
  // backward, 2 N where the weights are frozen), and the causal half of attention once forward and
  // twice backward. No recomputation: the numerator of MFU.
  Flop model_flop;
  Flop hardware_flop;  // with recomputation: the numerator of HFU
  double tokens = 0;   // per step, all GPUs
  Seconds total() const { return sum_of(lines); }
};
TrainingStep training_step(const Architecture& model, const TrainingSpeedInput& input, const Device& device);

}  // namespace ridgepoint
