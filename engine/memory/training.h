// Training memory of the fullest GPU: model states, activations, loss, buffers.
#pragma once

#include <limits>

#include "engine/memory/memory_use.h"
#include "engine/memory/training_input.h"
#include "engine/model/architecture.h"

namespace ridgepoint {

// The largest of three moments of a step, at the loss, while the last layer is differentiated, and
// in the optimizer, and of loading. The lines are what is held at that moment and add up to the peak.
MemoryUse training_memory(const Architecture& model, const TrainingMemoryInput& input);
// Its sum without the lines and their words, and what lies in host memory.
MemoryUse training_memory_sum(const Architecture& model, const TrainingMemoryInput& input);
// The sum alone, for searches. More than `enough` may be less than the peak.
Bytes training_memory_total(const Architecture& model, const TrainingMemoryInput& input,
                            Bytes enough = bytes(std::numeric_limits<double>::infinity()));

}  // namespace ridgepoint
