// The layouts that serving and training choose from.
#pragma once

#include <string_view>
#include <vector>

#include "engine/ask/resolve.h"
#include "engine/ask/scenario.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

// Whether nothing of the layout is left to choose.
bool everything_given(const Scenario& scenario);

// Tells whether a size of a divided model is asked for.
bool is_divided(const ParallelChoice& asked);

// Whether the model can be divided by a field of layouts, "/parallel/tensor" or another: when training not where a
// sharding is asked for and none of these (but that of the optimizer alone, which goes with them), nor by a framework
// without.
bool divides(const Scenario& scenario, const Resolved& resolved, std::string_view way);

// Pipeline stages that divide the accelerators, and of training the layers, or the number asked for.
std::vector<int> pipeline_sizes(const Scenario& scenario, const Resolved& resolved, int tensor);

// Tensor-parallel sizes within a node that divide the accelerators and the model, or the one asked for.
std::vector<int> tensor_choices(const Scenario& scenario, const Resolved& resolved);

// A layout of these sizes; data parallel with what is left, all else as asked for or by default.
Layout layout_with(const Scenario& scenario, const Resolved& resolved, int tensor, int pipeline);

}  // namespace ridgepoint
