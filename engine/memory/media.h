// Memory of models that are not token decoders, on one device that holds all of the model.
#pragma once

#include <vector>

#include "engine/memory/memory_use.h"
#include "engine/memory/training.h"
#include "engine/model/media.h"

namespace ridgepoint {

struct MediaMemoryInput {
  NumberFormat weights;
  double batch = 1;
  bool in_turn = false;  // the device holds the network at work, host memory the others
};
// Weights of every network, keys and values of text decoders, and the activations of the network that needs most:
// networks run one after another. In turn: what the network that needs most takes alone, and the weights of all in host
// memory (enable_model_cpu_offload of diffusers moves one network after another).
MemoryUse media_memory(const std::vector<Pass>& passes, const MediaMemoryInput& input);

struct MediaTrainingMemoryInput {
  Optimizer optimizer = Optimizer::adamw;
  Recipe recipe = Recipe::mixed;
  Sharding sharding = Sharding::none;
  int devices = 1;
  double micro_batch = 1;
  bool recomputed = false;
};
// Model states and activations of the networks that are trained.
MemoryUse media_training_memory(const std::vector<Pass>& passes, const MediaTrainingMemoryInput& input);

}  // namespace ridgepoint
