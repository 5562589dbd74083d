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
};
// Weights of every network, keys and values of text decoders, and the activations of the network that needs most:
// networks run one after another.
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
