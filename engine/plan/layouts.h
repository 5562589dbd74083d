// The layouts that serving and training choose from.
#pragma once

#include <vector>

#include "engine/ask/resolve.h"
#include "engine/ask/scenario.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

// Whether nothing of the layout is left to choose.
bool everything_given(const Scenario& scenario);

// Pipeline stages that divide the accelerators, or the number asked for.
std::vector<int> pipeline_sizes(const Scenario& scenario, const Resolved& resolved, int tensor);

// Tensor-parallel sizes within a node that divide the accelerators and the model, or the one asked for.
std::vector<int> tensor_choices(const Scenario& scenario, const Resolved& resolved);

// A layout of these sizes; data parallel with what is left, all else as asked for or by default.
Layout layout_with(const Scenario& scenario, const Resolved& resolved, int tensor, int pipeline);

}  // namespace ridgepoint
