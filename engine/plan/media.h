// What was left to choose for models that are not token decoders: size, steps, batch.
#pragma once

#include "engine/plan/plan.h"

namespace ridgepoint {

// A copy of the model on every accelerator; of a diffusion model that does not fit whole with one item, the network at
// work alone, the others in host memory. The batch: as given; else the concurrency over the accelerators; else in
// a batch, or with concurrency "max", the largest power of two up to 256 that fits; else 1 for diffusion and
// speech and up to 32 for the others.
Plan plan_media_serving(const Scenario& scenario, const Resolved& resolved);
// Data parallel; states sharded (fsdp) only when they do not fit otherwise; the micro-batch is the largest power of two
// up to 256 that fits, one micro-batch a step unless the global batch asks for more.
Plan plan_media_training(const Scenario& scenario, const Resolved& resolved);

// Samples of a run when none are given: 90 passes over ImageNet's 1.28 million images (He et al. 2016) for training,
// 100,000 for fine-tuning.
double media_samples(const Scenario& scenario);

}  // namespace ridgepoint
