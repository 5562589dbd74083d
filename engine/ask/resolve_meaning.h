// Fields of a scenario that mean something for some models only.
#pragma once

#include "engine/ask/resolved.h"
#include "engine/ask/scenario.h"
#include "engine/base/result.h"

namespace ridgepoint {

// A problem for every field that was given and has no meaning for the model: a KV cache format for a ResNet,
// denoising steps for a language model. A field that equals its default counts as not given.
Problems meaningless(const Scenario& scenario, const Resolved& resolved);

}  // namespace ridgepoint
